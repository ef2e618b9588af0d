package cloudwatch_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory/fromtemplate"
	"github.com/ecsgpu/cdk/test/cloudwatch"
)

const (
	sizeMetric        = "AWS/AutoScaling GroupInServiceInstances Average"
	reportingMetric   = "ecsgpu nvidia_smi_utilization_gpu SampleCount"
	utilizationMetric = "ecsgpu nvidia_smi_utilization_gpu Average"
	usedMetric        = "ecsgpu nvidia_smi_memory_used Average"
	totalMetric       = "ecsgpu nvidia_smi_memory_total Average"
	reservationMetric = "AWS/ECS/ManagedScaling CapacityProviderReservation Average"
)

// gpuAlarms judge the alarms of Monitoring by the metrics that they read.
var gpuAlarms = map[string]func(t *testing.T, a cloudwatch.Alarm, gpus float64){
	sizeMetric + " and " + reportingMetric: func(t *testing.T, a cloudwatch.Alarm, gpus float64) { judgeAlarm(t, a, missingSeries, gpus) },
	utilizationMetric:                      func(t *testing.T, a cloudwatch.Alarm, gpus float64) { judgeAlarm(t, a, idleSeries, gpus) },
	reservationMetric:                      func(t *testing.T, a cloudwatch.Alarm, gpus float64) { judgeAlarm(t, a, waitingSeries, gpus) },
	totalMetric + " and " + usedMetric:     func(t *testing.T, a cloudwatch.Alarm, gpus float64) { judgeAlarm(t, a, memorySeries, gpus) },
}

// gpuSeries is a life of a pool, and in which minutes of 150 its alarm has gone
// off and has not.
type gpuSeries struct {
	name    string
	metrics func(gpus float64) cloudwatch.Metrics // by the GPUs of an instance
	alarm   []int
	fine    []int
}

func sizes(instances, reporting cloudwatch.Metric) func(float64) cloudwatch.Metrics {
	return func(gpus float64) cloudwatch.Metrics {
		return cloudwatch.Metrics{sizeMetric: instances, reportingMetric: reporting.Times(gpus)}
	}
}

func one(metric string, m cloudwatch.Metric) func(float64) cloudwatch.Metrics {
	return func(float64) cloudwatch.Metrics { return cloudwatch.Metrics{metric: m} }
}

func memory(used, total cloudwatch.Metric) func(float64) cloudwatch.Metrics {
	return func(float64) cloudwatch.Metrics { return cloudwatch.Metrics{usedMetric: used, totalMetric: total} }
}

// always are minutes from the first to the last.
var always = []int{0, 1, 5, 10, 15, 20, 40, 70, 100, 149}

// missingSeries count GPUs that report in what one instance has.
var missingSeries = []gpuSeries{
	{name: "no instance", metrics: sizes(constant(0), never), fine: always},
	{name: "group of which EC2 publishes no size", metrics: sizes(never, never), fine: always},
	{name: "all GPUs report", metrics: sizes(constant(2), constant(2)), fine: always},
	{name: "no GPU reports", metrics: sizes(constant(0).Until(20, constant(2)), never), fine: []int{19, 30}, alarm: []int{40, 70, 149}},
	{name: "half the GPUs report", metrics: sizes(constant(2), constant(2).Until(20, constant(1))), fine: []int{19, 30}, alarm: []int{40, 70, 149}},
	{name: "GPUs stop reporting, and start again", metrics: sizes(constant(1), constant(1).Until(20, never).Until(60, constant(1))),
		fine: []int{19, 30, 70, 149}, alarm: []int{40, 59}},
	{name: "first 8 minutes of an instance", metrics: sizes(constant(0).Until(20, constant(1)), never.Until(28, constant(1))), fine: always},
	{name: "all GPUs report, 3 minutes late", metrics: sizes(constant(2), constant(2).LateBy(3)), fine: always},
	{name: "no GPU reports, and the size is 3 minutes late", metrics: sizes(constant(2).LateBy(3), constant(2).Until(20, never)),
		fine: []int{19, 30}, alarm: []int{40, 70, 149}},
	{name: "one late minute", metrics: sizes(constant(2), constant(2).Until(60, never).Until(61, constant(2))), fine: always},
	{name: "instances end", metrics: sizes(constant(2).Until(60, constant(0)), constant(2).Until(60, never)), fine: always},
}

