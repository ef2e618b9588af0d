package checks

import (
	"go/ast"
	"go/parser"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/inventory"
)

const sourceMetricNames = "Amazon SQS developer guide, available CloudWatch metrics, and Amazon ECS developer guide, CloudWatch metrics (as of 2026-11)"

// sqsMetrics are the metrics of AWS/SQS; true are those that are published only
// now and then while the queue is active (Amazon SQS developer guide, available
// CloudWatch metrics, as of 2026-11).
var sqsMetrics = map[string]bool{
	"ApproximateAgeOfOldestMessage":                      true,
	"ApproximateAgeOfOldestMessageInQuietGroups":         false,
	"ApproximateNumberOfGroupsWithInflightMessages":      false,
	"ApproximateNumberOfMessagesDelayed":                 true,
	"ApproximateNumberOfMessagesDelayedInQuietGroups":    false,
	"ApproximateNumberOfMessagesNotVisible":              true,
	"ApproximateNumberOfMessagesNotVisibleInQuietGroups": false,
	"ApproximateNumberOfMessagesVisible":                 false,
	"ApproximateNumberOfMessagesVisibleInQuietGroups":    false,
	"ApproximateNumberOfNoisyGroups":                     false,
	"NumberOfDeduplicatedSentMessages":                   true,
	"NumberOfEmptyReceives":                              true,
	"NumberOfMessagesDeleted":                            true,
	"NumberOfMessagesReceived":                           true,
	"NumberOfMessagesSent":                               true,
	"SentMessageSize":                                    true,
}

// ecsMetrics are metrics of AWS/ECS. All are missing while no task runs (Amazon
// ECS developer guide, CloudWatch metrics, as of 2026-11). Those of Service
// Connect are left out: they have no near name among these.
var ecsMetrics = map[string]bool{
	"CPUReservation": true, "CPUUtilization": true, "EBSFilesystemUtilization": true,
	"GPUReservation": true, "MemoryReservation": true, "MemoryUtilization": true,
}

// metricsByNamespace are the namespaces whose metrics are known here.
var metricsByNamespace = map[string]map[string]bool{
	"AWS/SQS": sqsMetrics, "AWS/ECS": ecsMetrics, "AWS/ECS/ManagedScaling": {"CapacityProviderReservation": false},
}

// meant are names that are something else than a metric: attributes of a queue.
var meant = map[string]string{"ApproximateNumberOfMessages": "ApproximateNumberOfMessagesVisible"}

// checkMetricName reports names that are nearly those of metrics. Another name
// may be that of a newer metric.
func checkMetricName(w *inventory.Watch, r *report) {
	for _, m := range w.Metrics.Items {
		namespace, _ := m.Namespace.Get()
		name, known := m.Name.Get()
		metrics := metricsByNamespace[namespace]
		if _, published := metrics[name]; !known || metrics == nil || published {
			continue
		}
		near := meant[name]
		for published := range metrics {
			if slices.Equal(words(name), words(published)) {
				near = published
			}
		}
		if near != "" {
			r.add(w.Item, m.Name.Place, "%s reads the metric %s of %s, which is not published", w.Label(), name, namespace).
				fix("write %s.", near)
		}
	}
}

// words returns the words of a name such as MessagesVisible, without case, plural
// and order. Capitals before a word of their own are one: GPUReservation has two.
func words(name string) []string {
	var all []string
	start := 0
	for i := 1; i < len(name); i++ {
		if isUpper(name[i]) && (!isUpper(name[i-1]) || i+1 < len(name) && !isUpper(name[i+1])) {
			all = append(all, name[start:i])
			start = i
		}
	}
	all = append(all, name[start:])
	for i, word := range all {
		all[i] = strings.TrimSuffix(strings.ToLower(word), "s")
	}
	slices.Sort(all)
	return all
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// checkMissingValues reports expressions that calculate with two metrics of which
// one may have no value, and is not filled.
func checkMissingValues(w *inventory.Watch, r *report) {
	sparse := map[string]string{}
	for _, m := range w.Metrics.Items {
		id, _ := m.ID.Get()
		namespace, _ := m.Namespace.Get()
		if name, _ := m.Name.Get(); metricsByNamespace[namespace][name] {
			sparse[id] = name
		}
	}
	for _, m := range w.Metrics.Items {
		expression, known := m.Expression.Get()
		if !known {
			continue
		}
		filled, bare, understood := operands(expression)
		if !understood || len(filled)+len(bare) < 2 {
			continue
		}
		for _, id := range bare {
			if name := sparse[id]; name != "" {
				r.add(w.Item, m.Expression.Place, "%s calculates %q, and %s has no value at times", w.Label(), expression, name).
					fix("write FILL(%s, 0) if no value means zero, and let several values decide, because a late one reads as zero.", id)
			}
		}
	}
}

// maxExpression is how long an expression may be (Amazon CloudWatch API reference,
// MetricDataQuery, as of 2026-11).
const maxExpression = 2048

// operands returns the ids that an expression fills, and those that it does not.
// It understands numbers, ids, + - * /, parentheses and FILL, whose syntax is
// that of Go too.
func operands(expression string) (filled, bare []string, understood bool) {
	if len(expression) > maxExpression {
		return nil, nil, false
	}
	tree, err := parser.ParseExpr(expression)
	if err != nil {
		return nil, nil, false
	}
	understood = true
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch e := n.(type) {
		case *ast.CallExpr:
			name, _ := e.Fun.(*ast.Ident)
			if understood = name != nil && name.Name == "FILL" && len(e.Args) == 2; !understood {
				return false
			}
			if id, ok := e.Args[0].(*ast.Ident); ok {
				filled = append(filled, id.Name)
			} else {
				ast.Inspect(e.Args[0], visit) // a sum that is filled has holes inside
			}
			return false
		case *ast.Ident:
			if !slices.Contains(bare, e.Name) {
				bare = append(bare, e.Name)
			}
		case nil, *ast.BasicLit, *ast.BinaryExpr, *ast.ParenExpr, *ast.UnaryExpr:
		default:
			understood = false
		}
		return understood
	}
	ast.Inspect(tree, visit)
	return filled, bare, understood
}
