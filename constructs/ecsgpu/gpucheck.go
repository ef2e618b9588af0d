package ecsgpu

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// gpuCheck is the part of the boot script that keeps an instance with fewer
// GPUs than its type has from joining the cluster. It would register what it
// sees, and tasks would wait for a GPU that is broken. Shutting down makes the
// group replace it. The driver gets a minute to come up first: a check that
// comes too early would replace instances for ever.
func gpuCheck(types []hardware.InstanceType) string {
	return expectGPUs(types) + `for _ in $(seq 30); do
  seen=$(nvidia-smi --list-gpus | wc -l) || seen=0
  if [ "$seen" -ge "$want" ]; then break; fi
  sleep 2
done
if [ "$seen" -lt "$want" ]; then
  echo "found $seen of $want GPUs; shutting down, so that the group replaces this instance" >&2
  shutdown -h now
  exit 1
fi`
}

// expectGPUs sets want to the number of GPUs of the instance's type.
func expectGPUs(types []hardware.InstanceType) string {
	byCount := map[int][]string{}
	for _, t := range types {
		byCount[devices(t)] = append(byCount[devices(t)], t.Name)
	}
	counts := slices.Sorted(maps.Keys(byCount))
	if len(counts) == 1 {
		return fmt.Sprintf("want=%d\n", counts[0])
	}
	// The smallest count is the rest, so that the list stays short.
	script := "case $(instance_type) in\n"
	for _, count := range slices.Backward(counts[1:]) {
		script += fmt.Sprintf("  %s) want=%d ;;\n", shellPattern(byCount[count]), count)
	}
	return script + fmt.Sprintf("  *) want=%d ;;\nesac\n", counts[0])
}

// devices is the number of GPUs that the driver lists on a type: a fraction of
// one counts as one.
func devices(t hardware.InstanceType) int {
	count := 0
	for _, accelerator := range t.Accelerators {
		count += accelerator.LogicalCount
	}
	return count
}

// askInstanceType defines the shell function that tells an instance's type, for
// scripts of pools that may launch several.
const askInstanceType = `instance_type() {
  token=$(curl -sSf -X PUT -H 'X-aws-ec2-metadata-token-ttl-seconds: 60' http://169.254.169.254/latest/api/token)
  curl -sSf -H "X-aws-ec2-metadata-token: $token" http://169.254.169.254/latest/meta-data/instance-type
}`

// shellPattern matches any of the names in a case of the shell.
func shellPattern(names []string) string {
	return strings.Join(slices.Sorted(slices.Values(names)), "|")
}
