package fromtemplate

import (
	"strings"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// category is a kind of item that links point to.
type category string

const (
	clusterCategory        category = "cluster"
	providerCategory       category = "capacity provider"
	groupCategory          category = "group"
	taskDefinitionCategory category = "task definition"
	roleCategory           category = "role"
	profileCategory        category = "instance profile"
	securityGroupCategory  category = "security group"
	placementGroupCategory category = "placement group"
	subnetCategory         category = "subnet"
	logGroupCategory       category = "log group"
	reservationCategory    category = "capacity reservation"
	launchTemplateCategory category = "launch template"
	launchConfigCategory   category = "launch configuration"
	topicCategory          category = "topic"
	keyCategory            category = "key" // of KMS: never in the inventory, so never a target
)

// categories say which resources a category consists of, and where they are named.
var categories = map[category]struct{ resourceType, nameProperty string }{
	clusterCategory:        {typeCluster, "ClusterName"},
	providerCategory:       {typeCapacityProvider, "Name"},
	groupCategory:          {typeGroup, "AutoScalingGroupName"},
	taskDefinitionCategory: {typeTaskDefinition, "Family"},
	roleCategory:           {typeRole, "RoleName"},
	profileCategory:        {typeInstanceProfile, "InstanceProfileName"},
	securityGroupCategory:  {typeSecurityGroup, "GroupName"},
	placementGroupCategory: {typePlacementGroup, "GroupName"},
	subnetCategory:         {typeSubnet, ""},
	logGroupCategory:       {typeLogGroup, "LogGroupName"},
	reservationCategory:    {typeCapacityReservation, ""},
	topicCategory:          {typeTopic, "TopicName"},
	launchTemplateCategory: {typeLaunchTemplate, "LaunchTemplateName"},
	launchConfigCategory:   {typeLaunchConfiguration, "LaunchConfigurationName"},
}

// nameIndex finds resources by their names, known or with holes; a name that
// several resources have finds none.
type nameIndex map[string]string

// link reads a property that names another resource.
func (r *reader) link(v cloudformation.Value, c category) inventory.Link {
	return r.linkFact(text(v), c)
}

func (r *reader) linkFact(f inventory.Fact[string], c category) inventory.Link {
	return inventory.Link{Fact: f, Target: r.target(f, c)}
}

func (r *reader) links(v cloudformation.Value, c category) inventory.List[inventory.Link] {
	return list(v, func(item cloudformation.Value) (inventory.Link, bool) { return r.link(item, c), true })
}

// firstLink returns the first of several properties that is there.
func (r *reader) firstLink(v cloudformation.Value, c category, properties ...string) inventory.Link {
	for _, property := range properties {
		if found := v.Get(property); !found.IsAbsent() {
			return r.link(found, c)
		}
	}
	return inventory.Link{}
}

// target returns the one resource of the category that a text refers to, or
// whose name it is, or ends in (an ARN).
func (r *reader) target(f inventory.Fact[string], c category) string {
	if f.IsAbsent() || c == keyCategory {
		return ""
	}
	if id := r.referenced(f.References, c); id != "" {
		return id
	}
	if f.Text == "" {
		return ""
	}
	index := r.nameIndex(c)
	if id := index[f.Text]; id != "" {
		return id
	}
	return index[bareName(f.Text, c)]
}

func (r *reader) referenced(references []cloudformation.Reference, c category) string {
	found := ""
	for _, reference := range references {
		resource, ok := r.ev.Resource(reference.LogicalID)
		if !ok || resource.Type != categories[c].resourceType || reference.LogicalID == found {
			continue
		}
		if found != "" {
			return ""
		}
		found = reference.LogicalID
	}
	return found
}

// bareName returns the name in an ARN, and the family in family:revision.
func bareName(text string, c category) string {
	if strings.HasPrefix(text, "arn:") {
		text = text[strings.LastIndexByte(text, '/')+1:]
	}
	if c == taskDefinitionCategory {
		text, _, _ = strings.Cut(text, ":")
	}
	return text
}

func (r *reader) nameIndex(c category) nameIndex {
	if index, ok := r.names[c]; ok {
		return index
	}
	index := nameIndex{}
	where := categories[c]
	if where.nameProperty != "" {
		for _, resource := range r.byType[where.resourceType] {
			index.add(text(resource.Properties.Get(where.nameProperty)).Text, resource.LogicalID)
		}
	}
	if r.names == nil {
		r.names = map[category]nameIndex{}
	}
	r.names[c] = index
	return index
}

func (index nameIndex) add(name, logicalID string) {
	if name == "" {
		return
	}
	if _, taken := index[name]; taken {
		logicalID = ""
	}
	index[name] = logicalID
}
