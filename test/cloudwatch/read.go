package cloudwatch

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// Template is what a CloudFormation template holds of alarms and scaling.
type Template struct {
	Targets []Target
	Alarms  []Alarm // that set off no scaling policy
}

// Read reads a template. What it does not understand is an error, so that no
// alarm goes unjudged.
func Read(name string, text []byte) (Template, error) {
	parsed, err := cloudformation.Parse(name, text)
	if err != nil {
		return Template{}, err
	}
	ev, err := parsed.Evaluate(cloudformation.Environment{})
	if err != nil {
		return Template{}, err
	}
	r := &reader{targets: map[string]*Target{}, targetOf: map[string]string{}}
	for _, kind := range []struct {
		types string
		read  func(id string, p cloudformation.Value)
	}{
		{"AWS::ApplicationAutoScaling::ScalableTarget", r.readTarget},
		{"AWS::ApplicationAutoScaling::ScalingPolicy", r.readPolicy},
		{"AWS::CloudWatch::Alarm", r.readAlarm},
		{"AWS::AutoScaling::ScalingPolicy", func(id string, _ cloudformation.Value) {
			r.refuse(id, "a policy of an Auto Scaling group is not known here")
		}},
		{"AWS::CloudWatch::CompositeAlarm", func(id string, _ cloudformation.Value) { r.refuse(id, "a composite alarm is not known here") }},
	} {
		for _, resource := range ev.Resources() {
			if resource.Type == kind.types {
				kind.read(resource.LogicalID, resource.Properties)
			}
		}
	}
	for _, id := range r.order {
		r.result.Targets = append(r.result.Targets, *r.targets[id])
	}
	if len(r.problems) > 0 {
		return r.result, fmt.Errorf("%s: %s", name, strings.Join(r.problems, "; "))
	}
	return r.result, nil
}

type reader struct {
	result   Template
	targets  map[string]*Target
	order    []string
	targetOf map[string]string // by policy
	problems []string
}

func (r *reader) refuse(id, format string, args ...any) {
	r.problems = append(r.problems, id+": "+fmt.Sprintf(format, args...))
}

// number reads a number; a property without a default must be there.
func (r *reader) number(id string, v cloudformation.Value, fallback ...float64) float64 {
	if n, ok := v.Float(); ok {
		return n
	}
	if !v.IsAbsent() || len(fallback) == 0 {
		r.refuse(id, "%s is no number", v.Place())
		return 0
	}
	return fallback[0]
}

func (r *reader) readTarget(id string, p cloudformation.Value) {
	r.order = append(r.order, id)
	r.targets[id] = &Target{ID: id, Steps: map[string]StepPolicy{},
		Min: int(r.number(id, p.Get("MinCapacity"))), Max: int(r.number(id, p.Get("MaxCapacity")))}
}

func (r *reader) readPolicy(id string, p cloudformation.Value) {
	target := r.targets[refers(p.Get("ScalingTargetId"))]
	if target == nil {
		r.refuse(id, "its scalable target is not in the template")
		return
	}
	r.targetOf[id] = target.ID
	switch kind := textOf(p.Get("PolicyType")); kind {
	case "StepScaling":
		target.Steps[id] = r.stepPolicy(id, p.Get("StepScalingPolicyConfiguration"))
	case "TargetTrackingScaling":
		c := p.Get("TargetTrackingScalingPolicyConfiguration")
		if !c.Get("CustomizedMetricSpecification").IsAbsent() {
			r.refuse(id, "target tracking of a customized metric is not known here")
		}
		target.Tracking = append(target.Tracking, TrackingPolicy{ID: id, Value: r.number(id, c.Get("TargetValue")),
			Metric: textOf(c.Get("PredefinedMetricSpecification", "PredefinedMetricType"))})
	default:
		r.refuse(id, "policy type %q is not known here", kind)
	}
}

// defaultCooldown is what a policy without Cooldown has, in seconds (Application
// Auto Scaling API reference, StepScalingPolicyConfiguration, as of 2026-11).
const defaultCooldown = 300

