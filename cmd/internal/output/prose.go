package output

import (
	"bytes"
	"io"
	"sync"

	"github.com/ecsgpu/cdk/constructs/visible"
)

// prose passes on whole lines, so that neither the beginning of a line nor a
// character is missed where a write ends.
type prose struct {
	to      io.Writer
	mutex   sync.Mutex // CDK writes from another goroutine
	pending []byte
}

func (p *prose) Write(text []byte) (int, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.pending = append(p.pending, text...)
	end := bytes.LastIndexByte(p.pending, '\n') + 1
	if end == 0 {
		return len(text), nil
	}
	_, err := io.WriteString(p.to, visible.Lines(string(p.pending[:end])))
	p.pending = append(p.pending[:0], p.pending[end:]...)
	return len(text), err
}

// end passes on a line that has no end.
func (p *prose) end() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if len(p.pending) > 0 {
		io.WriteString(p.to, visible.Lines(string(p.pending)))
		p.pending = nil
	}
}
