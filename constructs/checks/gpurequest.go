package checks

import (
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/inventory"
)

// gpuRequestRules are about how containers ask for GPUs.
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
		Fix:    "ask for a GPU, or use an Inferentia instance.",
		check:  onTask(checkInferenceAccelerators),
	},
	{
		ID: "ecsgpu-requests-all-with-others", Category: Requests, Severity: Error,
		Title:  "one container takes all GPUs and another one wants some",
		Reason: "ALL takes every GPU of the instance and a GPU belongs to one container, so the task is never placed.",
		Source: sourceGPUs,
		Fix:    "give each container a number of GPUs.",
		check:  onTask(checkAll),
	},
	{
		ID: "ecsgpu-requests-mixed-sharing", Category: Requests, Severity: Error,
		Title:  "one container shares a GPU and another one wants a whole one",
		Reason: "all containers of a task that ask for GPUs must ask in the same way.",
		Source: sourceSharing,
		Fix:    "use sharingStrategy on all of them or on none.",
		check:  onTask(checkMixedSharing),
	},
	{
		ID: "ecsgpu-requests-sharing-external", Category: Requests, Severity: Error,
		Title:  "a task for external instances shares a GPU",
		Reason: "ECS refuses a sharing strategy together with the EXTERNAL compatibility.",
		Source: sourceSharing,
		Fix:    "ask for whole GPUs, or drop EXTERNAL.",
		check:  onTask(checkExternalSharing),
	},
	{
		ID: "ecsgpu-requests-gpu-on-fargate", Category: Requests, Severity: Error,
		Title:  "a task for Fargate asks for a GPU",
		Reason: "Fargate has no GPUs, and ECS refuses the task definition.",
		Source: "Amazon ECS developer guide, task definition differences for Fargate (as of 2026-11)",
		Fix:    "run it on EC2 or on Managed Instances.",
		check:  onTask(checkFargate),
	},
	{
		ID: "ecsgpu-requests-gpu-on-windows", Category: Requests, Severity: Error,
		Title:  "a Windows task asks for a GPU",
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

// asked is a request with its container.
type asked struct {
	container *inventory.Container
	index     int
	fact      inventory.Fact[inventory.GPURequest]
	request   inventory.GPURequest
}

// asks are the requests of a task whose value is known.
func (t *task) asks() []asked {
	var all []asked
	for i, c := range t.Containers.Items {
		for _, f := range c.GPURequests.Items {
			if r, ok := f.Get(); ok {
				all = append(all, asked{c, i, f, r})
			}
		}
	}
	return all
}

func checkRequestValues(t *task, r *report) {
	for _, a := range t.asks() {
		switch a.request.Kind() {
		case inventory.GPURequestInferenceAccelerator, inventory.GPURequestNeuronDevice:
			continue // their own rules
		}
		if err := a.request.Validate(); err != nil {
			r.add(t.Item, a.fact.Place, "%s of %s: %s", names(a.container, a.index), t.speaks(), err)
		}
	}
}

// checkDecimals leaves pools without that part of a GPU to the rule on fits.
func checkDecimals(t *task, r *report) {
	for _, way := range t.routes {
		for _, p := range way.pools {
			if slices.ContainsFunc(p.options, func(o option) bool { return o.known && fractionMisfit(o, t.demand) != nil }) {
				return
			}
		}
	}
	for _, a := range t.asks() {
		if a.request.Kind() != inventory.GPURequestFraction {
			continue
		}
		f := r.add(t.Item, a.fact.Place, "%s of %s requests %s", names(a.container, a.index), t.speaks(), a.request)
		if a.request.IsPartition() {
			f.as(Info)
		} else {
			f.fix("request 0.125, 0.25 or 0.5, the parts of a GPU that G6f and Gr6f have")
		}
	}
}

func checkInferenceAccelerators(t *task, r *report) {
	for _, a := range t.InferenceAccelerators.Items {
		r.add(t.Item, firstPlace(a.DeviceType.Place, a.DeviceName.Place, t.InferenceAccelerators.Place),
			"%s has the inference accelerator %s", t.speaks(), a.DeviceType)
	}
	for _, a := range t.asks() {
		if a.request.Kind() == inventory.GPURequestInferenceAccelerator && len(t.InferenceAccelerators.Items) == 0 {
			r.add(t.Item, a.fact.Place, "%s of %s asks for an inference accelerator", names(a.container, a.index), t.speaks())
		}
	}
}

// firstOf is the first request of a kind.
func (t *task) firstOf(kind inventory.GPURequestKind) (asked, bool) {
	for _, a := range t.asks() {
		if a.request.Kind() == kind {
			return a, true
		}
	}
	return asked{}, false
}

func checkAll(t *task, r *report) {
	all, found := t.firstOf(inventory.GPURequestAll)
	if !found {
		return
	}
	for _, other := range t.asks() {
		whole := other.request.Kind() == inventory.GPURequestWhole || other.request.Kind() == inventory.GPURequestAll
		if other.container == all.container || !whole || other.request.Validate() != nil {
			continue
		}
		r.add(t.Item, other.fact.Place, "%s of %s asks for %s, and %s already takes all GPUs",
			names(other.container, other.index), t.speaks(), other.request, names(all.container, all.index))
	}
}

func checkMixedSharing(t *task, r *report) {
	shared, found := t.firstOf(inventory.GPURequestShared)
	if !found {
		return
	}
	for _, other := range t.asks() {
		switch other.request.Kind() {
		case inventory.GPURequestWhole, inventory.GPURequestAll, inventory.GPURequestFraction:
			r.add(t.Item, other.fact.Place, "%s of %s asks for %s, and %s for %s",
				names(other.container, other.index), t.speaks(), other.request, names(shared.container, shared.index), shared.request)
		}
	}
}

func checkExternalSharing(t *task, r *report) {
	shared, found := t.firstOf(inventory.GPURequestShared)
	if found && contains(t.Compatibilities, "EXTERNAL") {
		r.add(t.Item, shared.fact.Place, "%s is for EXTERNAL, and %s asks for %s",
			t.speaks(), names(shared.container, shared.index), shared.request)
	}
}

// firstGPU is the first request for an NVIDIA GPU of any kind.
func (t *task) firstGPU() (asked, bool) {
	for _, a := range t.asks() {
		if a.request.Type() == "GPU" {
			return a, true
		}
	}
	return asked{}, false
}

func checkFargate(t *task, r *report) {
	gpu, found := t.firstGPU()
	if !found {
		return
	}
	if contains(t.Compatibilities, "FARGATE") {
		r.add(t.Item, gpu.fact.Place, "%s is for FARGATE, and %s asks for %s", t.speaks(), names(gpu.container, gpu.index), gpu.request)
		return
	}
	for _, v := range t.services {
		if launch, ok := v.LaunchType.Get(); ok && launch == "FARGATE" {
			r.add(t.Item, gpu.fact.Place, "%s runs %s on FARGATE, and %s asks for %s",
				v.speaks(), t.speaks(), names(gpu.container, gpu.index), gpu.request)
		}
	}
}

func checkWindows(t *task, r *report) {
	gpu, found := t.firstGPU()
	system, known := t.OperatingSystem.Get()
	if found && known && strings.HasPrefix(system, "WINDOWS") {
		r.add(t.Item, gpu.fact.Place, "%s is for %s, and %s asks for %s", t.speaks(), system, names(gpu.container, gpu.index), gpu.request)
	}
}

func checkNeuronDevice(t *task, r *report) {
	first, found := t.firstOf(inventory.GPURequestNeuronDevice)
	if !found {
		return
	}
	for _, a := range t.asks() {
		if a.request.Kind() != inventory.GPURequestNeuronDevice {
			continue
		}
		if err := a.request.Validate(); err != nil {
			r.add(t.Item, a.fact.Place, "%s of %s: %s", names(a.container, a.index), t.speaks(), err)
		}
		if a.container != first.container {
			r.add(t.Item, a.fact.Place, "%s and %s of %s both ask for Neuron devices",
				names(first.container, first.index), names(a.container, a.index), t.speaks()).
				fix("ask in one container")
		}
	}
	values, _ := inventory.Values(t.Compatibilities)
	if is, known := t.compatible("MANAGED_INSTANCES"); known && !is {
		r.add(t.Item, first.fact.Place, "%s is for %s, and NeuronDevice is for MANAGED_INSTANCES only", t.speaks(), strings.Join(values, ", "))
	}
}
