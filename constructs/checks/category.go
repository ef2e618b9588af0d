package checks

// Category groups rules by what they look at. It is the second part of a
// rule's id.
type Category string

// The categories, in the order in which findings of equal place are reported.
const (
	Fit       Category = "fit"       // does a task fit on the instances that it can be sent to
	Image     Category = "image"     // does the machine image drive the instance type
	Lifecycle Category = "lifecycle" // can the instance type still be launched, and here
	Requests  Category = "requests"  // does a container ask for GPUs in a way that works
	Scaling   Category = "scaling"   // does the pool grow, shrink, roll and go away
	Network   Category = "network"   // EFA, placement groups, network interfaces of tasks
	Logs      Category = "logs"      // can a container write its log
	Alarms    Category = "alarms"    // does an alarm or a scaling policy see its metrics, and is somebody told
	Security  Category = "security"  // what is specific to container instances
	Text      Category = "template"  // the template as text
)

// Categories returns every category in the order of the documentation.
func Categories() []Category {
	return []Category{Fit, Image, Lifecycle, Requests, Scaling, Network, Logs, Alarms, Security, Text}
}
