package ecsgpu

import (
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/jsii-runtime-go"
)

// Restart starts a container again when it exits (restart policy of ECS).
type Restart struct {
	// After is how long the container must have run to be started again: 60 to
	// 1800 seconds, in whole seconds. One that fails sooner stays down.
	// Default: 300 seconds.
	After time.Duration
	// IgnoredExitCodes are exits after which it is left alone, up to 50: 0 for
	// a container that may finish.
	// Default: none, it is started again whatever it returns.
	IgnoredExitCodes []int
}

// property is nil when nothing is to be started again.
func (r *Restart) property() any {
	if r == nil {
		return nil
	}
	policy := &awsecs.CfnTaskDefinition_RestartPolicyProperty{
		Enabled: jsii.Bool(true), RestartAttemptPeriod: optionalSeconds(r.After),
	}
	if len(r.IgnoredExitCodes) > 0 {
		var codes []*float64
		for _, code := range r.IgnoredExitCodes {
			codes = append(codes, jsii.Number(code))
		}
		policy.IgnoredExitCodes = &codes
	}
	return policy
}

// maxIgnoredExitCodes is ECS's limit (API reference, ContainerRestartPolicy).
const maxIgnoredExitCodes = 50

func (r *Restart) check(field string, all *problems) {
	if r == nil {
		return
	}
	all.within(field+".Restart.After", r.After, 60*time.Second, 1800*time.Second)
	if len(r.IgnoredExitCodes) > maxIgnoredExitCodes {
		all.add("%s.Restart.IgnoredExitCodes must be at most %d, got %d", field, maxIgnoredExitCodes, len(r.IgnoredExitCodes))
	}
}
