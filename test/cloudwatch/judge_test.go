package cloudwatch_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/test/cloudwatch"
)

// templates are what our stacks and examples synthesize: tests of theirs compare
// these files with it.
func templates(t *testing.T) map[string][]byte {
	t.Helper()
	found := map[string][]byte{}
	for _, folder := range []string{"stacks", "examples", "examples/platform-team"} {
		files, err := filepath.Glob("../../" + folder + "/testdata/*.yaml")
		require.NoError(t, err)
		require.NotEmpty(t, files, folder)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			found[folder+"/"+filepath.Base(file)] = text
		}
	}
	return found
}

// Every alarm and every scaling policy of every template is judged by the metrics
// that it reads. One on other metrics fails here until somebody writes down what
// it has to do when they take which values.
func TestTemplates(t *testing.T) {
	judged := map[string]bool{}
	for name, text := range templates(t) {
		t.Run(name, func(t *testing.T) {
			read, err := cloudwatch.Read(name, text)
			require.NoError(t, err)
			for _, target := range read.Targets {
				for _, policy := range target.Tracking {
					assert.Equal(t, requestsPerTarget, policy.Metric, "nobody has written series for %s", policy.ID)
					judgeRequests(t, target, policy)
					judged[policy.Metric] = true
				}
				if len(target.Steps) == 0 {
					continue
				}
				for _, alarm := range target.Alarms {
					require.Equal(t, queueMetrics, alarm.Reads(), "nobody has written series for %s", alarm.ID)
				}
				require.Len(t, target.Alarms, len(target.Steps), "a policy that no alarm sets off")
				judgeQueue(t, name, target)
				judged[queueMetrics] = true
			}
			for _, alarm := range read.Alarms {
				if judge := gpuAlarms[alarm.Reads()]; assert.NotNil(t, judge, "nobody has written series for %s, which reads %s", alarm.ID, alarm.Reads()) {
					judge(t, alarm, gpusPerInstance(t, name, text, alarm))
					judged[alarm.Reads()] = true
				}
			}
		})
	}
	expected := []string{requestsPerTarget, queueMetrics}
	for metrics := range gpuAlarms {
		expected = append(expected, metrics)
	}
	for _, metrics := range expected {
		assert.True(t, judged[metrics], "no template has an alarm on %s any more", metrics)
	}
}

// underAllReadings runs a judgement for each way to read a missing operand.
func underAllReadings(t *testing.T, name string, judge func(*testing.T, cloudwatch.Reading)) {
	for _, reading := range cloudwatch.Readings() {
		t.Run(name+", "+string(reading), func(t *testing.T) { judge(t, reading) })
	}
}

// The page on testing lists what is judged.
func TestSeries_areDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/testing.md")
	require.NoError(t, err)
	var names []string
	for _, s := range queueSeries {
		names = append(names, s.name)
	}
	for _, s := range slices.Concat(missingSeries, idleSeries, waitingSeries, memorySeries) {
		names = append(names, s.name)
	}
	for _, name := range names {
		assert.True(t, strings.Contains(string(page), "| "+name+" |"), "docs/testing.md has no row %q", name)
	}
}

// What is not understood must not pass as judged.
func TestRead_rejects(t *testing.T) {
	for what, resource := range map[string]string{
		"a period of 300 seconds is not known here":           "{Type: AWS::CloudWatch::Alarm, Properties: {Threshold: 1, EvaluationPeriods: 1, Period: 300}}",
		"Threshold is no number":                              "{Type: AWS::CloudWatch::Alarm, Properties: {EvaluationPeriods: 1, Period: 60}}",
		"a composite alarm is not known here":                 "{Type: AWS::CloudWatch::CompositeAlarm}",
		"a policy of an Auto Scaling group is not known here": "{Type: AWS::AutoScaling::ScalingPolicy}",
		"its scalable target is not in the template":          "{Type: AWS::ApplicationAutoScaling::ScalingPolicy}",
		`MaxCapacity is no number`:                            "{Type: AWS::ApplicationAutoScaling::ScalableTarget, Properties: {MinCapacity: 0}}",
	} {
		_, err := cloudwatch.Read("odd.yaml", []byte("Resources:\n  Odd: "+resource+"\n"))
		assert.ErrorContains(t, err, what)
	}
}
