package agent

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const answersFile = "testdata/answers.tsv"

// answers returns what the agent's own parser made of each value; "" is unset.
func answers(t *testing.T) map[string]map[string]string {
	t.Helper()
	text, err := os.ReadFile(answersFile)
	require.NoError(t, err)
	all := map[string]map[string]string{}
	for _, row := range rows(string(text), 3) {
		if all[row[0]] == nil {
			all[row[0]] = map[string]string{}
		}
		all[row[0]][row[1]] = row[2]
	}
	return all
}

// TestJudge_agentAgrees holds the table against the agent's own parser.
func TestJudge_agentAgrees(t *testing.T) {
	asked := answers(t)
	for name, byValue := range asked {
		s := Must(name)
		for value, answer := range byValue {
			v := s.Judge(value)
			about := name + "=" + value
			switch v.Effect {
			case Fatal:
				assert.Equal(t, "fatal", answer, about)
			case Dropped:
				assert.Equal(t, byValue[""], answer, "%s is as good as not set", about)
			case Replaced:
				assert.Equal(t, byValue[s.printedBound(v.Instead)], answer, "%s is read as %s", about, v.Instead)
			case Taken:
				if value == "" {
					continue
				}
				assert.NotEqual(t, "fatal", answer, about)
				if text, ok := printed(s, strings.TrimSpace(value)); ok {
					assert.True(t, slices.ContainsFunc(strings.Split(answer, "; "), func(field string) bool {
						return strings.HasSuffix(field, "="+text)
					}), "%s is read as %s, not as %s", about, text, answer)
				}
			}
		}
	}
	assert.Greater(t, len(asked), 70, "most settings are read by the parser")
}

// printedBound returns a bound as the probes write it.
func (s Setting) printedBound(bound string) string {
	text, _ := printed(s, bound)
	return text
}

func textsOf(value string) map[string]string {
	var texts map[string]string
	_ = json.Unmarshal([]byte(value), &texts)
	return texts
}

func TestJudge_saysHowToWriteIt(t *testing.T) {
	cases := []struct {
		name, value string
		want        Verdict
	}{
		{"ECS_CONTAINER_START_TIMEOUT", "10m", Verdict{Effect: Taken}},
		{"ECS_CONTAINER_START_TIMEOUT", "10", Verdict{Effect: Dropped, Want: "a duration with its unit, such as 90s or 10m, at least 45s"}},
		{"ECS_CONTAINER_START_TIMEOUT", "10s", Verdict{Effect: Replaced, Instead: "45s", Want: "a duration with its unit, such as 90s or 10m, at least 45s"}},
		{"ECS_CONTAINER_START_TIMEOUT", "", Verdict{Effect: Taken}},
		{"ECS_RESERVED_MEMORY", "100000", Verdict{Effect: Dropped, Want: "an integer, from 0 to 65535"}},
		{"ECS_IMAGE_PULL_BEHAVIOR", "Once", Verdict{Effect: Dropped, Want: "one of default, always, once, prefer-cached"}},
		{"ECS_CLUSTER", `"training"`, Verdict{Effect: Fatal, Want: "the value without quotes, which ecs-init passes on"}},
		{"ECS_CLUSTER", "training # ours", Verdict{Effect: Fatal, Want: "the name of a cluster, of letters, digits, - and _, or its ARN"}},
		{"ECS_ENABLE_GPU_SUPPORT", "True", Verdict{Effect: Dropped, Want: "true or false, in lower case"}},
		{"ECS_ENABLE_GPU_SUPPORT", "0", Verdict{Effect: Taken}},
		{"ECS_INSTANCE_ATTRIBUTES", "{team: vision}", Verdict{Effect: Fatal, Want: `a JSON object of texts, such as {"team":"vision"}`}},
		{"ECS_AVAILABLE_LOGGING_DRIVERS", `["loki"]`, Verdict{Effect: Fatal,
			Want: "only log drivers of json-file, syslog, journald, gelf, fluentd, awslogs, splunk, logentries, sumologic, none, awsfirelens"}},
		{"ECS_LOGLEVEL", "WARN", Verdict{Effect: Taken}},
		{"ECS_LOGFILE", "/log/agent.log", Verdict{Effect: Taken}},
		{"ECS_LOGFILE", "'/log/agent.log'", Verdict{Effect: Dropped, Want: "the value without quotes, which ecs-init passes on"}},
	}
	for _, c := range cases {
		t.Run(c.name+"="+c.value, func(t *testing.T) {
			assert.Equal(t, c.want, Must(c.name).Judge(c.value))
		})
	}
}
