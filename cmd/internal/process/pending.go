package process

import (
	"context"
	"sync"
)

// Work counts what a context's commands have begun and not finished, and what has
// to clean up after itself before the command ends: children to kill, directories
// to remove, files to finish.
type Work struct {
	mutex sync.Mutex
	count int
	idle  chan struct{} // not nil once the end was requested
}

type key struct{}

// NewContext returns a context whose work is counted.
func NewContext(parent context.Context) (context.Context, *Work) {
	work := &Work{}
	return context.WithValue(parent, key{}, work), work
}

// Begin announces work that cleans up after itself soon after ctx has ended. It
// fails when ctx has ended already; otherwise done must be called.
func Begin(ctx context.Context) (done func(), err error) {
	work, counted := ctx.Value(key{}).(*Work)
	if !counted {
		return func() {}, context.Cause(ctx)
	}
	work.mutex.Lock()
	defer work.mutex.Unlock()
	if ctx.Err() != nil || work.idle != nil {
		return nil, cause(ctx)
	}
	work.count++
	return sync.OnceFunc(work.finish), nil
}

// cause returns why ctx has ended, or is about to.
func cause(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return context.Canceled
}

func (w *Work) finish() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.count--
	w.announce()
}

func (w *Work) announce() {
	if w.idle != nil && w.count == 0 {
		close(w.idle)
	}
}

// End lets no work begin any more. The channel closes when none is left. It is
// called once, after the context was cancelled.
func (w *Work) End() <-chan struct{} {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.idle = make(chan struct{})
	w.announce()
	return w.idle
}
