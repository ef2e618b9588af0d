package images

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// judgeNeuron judges an image on Inferentia and Trainium.
func judgeNeuron(img Image, t hardware.InstanceType) verdict {
	device := t.Accelerators[0].Name
	switch {
	case img.Accelerator != Neuron:
		return fails(sourceNeuron, Documented,
			fmt.Sprintf("%s has no Neuron driver: the %s devices of %s would not exist for containers", img, device, t.Name),
			useDefault)
	case t.Family() == "trn2" && img.OS == AmazonLinux2:
		return unsure(sourceChangelog+" 20240920 and 20251015", Inferred,
			fmt.Sprintf("%s pins an old Neuron driver, and nothing says that it knows the %s of %s", img, device, t.Name),
			useDefault)
	case t.Family() == "trn1n":
		return works(sourceNeuron, Inferred, fmt.Sprintf("%s has the Neuron driver; %s has the %s of trn1", img, t.Name, device))
	}
	return works(sourceNeuron, Documented, fmt.Sprintf("%s has the Neuron driver for the %s of %s", img, device, t.Name))
}
