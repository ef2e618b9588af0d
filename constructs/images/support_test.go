package images

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

func image(t testing.TB, name Name) Image {
	t.Helper()
	i, found := Lookup(name)
	require.True(t, found, name)
	return i
}

func pinned(t testing.TB, name Name, version string) Image {
	t.Helper()
	i, err := image(t, name).Pin(version)
	require.NoError(t, err)
	return i
}

func custom(t testing.TB, props CustomProps) Image {
	t.Helper()
	props.ID = "ami-0123456789abcdef0"
	i, err := NewCustom(props)
	require.NoError(t, err)
	return i
}

func instance(t testing.TB, name string) hardware.InstanceType {
	t.Helper()
	i, found := hardware.Lookup(name)
	require.True(t, found, name)
	return i
}

func TestSupports_theMatrix(t *testing.T) {
	gpu, al2 := image(t, AL2023GPU), image(t, AL2GPU)
	for name, test := range map[string]struct {
		image    Image
		instance string
		want     Level
		reason   string
		remedy   string
	}{
		"standard on CPU":            {image(t, AL2023), "c5.2xlarge", Works, "registers its CPU and memory", ""},
		"standard arm64 on Graviton": {image(t, AL2023ARM64), "c7g.large", Works, "", ""},
		"arm64 on x86_64":            {image(t, AL2023ARM64), "c5.large", Fails, "does not boot on c5.large, which is x86_64", "use al2023"},
		"x86_64 on arm64":            {image(t, AL2023), "c7g.large", Fails, "built for x86_64", "use al2023-arm64"},
		"macOS":                      {image(t, AL2023), "mac2.metal", Fails, "runs macOS", "choose an x86_64 or arm64 instance type"},

		"GPU AMI on CPU types is a waste":    {gpu, "c5.2xlarge", Wasteful, "registers CPU and memory only", "use al2023"},
		"Neuron AMI on CPU types is a waste": {image(t, AL2023Neuron), "c5.2xlarge", Wasteful, "neuron drivers", "use al2023"},
		"GPUs without a driver":              {image(t, AL2023), "g5.xlarge", Fails, "would register with no GPU", "use al2023-gpu"},
		"GPUs with the Neuron driver":        {image(t, AL2023Neuron), "g5.xlarge", Fails, "no NVIDIA driver", "use al2023-gpu"},
		"Neuron without its driver":          {gpu, "inf2.xlarge", Fails, "no Neuron driver", "use al2023-neuron"},
		"Neuron with its driver":             {image(t, AL2023Neuron), "trn2.48xlarge", Works, "", ""},
		"Neuron in a relative of trn1":       {image(t, AL2023Neuron), "trn1n.32xlarge", Works, "", ""},
		"Inferentia on Amazon Linux 2":       {image(t, AL2Inf), "inf1.xlarge", Works, "", ""},
		"Trainium2 on Amazon Linux 2":        {image(t, AL2Kernel510Inf), "trn2.48xlarge", Unsure, "pins an old Neuron driver", "use al2023-neuron"},

		"AMD":                   {gpu, "g4ad.xlarge", Fails, "AMD Radeon Pro V520", "NVIDIA"},
		"Habana, a GPU to EC2":  {gpu, "dl1.24xlarge", Fails, "Habana", "NVIDIA"},
		"Qualcomm":              {image(t, AL2023), "dl2q.24xlarge", Fails, "Qualcomm", "NVIDIA"},
		"Xilinx":                {image(t, AL2023), "vt1.3xlarge", Fails, "Xilinx", "NVIDIA"},
		"AMD on a custom image": {custom(t, CustomProps{}), "g4ad.xlarge", Unsure, "behind ECS's back", "NVIDIA"},

		"Kepler":                     {gpu, "p2.xlarge", Fails, "needs a driver of branch 470 or older, and al2023-gpu has 580.178.04", "g4dn.xlarge"},
		"Maxwell":                    {gpu, "g3s.xlarge", Works, "", ""},
		"Volta":                      {gpu, "p3.16xlarge", Works, "drives the V100 (Volta) of p3.16xlarge", ""},
		"Turing":                     {gpu, "g4dn.metal", Works, "", ""},
		"Ampere":                     {gpu, "p4de.24xlarge", Works, "", ""},
		"Hopper":                     {gpu, "p5.48xlarge", Works, "", ""},
		"Blackwell":                  {gpu, "p6-b300.48xlarge", Works, "", ""},
		"Blackwell on R550":          {al2, "p6-b200.48xlarge", Fails, "needs a driver of branch 570 or newer, and al2-gpu has 550.163.01", "use al2023-gpu"},
		"RTX PRO 6000 on R550":       {al2, "g7e.2xlarge", Fails, "branch 570 or newer", "use al2023-gpu"},
		"Hopper on R550":             {al2, "p5en.48xlarge", Works, "", ""},
		"G7 is only said to fail":    {gpu, "g7.2xlarge", Unsure, "branch 595 or newer", "g6e.xlarge"},
		"G7 on R550 certainly fails": {al2, "g7.2xlarge", Fails, "branch 570 or newer", "g6e.xlarge"},

		"arm64 with GPUs on Amazon Linux": {gpu, "g5g.xlarge", Fails, "which is arm64", "use bottlerocket-2-nvidia-arm64"},
		"arm64 with GPUs on Bottlerocket": {image(t, Bottlerocket2NVIDIAARM64), "g5g.xlarge", Works, "", ""},
		"P3 on Bottlerocket":              {image(t, Bottlerocket2NVIDIA), "p3.2xlarge", Works, "", ""},
		"an old Bottlerocket":             {pinned(t, Bottlerocket2NVIDIA, "1.19.5"), "p6-b200.48xlarge", Fails, "R535", "use al2023-gpu"},
		"a Bottlerocket in between":       {pinned(t, Bottlerocket2NVIDIA, "1.30.0"), "p6-b200.48xlarge", Unsure, "R535 to R570", "use al2023-gpu"},

		"a fraction":                       {gpu, "gr6f.4xlarge", Works, "", ""},
		"a fraction on Amazon Linux 2":     {al2, "g6f.xlarge", Unsure, "GRID", "al2023-gpu"},
		"a fraction on Bottlerocket":       {image(t, Bottlerocket2NVIDIA), "g6f.xlarge", Unsure, "GRID", "al2023-gpu"},
		"a fraction before GRID":           {pinned(t, AL2023GPU, "20251015"), "g6f.xlarge", Fails, "older than the build that brought it (20251027)", "latest build"},
		"a fraction before its licence":    {pinned(t, AL2023GPU, "20251119"), "g6f.xlarge", Unsure, "without the licence daemon", "latest build"},
		"a fraction with its licence":      {pinned(t, AL2023GPU, "20260323"), "g6f.xlarge", Works, "", ""},
		"P6 before its fabric":             {pinned(t, AL2023GPU, "20250613"), "p6-b200.48xlarge", Fails, "they came with build 20250626", "use the latest build"},
		"B300 on the first builds for P6":  {pinned(t, AL2023GPU, "20250626"), "p6-b300.48xlarge", Unsure, "branch", "use the latest build"},
		"P3 before the choice of modules":  {pinned(t, AL2023GPU, "20251015"), "p3.2xlarge", Unsure, "proprietary kernel modules", "latest build"},
		"P3 with the choice of modules":    {pinned(t, AL2023GPU, "20251027"), "p3.2xlarge", Works, "", ""},
		"P3dn when the list had only P3":   {pinned(t, AL2023GPU, "20251027"), "p3dn.24xlarge", Unsure, "a list of devices", "latest build"},
		"P3dn today":                       {gpu, "p3dn.24xlarge", Works, "", ""},
		"a build that never was":           {pinned(t, AL2023GPU, "20240101"), "g5.xlarge", Unsure, "older than the first build", "latest build"},
		"Kepler on an AL2 of its time":     {pinned(t, AL2GPU, "20230906"), "p2.xlarge", Works, "", ""},
		"Kepler just after":                {pinned(t, AL2GPU, "20230912"), "p2.xlarge", Fails, "branch 470 or older", "R470"},
		"Hopper on an AL2 before it":       {pinned(t, AL2GPU, "20230906"), "p5.48xlarge", Fails, "branch 520 or newer", "use al2023-gpu"},
		"Hopper on the first AL2 with it":  {pinned(t, AL2GPU, "20230929"), "p5.48xlarge", Works, "", ""},
		"the Deep Learning AMI on P3":      {custom(t, CustomProps{NVIDIADriver: "550.163.01"}), "p3.2xlarge", Works, "provided that its kernel modules", ""},
		"one's own driver, too new":        {custom(t, CustomProps{NVIDIADriver: "595"}), "p3.2xlarge", Fails, "branch 580 or older", "use al2023-gpu"},
		"one's own driver for Kepler":      {custom(t, CustomProps{NVIDIADriver: "470.182.03"}), "p2.xlarge", Works, "470.182.03", ""},
		"one's own driver for G7":          {custom(t, CustomProps{NVIDIADriver: "595.91.07"}), "g7.2xlarge", Works, "", ""},
		"one's own driver for fractions":   {custom(t, CustomProps{NVIDIADriver: "580", GRID: true}), "g6f.xlarge", Works, "", ""},
		"fractions without a claim":        {custom(t, CustomProps{NVIDIADriver: "580"}), "g6f.xlarge", Unsure, "does not claim it", "set GRID"},
		"one's own image without a driver": {custom(t, CustomProps{}), "g5.xlarge", Fails, "custom ami-0123456789abcdef0 has no NVIDIA driver", "use al2023-gpu"},
		"one's own Neuron image":           {custom(t, CustomProps{Neuron: true}), "inf2.xlarge", Works, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := Supports(test.image, instance(t, test.instance))
			assert.Equal(t, test.want, s.Level, s.Reason)
			assert.Contains(t, s.Reason, test.reason)
			assert.Contains(t, s.Remedy, test.remedy)
		})
	}
}

