package inventory

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// GPURequestKind is how a container requests an accelerator.
type GPURequestKind string

const (
	GPURequestWhole                GPURequestKind = "whole"                 // a number of GPUs, each its own
	GPURequestAll                  GPURequestKind = "all"                   // every GPU of the instance
	GPURequestFraction             GPURequestKind = "fraction"              // a fractional instance (G6f, Gr6f)
	GPURequestShared               GPURequestKind = "shared"                // a share by NVIDIA MPS
	GPURequestInferenceAccelerator GPURequestKind = "inference-accelerator" // Elastic Inference, which has ended
	GPURequestNeuronDevice         GPURequestKind = "neuron-device"         // Inferentia, Trainium on Managed Instances
	GPURequestInvalid              GPURequestKind = "invalid"               // ECS refuses it; see Text
)

// FractionsUncertain is what is not settled about parts of a GPU, for messages.
const FractionsUncertain = "AWS's documents disagree on decimal numbers of GPUs: the ECS developer guide places one such as 0.25 on a fractional GPU instance (G6f, Gr6f), the ECS API reference names whole numbers and ALL only"

// SourceFractions is where FractionsUncertain is read.
const SourceFractions = "Amazon ECS developer guide, specifying GPUs in a task definition; Amazon ECS API reference, ResourceRequirement (botocore 1.44.5, 2026-11)"

// fractions are the sizes of fractional GPUs that EC2 offers (G6f, Gr6f).
var fractions = []float64{0.125, 0.25, 0.5}

// GPURequest is one resource requirement of a container. The zero value asks
// for nothing. It cannot say two ways at once; use its constructors.
type GPURequest struct {
	kind              GPURequestKind
	gpus              float64
	memoryMiB         int
	maxComputePercent int
	typ, text         string // as written
}

// WholeGPUs requests n GPUs that no other container gets. n is at least 1.
func WholeGPUs(n int) GPURequest {
	return GPURequest{kind: GPURequestWhole, gpus: float64(n), typ: "GPU", text: strconv.Itoa(n)}
}

// InvalidGPURequest returns a request of a type with a text that ECS refuses.
func InvalidGPURequest(typ, text string) GPURequest {
	return GPURequest{kind: GPURequestInvalid, typ: typ, text: text}
}

// AllGPUs requests every GPU of the instance that the task is placed on.
func AllGPUs() GPURequest { return GPURequest{kind: GPURequestAll, typ: "GPU", text: "ALL"} }

// FractionalGPU requests a part of a GPU, above 0 and below 1, on an instance
// with at least that part: G6f and Gr6f have 0.125, 0.25 or 0.5. See
// FractionsUncertain.
func FractionalGPU(f float64) GPURequest {
	return GPURequest{kind: GPURequestFraction, gpus: f, typ: "GPU", text: strconv.FormatFloat(f, 'f', -1, 64)}
}

// SharedGPU requests a share of a GPU by NVIDIA MPS: memoryMiB of its memory (at
// least 1), and at most maxComputePercent of its compute (1 to 100; 0: no limit).
func SharedGPU(memoryMiB, maxComputePercent int) GPURequest {
	return GPURequest{kind: GPURequestShared, memoryMiB: memoryMiB, maxComputePercent: maxComputePercent, typ: "GPU"}
}

// NeuronDevices requests the Neuron devices of a Managed Instances host: "ALL",
// the only value ECS knows.
func NeuronDevices(value string) GPURequest {
	return GPURequest{kind: GPURequestNeuronDevice, typ: "NeuronDevice", text: value}
}

// ParseGPURequest reads a resource requirement of a container definition
// without a sharing strategy. What ECS would refuse is GPURequestInvalid.
func ParseGPURequest(typ, value string) GPURequest {
	r := GPURequest{kind: GPURequestInvalid, typ: typ, text: value}
	switch typ {
	case "InferenceAccelerator":
		r.kind = GPURequestInferenceAccelerator
	case "NeuronDevice":
		r.kind = GPURequestNeuronDevice
	case "GPU":
		r.kind, r.gpus = parseGPUs(value)
	}
	return r
}

func parseGPUs(value string) (GPURequestKind, float64) {
	if value == "ALL" {
		return GPURequestAll, 0
	}
	if n, err := strconv.Atoi(value); err == nil && n >= 1 && n <= math.MaxInt32 && strconv.Itoa(n) == value {
		return GPURequestWhole, float64(n)
	}
	if strings.Trim(value, "0123456789.") != "" {
		return GPURequestInvalid, 0
	}
	if f, form := cloudformation.ParseNumber(value); form.IsNumber() && f > 0 && f < 1 {
		return GPURequestFraction, f
	}
	return GPURequestInvalid, 0
}

