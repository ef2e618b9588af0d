// Package boot writes the user data of Amazon Linux container instances: a
// script that cloud-init runs at the first boot, before the ECS agent starts,
// and units of systemd for what every boot needs.
//
// The relations of the units follow those of the ECS-optimized images
// (aws/amazon-ecs-ami a2532d3, aws/amazon-ecs-agent v1.105.1,
// packaging/amazon-linux-ami-integrated/ecs.service):
//
//   - ecs.service starts after cloud-final.service, which runs this script. A
//     start of it that waits for an answer would wait for itself.
//   - ecs.service is part of docker.service. To stop docker.service takes the
//     waiting start of ecs.service away, and starting docker.service does not
//     bring it back; restarting docker.service leaves it in place. Whether
//     docker.service starts after cloud-final.service as well is not documented,
//     so nothing here waits for it.
//   - nvidia-kmod-load.service builds and loads the driver, before ecs.service
//     and beside cloud-final.service.
package boot

import (
	"embed"
	"strings"
)

// Script says what an instance does at its boot. Its text is the template of an
// Fn::Sub: ${Name} is for CloudFormation, ${!name} for the shell.
type Script struct {
	// ECSConfig is the text of /etc/ecs/ecs.config, a template as well.
	ECSConfig string
	// GPUs are the counts of GPUs below which an instance stays out of the
	// cluster. Default: it joins with what it has.
	GPUs GPUCounts
	// DisksAt is where the instance's own disks are mounted. Default: nowhere.
	DisksAt string
	// Sysctls are kernel parameters.
	Sysctls []Sysctl
	// GPUMetrics is the namespace of the CloudWatch metrics of the GPUs.
	// Default: none are published.
	GPUMetrics string
	// Group is the logical id of the Auto Scaling group whose creation and
	// update wait for a signal. Default: nobody waits.
	Group string
	// Commands are the user's, templates as well.
	Commands []string
}

//go:embed files
var files embed.FS

// directory is where the instance keeps the files.
const directory = "/opt/ecsgpu/"

// DockerData is where Docker keeps the images and layers of containers.
const DockerData = "/var/lib/docker"

// Template returns the script. It stops at the first command that fails; the
// instance then stays out of the cluster, and CloudFormation learns of it.
func (s Script) Template() string {
	var w writer
	w.WriteString("#!/bin/bash\nset -euo pipefail\nmkdir -p /etc/ecs " + strings.TrimSuffix(directory, "/") + "\n")
	s.prepareEnd(&w)
	w.file("/etc/ecs/ecs.config", ">>", s.ECSConfig)
	s.setKernel(&w)
	s.countGPUs(&w)
	s.mountDisks(&w)
	s.publishMetrics(&w)
	for _, command := range s.Commands {
		w.line("%s", command)
	}
	return w.String()
}

// prepareEnd makes sure that a failure of any later line has its consequence.
func (s Script) prepareEnd(w *writer) {
	w.tool("failed")
	if s.Group != "" || s.DisksAt != "" || s.GPUMetrics != "" {
		w.tool("install")
	}
	if s.Group != "" || len(s.GPUs) > 0 || len(s.Sysctls) > 0 {
		settings := "region='${AWS::Region}'\nsuffix='${AWS::URLSuffix}'\n"
		if s.Group != "" {
			settings += "stack='${AWS::StackName}'\ngroup='" + s.Group + "'\n"
		}
		w.file(directory+"settings", ">", settings)
		w.tool("metadata")
		w.tool("query")
	}
	if s.Group == "" {
		w.line(`trap 'code=$?; [ "$code" -eq 0 ] || %sfailed "$code"' EXIT`, directory)
		return
	}
	w.tool("signal")
	w.tool("registered")
	w.unit("ecsgpu-registered.service", "")
	w.line("finish() {\n  code=$?\n  if [ \"$code\" -eq 0 ]; then\n    systemctl start --no-block ecsgpu-registered.service\n  else\n"+
		"    %[1]sfailed \"$code\" || true\n    %[1]ssignal \"$code\"\n  fi\n}\ntrap finish EXIT", directory)
	w.line("%sinstall aws-cfn-bootstrap", directory)
}

func (s Script) countGPUs(w *writer) {
	if len(s.GPUs) == 0 {
		return
	}
	w.tool("count-gpus")
	w.unit("ecsgpu-gpus.service", s.GPUs.arguments())
	w.line("systemctl enable ecsgpu-gpus.service\nsystemctl start ecsgpu-gpus.service")
}

// mountDisks mounts the disks and has Docker start again on them. The restart is
// not waited for, because Docker may itself start after this script.
func (s Script) mountDisks(w *writer) {
	if s.DisksAt == "" {
		return
	}
	w.tool("local-disks")
	w.unit("ecsgpu-disks.service", s.DisksAt)
	w.line("systemctl enable ecsgpu-disks.service\nsystemctl start ecsgpu-disks.service")
	if s.DisksAt == DockerData {
		w.line("systemctl restart --no-block docker.service")
	}
}

// publishMetrics starts the CloudWatch agent with its NVIDIA section
// (amazon-cloudwatch-agent, plugin nvidia_smi, ab55b8d), which starts it again
// at every boot. ECS documents no metric of GPU utilization.
func (s Script) publishMetrics(w *writer) {
	if s.GPUMetrics == "" {
		return
	}
	const agent = "/opt/aws/amazon-cloudwatch-agent/"
	config, _ := files.ReadFile("files/gpu-metrics.json")
	w.line("%sinstall amazon-cloudwatch-agent", directory)
	w.file(agent+"etc/gpu.json", ">", Escape(strings.ReplaceAll(string(config), "@NAMESPACE@", s.GPUMetrics)))
	w.line("%sbin/amazon-cloudwatch-agent-ctl -a fetch-config -m ec2 -s -c file:%[1]setc/gpu.json", agent)
}

// Escape keeps the shell's own ${…} from Fn::Sub.
func Escape(text string) string { return strings.ReplaceAll(text, "${", "${!") }