// Every image on every type: about 46,000 judgements.
func TestSupports_isTotal(t *testing.T) {
	candidates := append(All(),
		custom(t, CustomProps{}), custom(t, CustomProps{NVIDIADriver: "470"}), custom(t, CustomProps{NVIDIADriver: "600.1", GRID: true}),
		custom(t, CustomProps{Architecture: hardware.ARM64, NVIDIADriver: "580"}), custom(t, CustomProps{Neuron: true}),
		pinned(t, AL2023GPU, "20230101"), pinned(t, AL2023GPU, "20250206"), pinned(t, AL2023GPU, "20251027"),
		pinned(t, AL2GPU, "20200101"), pinned(t, AL2GPU, "20240101"), pinned(t, Bottlerocket2NVIDIA, "1.10.0"),
		Image{}, Image{Name: "nonsense", Accelerator: NVIDIA, Architecture: hardware.X86_64})
	types := hardware.All()
	for _, img := range candidates {
		for _, i := range types {
			s := Supports(img, i)
			if problem := malformed(s); problem != "" {
				t.Errorf("%s on %s: %s: %+v", img, i.Name, problem, s)
			}
		}
	}
}

// malformed says what is wrong with a judgement's form.
func malformed(s Support) string {
	switch {
	case s.Level != Works && s.Level != Wasteful && s.Level != Unsure && s.Level != Fails:
		return "unknown level"
	case s.OK == (s.Level == Fails):
		return "OK and level disagree"
	case s.Reason == "" || s.Source == "":
		return "no reason or no source"
	case s.Certainty != Documented && s.Certainty != SourceCode && s.Certainty != ThirdParty && s.Certainty != Inferred:
		return "unknown certainty"
	case s.Level != Works && s.Remedy == "":
		return "no remedy"
	case s.Level == Fails && !s.Certainty.IsFirm():
		return "a refusal that rests on hearsay"
	case strings.HasSuffix(s.Reason, ".") || strings.HasSuffix(s.Remedy, "."):
		return "a full stop"
	case strings.Contains(s.Reason+s.Remedy, "%!"):
		return "a broken format"
	}
	return ""
}

