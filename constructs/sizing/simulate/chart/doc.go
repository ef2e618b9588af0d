// Package chart draws the course of a simulation over time as SVG.
package chart
