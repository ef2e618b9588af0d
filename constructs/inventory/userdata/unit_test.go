package userdata

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRead_units(t *testing.T) {
	cases := map[string]struct{ script, want string }{
		"stop":                        {"systemctl stop docker", "stop docker.service, waits"},
		"by full name, under sudo":    {"sudo /usr/bin/systemctl start docker.service", "start docker.service, waits"},
		"several units":               {"systemctl stop docker.socket docker ecs", "stop docker.socket docker.service ecs.service, waits"},
		"without waiting":             {"systemctl --no-block restart ecs", "restart ecs.service"},
		"in the background":           {"systemctl start ecs &", "start ecs.service"},
		"a shell in the background":   {"bash -c 'sleep 5; systemctl start ecs' &", "start ecs.service"},
		"enabled for the next boot":   {"systemctl enable ecs\nsystemctl unmask ecs", ""},
		"disabled for the next boot":  {"systemctl disable ecs\nsystemctl mask docker", ""},
		"by Upstart":                  {"stop ecs\nstart ecs", "start ecs.service, perhaps"},
		"in order":                    {"service ecs stop\nsystemctl disable --now ecs\nsystemctl enable --now ecs", "stop ecs.service, waits; stop ecs.service, waits; start ecs.service, waits"},
		"in a loop":                   {"for u in docker ecs; do systemctl restart $u; done", "restart docker.service, waits; restart ecs.service, waits"},
		"in a loop without an end":    {"while sleep 1; do systemctl start ecs; done", "start ecs.service, waits, perhaps"},
		"enabled and started":         {"systemctl enable --now --no-block ecs.service", "start ecs.service"},
		"disabled and stopped":        {"systemctl disable --now docker", "stop docker.service, waits"},
		"only when it runs":           {"systemctl try-restart ecs\nsystemctl reload docker\nsystemctl status docker", ""},
		"service":                     {"service docker stop\nservice ecs restart", "stop docker.service, waits; restart ecs.service, waits"},
		"under a condition":           {"if [ -e /dev/nvme1n1 ]; then\n  systemctl stop docker\nfi", "stop docker.service, waits, perhaps"},
		"in a function":               {"setup() {\n  systemctl stop docker\n}\nsetup", "stop docker.service, waits"},
		"in parentheses":              {"(sleep 9; systemctl start ecs) &", "start ecs.service"},
		"after a failure":             {"systemctl stop docker || systemctl stop ecs", "stop docker.service, waits; stop ecs.service, waits, perhaps"},
		"in a list of cloud-config":   {"#cloud-config\nruncmd:\n- [systemctl, stop, docker]\n", "stop docker.service, waits"},
		"in a file that is only read": {"cat > /opt/x <<E\nsystemctl stop docker\nE\n", ""},
		"a start that comes later":    {"systemd-run --on-active=9 systemctl start ecs", "start ecs.service, perhaps"},
		"a start by at":               {"echo 'systemctl start ecs' | at now", "start ecs.service, perhaps; start ecs.service, perhaps"},
		"a start by a file":           {"#cloud-config\nwrite_files:\n- {path: /etc/cron.d/x, content: '@reboot root systemctl start ecs'}\n", "start ecs.service, perhaps"},
		"a reboot":                    {"systemctl stop docker\nreboot", "stop docker.service, waits; start ecs.service, perhaps"},
		"a reboot by cloud-config":    {"#cloud-config\npower_state: {mode: reboot}\n", "start ecs.service, perhaps"},
		"a unit that is not known":    {"systemctl stop $UNIT", ""},
		"settings that sound alike":   {"echo ECS_CONTAINER_START_TIMEOUT=9m >> /etc/ecs/ecs.config", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var all []string
			for _, u := range reading(c.script).Units {
				text := fmt.Sprint(u.Action, " ", strings.Join(u.Units, " "))
				if u.Waits {
					text += ", waits"
				}
				if u.Perhaps {
					text += ", perhaps"
				}
				all = append(all, text)
			}
			assert.Equal(t, c.want, strings.Join(all, "; "))
		})
	}
}
