//go:build !linux || !(amd64 || arm64)

package quiet

func silenceQuit() {}

// TakeQuit does nothing: SIGQUIT prints stacks until os/signal is told of it.
func TakeQuit() {}
