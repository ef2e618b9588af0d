package process

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWork(t *testing.T) {
	interrupted := errors.New("interrupted")
	parent, cancel := context.WithCancelCause(context.Background())
	ctx, work := NewContext(parent)
	first, err := Begin(ctx)
	require.NoError(t, err)
	second, err := Begin(ctx)
	require.NoError(t, err)

	cancel(interrupted)
	_, err = Begin(ctx)
	assert.ErrorIs(t, err, interrupted, "nothing begins after the end")
	idle := work.End()
	first()
	first()
	assert.False(t, closed(idle), "one of two is not finished, and finishing twice counts once")
	second()
	assert.True(t, closed(idle))
}

func TestWork_endsAtOnceWithoutAny(t *testing.T) {
	ctx, work := NewContext(context.Background())
	done, err := Begin(ctx)
	require.NoError(t, err)
	done()
	assert.True(t, closed(work.End()))
	_, err = Begin(ctx)
	assert.Error(t, err, "the end was asked for")
}

func TestBegin_withoutACommand(t *testing.T) {
	done, err := Begin(context.Background())
	require.NoError(t, err)
	done()
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
