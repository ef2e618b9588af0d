// Package agreement holds the commands against each other: its test draws
// clusters and asks check, plan and simulate the same question of each.
package agreement