var idleSeries = []gpuSeries{
	{name: "pool at rest", metrics: one(utilizationMetric, never), fine: always},
	{name: "GPUs work", metrics: one(utilizationMetric, constant(80)), fine: always},
	{name: "GPUs do nothing from minute 20", metrics: one(utilizationMetric, constant(80).Until(20, constant(0))), fine: []int{19, 70}, alarm: []int{85, 149}},
	{name: "GPUs do nothing, known 3 minutes late", metrics: one(utilizationMetric, constant(80).Until(20, constant(0)).LateBy(3)), fine: []int{19, 70}, alarm: []int{90, 149}},
	{name: "GPUs do nothing for 30 minutes, and their instances end", metrics: one(utilizationMetric, constant(80).Until(20, constant(0)).Until(50, never)), fine: always},
	{name: "new instance does nothing for 20 minutes", metrics: one(utilizationMetric, never.Until(20, constant(0)).Until(40, constant(80))), fine: always},
}

var waitingSeries = []gpuSeries{
	{name: "provider at rest", metrics: one(reservationMetric, constant(100)), fine: always},
	{name: "provider without a value", metrics: one(reservationMetric, never), fine: always},
	{name: "tasks wait for 10 minutes", metrics: one(reservationMetric, constant(100).Until(20, constant(200)).Until(30, constant(100))), fine: always},
	{name: "tasks wait on", metrics: one(reservationMetric, constant(100).Until(20, constant(200))), fine: []int{19, 30}, alarm: []int{40, 149}},
	{name: "tasks wait on, known 3 minutes late", metrics: one(reservationMetric, constant(100).Until(20, constant(200)).LateBy(3)), fine: []int{19, 30}, alarm: []int{40, 149}},
}

var memorySeries = []gpuSeries{
	{name: "no value of the memory", metrics: memory(never, never), fine: always},
	{name: "half of the memory", metrics: memory(constant(11000), constant(22000)), fine: always},
	{name: "nearly all of the memory", metrics: memory(constant(11000).Until(20, constant(21900)), constant(22000)), fine: []int{19, 30}, alarm: []int{40, 149}},
	{name: "nearly all of the memory, and the instances end", metrics: memory(constant(21900).Until(60, never), constant(22000).Until(60, never)),
		alarm: []int{30, 59}, fine: []int{80, 149}},
}

func judgeAlarm(t *testing.T, a cloudwatch.Alarm, all []gpuSeries, gpus float64) {
	for _, s := range all {
		underAllReadings(t, s.name, func(t *testing.T, reading cloudwatch.Reading) {
			states, err := a.Run(s.metrics(gpus), 150, reading)
			require.NoError(t, err)
			for _, minute := range s.alarm {
				assert.Equal(t, cloudwatch.InAlarm, states[minute], "minute %d of %s", minute, a.ID)
			}
			for _, minute := range s.fine {
				assert.NotEqual(t, cloudwatch.InAlarm, states[minute], "minute %d of %s", minute, a.ID)
			}
		})
	}
}

// gpusPerInstance returns the GPUs of the pool that an alarm is about, by the
// catalogue: those of the type with the fewest.
func gpusPerInstance(t *testing.T, name string, text []byte, a cloudwatch.Alarm) float64 {
	t.Helper()
	parsed, err := cloudformation.Parse(name, text)
	require.NoError(t, err)
	inv, err := fromtemplate.Read(parsed, cloudformation.Environment{})
	require.NoError(t, err)
	for _, pool := range inv.Pools {
		named := slices.ContainsFunc(a.Queries, func(q cloudwatch.Query) bool {
			return q.Dimensions["AutoScalingGroupName"] == pool.LogicalID ||
				slices.Contains(pool.CapacityProviders, q.Dimensions["CapacityProviderName"])
		})
		types, complete := pool.Hardware()
		if named && complete {
			fewest := types[0].GPUs
			for _, each := range types {
				fewest = min(fewest, each.GPUs)
			}
			return float64(fewest)
		}
	}
	require.Fail(t, "no pool for "+a.ID)
	return 0
}
