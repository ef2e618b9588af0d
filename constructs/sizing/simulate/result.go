package simulate

import (
	"time"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

// Result is what became of the tasks and of the cluster.
type Result struct {
	// Ended is when the last task ended, or, if some never started, when nothing
	// was left to happen. Instances are counted and paid for until then.
	Ended time.Duration `json:"-"`
	Hours float64       `json:"hours"`

	Tasks []TaskResult `json:"tasks"` // by kind
	Pools []PoolResult `json:"pools"`
	Total PoolResult   `json:"total"`

	Series Series `json:"-"`
}

// TaskResult is what became of the tasks of a kind.
type TaskResult struct {
	Family  string `json:"family"`
	Arrived int    `json:"arrived"`
	Ended   int    `json:"ended"`

	// NeverStarted had no instance when nothing was left to happen.
	NeverStarted int `json:"neverStarted"`

	// AtOnce had an instance in the moment they arrived.
	AtOnce int `json:"placedAtOnce"`

	Wait Wait `json:"wait"`
}

// PoolResult is what became of a pool.
type PoolResult struct {
	Name          string  `json:"name"`
	InstanceType  string  `json:"instanceType,omitempty"`
	PeakInstances int     `json:"peakInstances"`
	Launched      int     `json:"launched"` // in the course of the simulation
	Terminated    int     `json:"terminated"`
	InstanceHours float64 `json:"instanceHours"`

	// GPUHours are paid for, UsedGPUHours are held by tasks, image pulls
	// included. Utilization is their ratio, from 0 to 1; 0 without GPUs.
	GPUHours       float64 `json:"gpuHours"`
	UsedGPUHours   float64 `json:"usedGpuHours"`
	GPUUtilization float64 `json:"gpuUtilization"`

	USD fact.Value[sizing.USD] `json:"usd"`
}
