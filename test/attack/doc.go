// Package attack ends, starves and misleads the command: signals at many moments
// of every command, programs that others have planted, and kernels that hang or
// answer nonsense. After each, the output is whole or absent, and no process and
// no temporary file is left.
//
// It needs Linux, the build tag attack, and the Node.js that npm ci installs.
// Some attacks come from another user and are made only where it runs as root.
package attack
