package checks

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAgentStart(t *testing.T) {
	stopped := func(severity, command string) string {
		return "stopped " + severity + ": the user data of Auto Scaling group Group runs " + command + ", and nothing after it starts the ECS agent" +
			" | use systemctl restart docker, or start the agent again with systemctl start --no-block ecs."
	}
	deadlock := func(severity, command string) string {
		return "deadlock " + severity + ": the user data of Auto Scaling group Group runs " + command + ", which waits until the user data has ended" +
			" | add --no-block: systemctl enable --now --no-block ecs."
	}
	cases := map[string]struct{ image, script, want string }{
		"restart":                          {al2023Image, "systemctl restart docker", ""},
		"stop and start":                   {al2023Image, "systemctl stop docker\nsystemctl start docker", stopped("error", "systemctl stop docker")},
		"stop by service":                  {al2023Image, "service docker stop\nservice docker start", stopped("error", "service docker stop")},
		"stop with the socket":             {al2023Image, "systemctl stop docker.socket docker.service", stopped("error", "systemctl stop docker.socket docker.service")},
		"stop of the socket alone":         {al2023Image, "systemctl stop docker.socket", stopped("warning", "systemctl stop docker.socket")},
		"stop, and the agent after it":     {al2023Image, "systemctl stop docker\nsystemctl start docker\nsystemctl start --no-block ecs", ""},
		"stop, and both after it":          {al2023Image, "systemctl stop docker\nsystemctl --no-block start docker ecs", ""},
		"stop, and the agent before it":    {al2023Image, "systemctl start --no-block ecs\nsystemctl stop docker", stopped("error", "systemctl stop docker")},
		"stop, and a reboot":               {al2023Image, "systemctl stop docker\nreboot", ""},
		"stop, and who knows what":         {al2023Image, "systemctl stop docker\n/opt/setup.sh", ""},
		"stop under a condition":           {al2023Image, "if [ -b /dev/nvme1n1 ]; then systemctl stop docker; fi", stopped("warning", "systemctl stop docker")},
		"stop on an image of one's own":    {ownImage, "systemctl stop docker", stopped("warning", "systemctl stop docker")},
		"stop on another system":           {ubuntuImage, "apt-get install -y docker.io ecs-agent\nsystemctl stop docker", ""},
		"a start that waits":               {al2023Image, "systemctl start ecs", deadlock("error", "systemctl start ecs")},
		"a restart that waits":             {al2023Image, "sudo systemctl restart ecs.service", deadlock("error", "systemctl restart ecs.service")},
		"enabled, and waits":               {al2023Image, "systemctl enable ecs --now", deadlock("error", "systemctl enable ecs --now")},
		"a start that does not wait":       {al2023Image, "systemctl enable --now --no-block ecs.service", ""},
		"a start in the background":        {al2023Image, "systemctl start ecs &", ""},
		"an agent installed at boot":       {amazonLinuxImage, "dnf install -y ecs-init\nsystemctl enable --now ecs", deadlock("error", "systemctl enable --now ecs")},
		"a start on an image of one's own": {ownImage, "systemctl start ecs", deadlock("warning", "systemctl start ecs")},
		"a start on another system":        {ubuntuImage, "apt-get install -y docker.io ecs-agent\nsystemctl start ecs", ""},
		"a stop of the agent":              {al2023Image, "systemctl stop ecs", ""},
		"stop, then a start that waits":    {al2023Image, "systemctl stop docker\nsystemctl start docker ecs", deadlock("error", "systemctl start docker ecs")},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, spoken(t, launching(c.image, "#!/bin/bash\necho ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config\n"+c.script)))
		})
	}
}
