//go:build solver

package solver

// drawn is a cluster and what is to run on it. It is written as a template.
type drawn struct {
	pools    []pool
	families []family
	services []service
	defaults []share        // the cluster's default strategy
	tasks    map[string]int // for the flag --task; nil if the services say what runs
}

type pool struct {
	instanceType      string
	or                string // another type that the group may start; empty for none
	min, desired, max int
	reservedMiB       int
	provider, managed bool
	plainImage        bool // without NVIDIA's driver
}

type family struct {
	name       string
	atTask     bool // the figures are the task's, not the containers'
	containers []container
	cpu        int // of the task
	memory     int
	mode       string // network mode; empty for bridge by default
	platform   string
	memberOf   string
}

type container struct {
	cpu, memory int
	reservation int // 0 for none
	gpus        string
	sharedMiB   int
	ports       []port
}

type port struct {
	container, host int
	protocol        string
}

type service struct {
	family   int
	count    int
	daemon   bool
	ec2      bool // LaunchType
	strategy []share
	distinct bool
	memberOf string
	binpack  string // field of a placement strategy; empty for none
}

// share is a part of a capacity provider strategy.
type share struct{ pool, base, weight int }