func TestSupports_saysWhatUserDataMustDo(t *testing.T) {
	s := Supports(image(t, AL2023GPU), instance(t, "g6f.large"))
	assert.Equal(t, Works, s.Level)
	assert.Equal(t, "vm.overcommit_memory=1", s.Sysctl)
	assert.Contains(t, s.Remedy, "user data")

	for _, other := range []string{"g6f.xlarge", "gr6f.4xlarge", "g6.xlarge"} {
		assert.Empty(t, Supports(image(t, AL2023GPU), instance(t, other)).Sysctl, other)
	}
}

func TestSupports_neverRegrets(t *testing.T) {
	// What a build drives, later builds of the same image drive too, except
	// that Amazon Linux 2 dropped Kepler.
	for _, img := range All() {
		name, changes := img.Name, img.family.builds(img.Name)
		for _, i := range hardware.All() {
			if !i.IsNVIDIA() || i.Generation == hardware.Kepler {
				continue
			}
			driven := false
			for _, b := range changes[min(1, len(changes)):] {
				works := Supports(pinned(t, name, b.since), i).Level == Works
				assert.False(t, driven && !works, "%s %s on %s", name, b.since, i.Name)
				driven = works
			}
		}
	}
}

func BenchmarkSupports(b *testing.B) {
	gpu, g5 := image(b, AL2023GPU), instance(b, "g5.xlarge")
	for b.Loop() {
		Supports(gpu, g5)
	}
}
