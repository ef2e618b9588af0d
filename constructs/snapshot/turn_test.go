package snapshot

import (
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2/awssns"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
)

// Without turns these tests corrupt the protocol of the kernel at once.
func TestTurns_letTestsRunInParallel(t *testing.T) {
	for i := range 8 {
		t.Run(fmt.Sprintf("stack %d", i), func(t *testing.T) {
			t.Parallel()
			name := fmt.Sprintf("topic-%d", i)
			stack := NewStack(t)
			awssns.NewTopic(stack, jsii.String("Topic"), &awssns.TopicProps{TopicName: &name})
			assert.Equal(t, name, Of(t, stack).One("AWS::SNS::Topic").Get("TopicName"))
		})
	}
}

func TestTurns_letSubtestsShareTheirParents(t *testing.T) {
	stack := NewStack(t)
	awssns.NewTopic(stack, jsii.String("Topic"), nil)
	for i := range 4 {
		t.Run(fmt.Sprintf("parallel subtest %d", i), func(t *testing.T) {
			t.Parallel()
			assert.Len(t, Of(t, stack).Resources("AWS::SNS::Topic"), 1)
			t.Run("with a subtest of its own", func(t *testing.T) {
				assert.Len(t, Of(t, NewStack(t)).Resources("AWS::SNS::Topic"), 0)
			})
		})
	}
	t.Run("a name/with slashes", func(t *testing.T) {
		t.Run("../and dots", func(t *testing.T) { NewStack(t) })
	})
}

// One holder at a time, whatever the shape of the tests.
func TestTurns_areExclusive(t *testing.T) {
	q := newQueue(time.Minute, io.Discard)
	var holders, most atomic.Int32
	work := func(t *testing.T) {
		q.take(t)
		most.Store(max(most.Load(), holders.Add(1)))
		time.Sleep(time.Millisecond)
		holders.Add(-1)
	}
	t.Cleanup(func() { assert.EqualValues(t, 1, most.Load()) })
	for i := range 4 {
		t.Run(fmt.Sprintf("parallel %d", i), func(t *testing.T) {
			t.Parallel()
			work(t)
			for j := range 3 {
				t.Run(fmt.Sprintf("sequential %d", j), work)
			}
		})
		t.Run(fmt.Sprintf("sequential %d", i), func(t *testing.T) {
			work(t)
			for j := range 3 {
				t.Run(fmt.Sprintf("parallel %d", j), func(t *testing.T) {
					t.Parallel()
					work(t)
				})
			}
		})
	}
}

func TestTurns_sayWhenTheyTakeLong(t *testing.T) {
	var log strings.Builder
	q := newQueue(time.Millisecond, &log)
	q.kernel <- struct{}{}
	time.AfterFunc(50*time.Millisecond, func() { <-q.kernel })
	q.take(t)
	assert.Contains(t, log.String(), "TestTurns_sayWhenTheyTakeLong has waited 1ms for its turn")
}

func TestTurns_forbidToBecomeParallelLater(t *testing.T) {
	t.Run("a test that has its turn", func(t *testing.T) {
		NewStack(t)
		assert.Panics(t, func() { t.Parallel() }, "it would wait for tests that wait for it")
	})
}
