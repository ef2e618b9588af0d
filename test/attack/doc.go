// Package attack runs the command on input that was made to break it, ends and
// starves it, and misleads it: hostile templates and names, output directories of
// every kind, signals at many moments, programs that others have planted, and
// kernels that hang or answer nonsense. The operating system holds each run to a
// time and a memory: a limit of the Go runtime is a wish.
//
// It needs Linux, the build tag attack, and the Node.js that npm ci installs.
// Some attacks come from another user and are made only where it runs as root.
package attack
