package ecsgpu

import (
	"github.com/aws/aws-cdk-go/awscdk/v2/awsautoscaling"
	"github.com/aws/jsii-runtime-go"
)

// WarmPoolState is in what state instances wait in a warm pool.
type WarmPoolState string

const (
	// WarmPoolStateStopped pays only for the volumes of waiting instances.
	WarmPoolStateStopped WarmPoolState = "Stopped"
	// WarmPoolStateRunning pays for waiting instances as for working ones.
	WarmPoolStateRunning WarmPoolState = "Running"
)

// WarmPool keeps instances that have booted once and wait for work. They start
// in a fraction of the time; the agent joins the cluster only when an instance
// leaves the warm pool.
type WarmPool struct {
	// MinSize is the least number of waiting instances.
	// Default: 0.
	MinSize int
	// MaxPrepared is the largest number of instances, working and waiting
	// together.
	// Default: the pool's MaxCapacity.
	MaxPrepared int
	// State is how instances wait.
	// Default: WarmPoolStateStopped.
	State WarmPoolState
}

// newWarmPool creates the warm pool. Instances do not return to it, which ECS
// does not support (ReuseOnScaleIn).
func (p *Pool) newWarmPool() {
	warm := p.props.WarmPool
	if warm == nil {
		return
	}
	props := &awsautoscaling.CfnWarmPoolProps{
		AutoScalingGroupName: p.AutoScalingGroup.Ref(),
		MinSize:              jsii.Number(warm.MinSize),
		PoolState:            jsii.String(string(warm.state())),
	}
	if warm.MaxPrepared > 0 {
		props.MaxGroupPreparedCapacity = jsii.Number(warm.MaxPrepared)
	}
	awsautoscaling.NewCfnWarmPool(p, jsii.String("WarmPool"), props)
}

func (w *WarmPool) state() WarmPoolState {
	if w.State == "" {
		return WarmPoolStateStopped
	}
	return w.State
}

// check says why a pool cannot have this warm pool.
func (w *WarmPool) check(p PoolProps, all *problems) {
	if w == nil {
		return
	}
	if len(p.InstanceTypes) > 1 || p.Selection != nil || p.Purchase.kind == mixedPurchase {
		all.add("WarmPool: EC2 Auto Scaling has no warm pools for several instance types or spot; give one type, on demand")
	}
	if p.Purchase.kind == blockPurchase {
		all.add("WarmPool clashes with a capacity block, for which EC2 Auto Scaling has no warm pools; leave one out")
	}
	if w.MinSize < 0 || w.MaxPrepared < 0 {
		all.add("WarmPool.MinSize and MaxPrepared must not be negative, got %d and %d", w.MinSize, w.MaxPrepared)
	}
	if w.MaxPrepared > 0 && w.MaxPrepared < w.MinSize {
		all.add("WarmPool.MaxPrepared must be at least MinSize (%d), got %d", w.MinSize, w.MaxPrepared)
	}
	switch w.State {
	case "", WarmPoolStateStopped, WarmPoolStateRunning:
	default:
		all.add("WarmPool.State must be %q or %q, got %q", WarmPoolStateStopped, WarmPoolStateRunning, w.State)
	}
}
