// Package attack runs the command on input that was made to break it. The
// operating system holds each run to a time and a memory: a limit of the Go
// runtime is a wish.
package attack