func (r *reader) stepPolicy(id string, c cloudformation.Value) StepPolicy {
	p := StepPolicy{ID: id, Adjustment: textOf(c.Get("AdjustmentType")), Aggregation: textOf(c.Get("MetricAggregationType")),
		Cooldown:  int(math.Ceil(r.number(id, c.Get("Cooldown"), defaultCooldown) / 60)),
		Magnitude: int(r.number(id, c.Get("MinAdjustmentMagnitude"), 0))}
	for _, s := range c.Get("StepAdjustments").Items() {
		p.Steps = append(p.Steps, Step{
			Lower:      r.number(id, s.Get("MetricIntervalLowerBound"), math.Inf(-1)),
			Upper:      r.number(id, s.Get("MetricIntervalUpperBound"), math.Inf(1)),
			Adjustment: r.number(id, s.Get("ScalingAdjustment")),
		})
	}
	return p
}

func (r *reader) readAlarm(id string, p cloudformation.Value) {
	a := Alarm{ID: id, Operator: textOf(p.Get("ComparisonOperator")), Threshold: r.number(id, p.Get("Threshold")),
		Periods: int(r.number(id, p.Get("EvaluationPeriods"))), NoData: "missing"}
	a.ToAlarm = int(r.number(id, p.Get("DatapointsToAlarm"), float64(a.Periods)))
	if noData := textOf(p.Get("TreatMissingData")); noData != "" {
		a.NoData = noData
	}
	if metrics := p.Get("Metrics"); !metrics.IsAbsent() {
		for _, q := range metrics.Items() {
			a.Queries = append(a.Queries, r.query(id, q))
		}
	} else {
		a.Queries = []Query{{Returned: true, Metric: r.metric(id, p, p), Dimensions: dimensions(p)}}
	}
	scales := ""
	for _, action := range p.Get("AlarmActions").Items() {
		a.Actions = append(a.Actions, refers(action))
		scales += r.targetOf[refers(action)]
	}
	if target := r.targets[scales]; target != nil {
		target.Alarms = append(target.Alarms, a)
		return
	}
	r.result.Alarms = append(r.result.Alarms, a)
}

func (r *reader) query(id string, q cloudformation.Value) Query {
	query := Query{ID: textOf(q.Get("Id")), Expression: textOf(q.Get("Expression")), Returned: true}
	if returned, ok := q.Get("ReturnData").Bool(); ok {
		query.Returned = returned
	}
	if query.Expression == "" {
		metric := q.Get("MetricStat", "Metric")
		query.Metric, query.Dimensions = r.metric(id, metric, q.Get("MetricStat")), dimensions(metric)
	}
	return query
}

// metric is the name of a metric in Metrics.
func (r *reader) metric(id string, metric, stat cloudformation.Value) string {
	if period := r.number(id, stat.Get("Period")); period != 60 {
		r.refuse(id, "a period of %v seconds is not known here", period)
	}
	statistic := textOf(stat.Get("Stat")) + textOf(stat.Get("Statistic"))
	return strings.Join([]string{textOf(metric.Get("Namespace")), textOf(metric.Get("MetricName")), statistic}, " ")
}

func dimensions(metric cloudformation.Value) map[string]string {
	ids := map[string]string{}
	for _, d := range metric.Get("Dimensions").Items() {
		ids[textOf(d.Get("Name"))] = refers(d.Get("Value"))
	}
	return ids
}

func textOf(v cloudformation.Value) string {
	text, _ := v.Text()
	return text
}

func refers(v cloudformation.Value) string {
	if references := v.References(); len(references) == 1 {
		return references[0].LogicalID
	}
	return ""
}

// Reads says which metrics the alarm reads, sorted and joined by " and ".
func (a Alarm) Reads() string {
	var names []string
	for _, q := range a.Queries {
		if q.Metric != "" {
			names = append(names, q.Metric)
		}
	}
	slices.Sort(names)
	return strings.Join(names, " and ")
}