// Kind returns how it asks; empty for the zero value.
func (r GPURequest) Kind() GPURequestKind { return r.kind }

// IsZero reports whether nothing is requested.
func (r GPURequest) IsZero() bool { return r.kind == "" }

// GPUs returns the number of GPUs (a fraction for GPURequestFraction) that the
// request takes from the instance; 0 for the other kinds.
func (r GPURequest) GPUs() float64 { return r.gpus }

// IsPartition reports whether a fraction is one of the parts of a GPU that EC2
// offers: 0.125, 0.25 and 0.5.
func (r GPURequest) IsPartition() bool {
	return r.kind == GPURequestFraction && slices.Contains(fractions, r.gpus)
}

// MemoryMiB returns the memory of a shared GPU; 0 for the other kinds.
func (r GPURequest) MemoryMiB() int { return r.memoryMiB }

// MaxComputePercent returns the limit of a shared GPU; 0 for none.
func (r GPURequest) MaxComputePercent() int { return r.maxComputePercent }

// Type returns the requirement's Type as ECS takes it: GPU,
// InferenceAccelerator or NeuronDevice.
func (r GPURequest) Type() string { return r.typ }

// Value returns the requirement's Value as ECS takes it; empty for a shared GPU.
func (r GPURequest) Value() string { return r.text }

// Properties returns the ResourceRequirement of an AWS::ECS::TaskDefinition;
// nil for the zero value.
func (r GPURequest) Properties() map[string]any {
	switch r.kind {
	case "":
		return nil
	case GPURequestShared:
		mps := map[string]any{"Memory": r.memoryMiB}
		if r.maxComputePercent != 0 {
			mps["MaxComputePercent"] = r.maxComputePercent
		}
		return map[string]any{"Type": r.typ, "SharingStrategy": map[string]any{"NvidiaMps": mps}}
	default:
		return map[string]any{"Type": r.typ, "Value": r.text}
	}
}

// Validate returns all that ECS or EC2 would refuse about the request by itself.
func (r GPURequest) Validate() error {
	switch r.kind {
	case "", GPURequestAll:
		return nil
	case GPURequestWhole:
		if r.gpus < 1 {
			return fmt.Errorf("a number of GPUs must be at least 1, got %s", r.text)
		}
	case GPURequestFraction:
		if r.gpus <= 0 || r.gpus >= 1 {
			return fmt.Errorf("a fraction of a GPU must be above 0 and below 1, got %s", r.text)
		}
	case GPURequestShared:
		return r.validateShare()
	case GPURequestInferenceAccelerator:
		return errors.New("an inference accelerator cannot be used: Elastic Inference ended in April 2024; use a GPU or a Neuron instance")
	case GPURequestNeuronDevice:
		if r.text != "ALL" {
			return fmt.Errorf("a NeuronDevice requirement must be ALL, got %q", r.text)
		}
	default:
		return r.invalid()
	}
	return nil
}

func (r GPURequest) validateShare() error {
	var problems []error
	if r.memoryMiB < 1 {
		problems = append(problems, fmt.Errorf("memory of a shared GPU must be at least 1 MiB, got %d", r.memoryMiB))
	}
	if r.maxComputePercent < 0 || r.maxComputePercent > 100 {
		problems = append(problems, fmt.Errorf("compute limit of a shared GPU must be 1 to 100 percent, or 0 for no limit, got %d", r.maxComputePercent))
	}
	return errors.Join(problems...)
}

func (r GPURequest) invalid() error {
	if r.typ != "GPU" {
		return fmt.Errorf("type of a resource requirement must be GPU or NeuronDevice, got %q", r.typ)
	}
	return fmt.Errorf("a GPU requirement must be a whole number from 1, ALL, or a decimal below 1 such as 0.25, got %q", r.text)
}

// String returns the request as a person says it, for example "4 GPUs".
func (r GPURequest) String() string {
	switch r.kind {
	case "":
		return "no GPU"
	case GPURequestAll:
		return "all GPUs"
	case GPURequestWhole:
		if r.gpus == 1 {
			return "1 GPU"
		}
		return r.text + " GPUs"
	case GPURequestFraction:
		return r.text + " of a GPU"
	case GPURequestShared:
		return fmt.Sprintf("%d MiB of a shared GPU", r.memoryMiB)
	default:
		return fmt.Sprintf("%s %q", r.typ, r.text)
	}
}
