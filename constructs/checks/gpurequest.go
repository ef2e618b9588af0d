package checks

import (
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// gpuRequestRules are about how containers request GPUs.
var gpuRequestRules = []Rule{
	{
		ID: "ecsgpu-requests-invalid-gpu", Category: Requests, Severity: Error,
		Title:  "a GPU requirement that ECS does not understand",
		Reason: "ECS takes a whole number from 1, ALL, or by its developer guide a decimal for a part of a GPU.",
		Source: inventory.SourceFractions,
		Fix:    "request a whole number of GPUs.",
		check:  onTask(checkRequestValues),
	},
	{
		ID: "ecsgpu-requests-decimal-gpu", Category: Requests, Severity: Warning,
		Title:  "a part of a GPU, on which AWS's documents disagree",
		Reason: inventory.FractionsUncertain + ". ECS may refuse the task definition, or never place the task.",
		Source: inventory.SourceFractions,
		Fix:    "run the task once before you rely on it, or request a whole GPU or a share by MPS.",
		check:  onTask(checkDecimals),
	},
	{
		ID: "ecsgpu-requests-inference-accelerator", Category: Requests, Severity: Error,
		Title:  "an Elastic Inference accelerator",
		Reason: "Elastic Inference took no new customers from 2023-04-15 and ended in April 2024.",
		Source: "Amazon ECS developer guide, Elastic Inference (as of 2026-11)",
		Fix:    "request a GPU, or use an Inferentia instance.",
		check:  onTask(checkInferenceAccelerators),
	},
	{
		ID: "ecsgpu-requests-all-with-others", Category: Requests, Severity: Error,
		Title:  "one container requests all GPUs and another one some",
		Reason: "ALL takes every GPU of the instance and a GPU belongs to one container, so the task is never placed.",
		Source: sourceGPUs,
		Fix:    "give each container a number of GPUs.",
		check:  onTask(checkAll),
	},
	{
		ID: "ecsgpu-requests-mixed-sharing", Category: Requests, Severity: Error,
		Title:  "one container shares a GPU and another one requests a whole one",
		Reason: "all containers of a task that request GPUs must do so in the same way.",
		Source: sourceSharing,
		Fix:    "use sharingStrategy on all of them or on none.",
		check:  onTask(checkMixedSharing),
	},
	{
		ID: "ecsgpu-requests-sharing-external", Category: Requests, Severity: Error,
		Title:  "a task for external instances shares a GPU",
		Reason: "ECS refuses a sharing strategy together with the EXTERNAL compatibility.",
		Source: sourceSharing,
		Fix:    "request whole GPUs, or drop EXTERNAL.",
		check:  onTask(checkExternalSharing),
	},
	{
		ID: "ecsgpu-requests-gpu-on-fargate", Category: Requests, Severity: Error,
		Title:  "a task for Fargate requests a GPU",
		Reason: "Fargate has no GPUs, and ECS refuses the task definition.",
		Source: "Amazon ECS developer guide, task definition differences for Fargate (as of 2026-11)",
		Fix:    "run it on EC2 or on Managed Instances.",
		check:  onTask(checkFargate),
	},
	{
		ID: "ecsgpu-requests-gpu-on-windows", Category: Requests, Severity: Error,
		Title:  "a Windows task requests a GPU",
		Reason: "ECS supports GPUs on Linux only.",
		Source: "Amazon ECS developer guide, GPU workloads, considerations (as of 2026-11)",
		Fix:    "use a Linux image.",
		check:  onTask(checkWindows),
	},
	{
		ID: "ecsgpu-requests-neuron-device", Category: Requests, Severity: Error,
		Title:  "a NeuronDevice requirement where it cannot work",
		Reason: "NeuronDevice takes the value ALL, on Managed Instances, in one container of a task.",
		Source: "Amazon ECS developer guide, AWS Neuron workloads (as of 2026-11)",
		Fix:    "on EC2 map /dev/neuron0 and so on by linuxParameters.devices.",
		check:  onTask(checkNeuronDevice),
	},
}

// request is a GPU request with its container.
type request struct {
	container *inventory.Container
	index     int
	fact      inventory.Fact[inventory.GPURequest]
	inventory.GPURequest
}

// requestsOf returns the requests of a task whose value is known.
func requestsOf(t *placement.Task) []request {
	var all []request
	for i, c := range t.Containers.Items {
		for _, f := range c.GPURequests.Items {
			if r, ok := f.Get(); ok {
				all = append(all, request{c, i, f, r})
			}
		}
	}
	return all
}

func checkRequestValues(t *placement.Task, r *report) {
	for _, a := range requestsOf(t) {
		switch a.Kind() {
		case inventory.GPURequestInferenceAccelerator, inventory.GPURequestNeuronDevice:
			continue // their own rules
		}
		if err := a.Validate(); err != nil {
			r.add(t.Item, a.fact.Place, "%s of %s: %s", names(a.container, a.index), taskName(t), err)
		}
	}
}

// checkDecimals leaves pools without that part of a GPU to the rule on fits.
func checkDecimals(t *placement.Task, r *report) {
	for _, way := range t.Routes() {
		for _, p := range way.Pools() {
			if slices.ContainsFunc(p.Options, func(o placement.Option) bool { return o.Known && lacksFraction(&o, t) }) {
				return
			}
		}
	}
	for _, a := range requestsOf(t) {
		if a.Kind() != inventory.GPURequestFraction {
			continue
		}
		f := r.add(t.Item, a.fact.Place, "%s of %s requests %s", names(a.container, a.index), taskName(t), a.GPURequest)
		if a.IsPartition() {
			f.as(Info)
		} else {
			f.fix("request 0.125, 0.25 or 0.5, the parts of a GPU that G6f and Gr6f have")
		}
	}
}

func lacksFraction(o *placement.Option, t *placement.Task) bool {
	return slices.ContainsFunc(o.Offer.Shortages(&t.Demand), by(placement.LimitGPUFraction))
}

func checkInferenceAccelerators(t *placement.Task, r *report) {
	for _, a := range t.InferenceAccelerators.Items {
		r.add(t.Item, firstPlace(a.DeviceType.Place, a.DeviceName.Place, t.InferenceAccelerators.Place),
			"%s has the inference accelerator %s", taskName(t), a.DeviceType)
	}
	for _, a := range requestsOf(t) {
		if a.Kind() == inventory.GPURequestInferenceAccelerator && len(t.InferenceAccelerators.Items) == 0 {
			r.add(t.Item, a.fact.Place, "%s of %s requests an inference accelerator", names(a.container, a.index), taskName(t))
		}
	}
}

// firstOf returns the first request of a kind.
func firstOf(t *placement.Task, kind inventory.GPURequestKind) (request, bool) {
	for _, a := range requestsOf(t) {
		if a.Kind() == kind {
			return a, true
		}
	}
	return request{}, false
}

func checkAll(t *placement.Task, r *report) {
	all, found := firstOf(t, inventory.GPURequestAll)
	if !found {
		return
	}
	for _, other := range requestsOf(t) {
		whole := other.Kind() == inventory.GPURequestWhole || other.Kind() == inventory.GPURequestAll
		if other.container == all.container || !whole || other.Validate() != nil {
			continue
		}
		r.add(t.Item, other.fact.Place, "%s of %s requests %s, and %s already takes all GPUs",
			names(other.container, other.index), taskName(t), other.GPURequest, names(all.container, all.index))
	}
}

func checkMixedSharing(t *placement.Task, r *report) {
	shared, found := firstOf(t, inventory.GPURequestShared)
	if !found {
		return
	}
	for _, other := range requestsOf(t) {
		switch other.Kind() {
		case inventory.GPURequestWhole, inventory.GPURequestAll, inventory.GPURequestFraction:
			r.add(t.Item, other.fact.Place, "%s of %s requests %s, and %s for %s",
				names(other.container, other.index), taskName(t), other.GPURequest, names(shared.container, shared.index), shared.GPURequest)
		}
	}
}

func checkExternalSharing(t *placement.Task, r *report) {
	shared, found := firstOf(t, inventory.GPURequestShared)
	if found && contains(t.Compatibilities, "EXTERNAL") {
		r.add(t.Item, shared.fact.Place, "%s is for EXTERNAL, and %s requests %s",
			taskName(t), names(shared.container, shared.index), shared.GPURequest)
	}
}

// firstGPU returns the first request for an NVIDIA GPU of any kind.
func firstGPU(t *placement.Task) (request, bool) {
	for _, a := range requestsOf(t) {
		if a.Type() == "GPU" {
			return a, true
		}
	}
	return request{}, false
}

func checkFargate(t *placement.Task, r *report) {
	gpu, found := firstGPU(t)
	if !found {
		return
	}
	if contains(t.Compatibilities, "FARGATE") {
		r.add(t.Item, gpu.fact.Place, "%s is for FARGATE, and %s requests %s", taskName(t), names(gpu.container, gpu.index), gpu.GPURequest)
		return
	}
	for _, v := range t.Services {
		if launch, ok := v.LaunchType.Get(); ok && launch == "FARGATE" {
			r.add(t.Item, gpu.fact.Place, "%s runs %s on FARGATE, and %s requests %s",
				serviceName(v), taskName(t), names(gpu.container, gpu.index), gpu.GPURequest)
		}
	}
}

func checkWindows(t *placement.Task, r *report) {
	gpu, found := firstGPU(t)
	system, known := t.OperatingSystem.Get()
	if found && known && strings.HasPrefix(system, "WINDOWS") {
		r.add(t.Item, gpu.fact.Place, "%s is for %s, and %s requests %s", taskName(t), system, names(gpu.container, gpu.index), gpu.GPURequest)
	}
}

func checkNeuronDevice(t *placement.Task, r *report) {
	first, found := firstOf(t, inventory.GPURequestNeuronDevice)
	if !found {
		return
	}
	for _, a := range requestsOf(t) {
		if a.Kind() != inventory.GPURequestNeuronDevice {
			continue
		}
		if err := a.Validate(); err != nil {
			r.add(t.Item, a.fact.Place, "%s of %s: %s", names(a.container, a.index), taskName(t), err)
		}
		if a.container != first.container {
			r.add(t.Item, a.fact.Place, "%s and %s of %s both request Neuron devices",
				names(first.container, first.index), names(a.container, a.index), taskName(t)).
				fix("request them in one container")
		}
	}
	values, complete := inventory.Values(t.Compatibilities)
	if t.Compatibilities.Set && complete && !slices.Contains(values, "MANAGED_INSTANCES") {
		r.add(t.Item, first.fact.Place, "%s is for %s, and NeuronDevice is for MANAGED_INSTANCES only", taskName(t), strings.Join(values, ", "))
	}
}
