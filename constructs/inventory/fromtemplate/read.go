package fromtemplate

import (
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// Read evaluates a template under an environment and says what it holds about
// ECS. The error is that of [cloudformation.Template.Evaluate].
func Read(t *cloudformation.Template, env cloudformation.Environment) (*inventory.Inventory, error) {
	ev, err := t.Evaluate(env)
	if err != nil {
		return nil, err
	}
	return FromEvaluation(ev), nil
}

// FromEvaluation returns what an evaluated template holds about ECS.
func FromEvaluation(ev *cloudformation.Evaluation) *inventory.Inventory {
	return fromEvaluation(ev, newMemory())
}

func fromEvaluation(ev *cloudformation.Evaluation, m *memory) *inventory.Inventory {
	t := ev.Template()
	env := ev.Environment()
	inv := &inventory.Inventory{File: t.Name, Region: env.Region, StackName: env.StackName, Description: t.Description, Open: t.Open()}
	r := &reader{ev: ev, inv: inv, byType: map[string][]*cloudformation.ResourceValue{}, launches: map[string]*inventory.Launch{}, memory: m}
	for _, resource := range ev.Resources() {
		r.byType[resource.Type] = append(r.byType[resource.Type], resource)
		r.noteOpening(resource)
	}
	m.keepFor(r.fingerprint())
	r.readParameters()
	// What others link to comes first.
	for _, section := range []func(){r.readClusters, r.readLogGroups, r.readPlacementGroups, r.readSubnets,
		r.readSecurityGroups, r.readRoles, r.readCapacityReservations, r.readCapacityProviders, r.readPools,
		r.readTaskDefinitions, r.readServices, r.readTopics} {
		section()
	}
	return inv
}

// reader fills an inventory from one evaluation.
type reader struct {
	ev       *cloudformation.Evaluation
	inv      *inventory.Inventory
	byType   map[string][]*cloudformation.ResourceValue
	launches map[string]*inventory.Launch // by logical id; groups share them
	names    map[category]nameIndex
	provided *providerLinks
	memory   *memory
}

const (
	typeCluster                  = "AWS::ECS::Cluster"
	typeAssociation              = "AWS::ECS::ClusterCapacityProviderAssociations"
	typeCapacityProvider         = "AWS::ECS::CapacityProvider"
	typeTaskDefinition           = "AWS::ECS::TaskDefinition"
	typeService                  = "AWS::ECS::Service"
	typeGroup                    = "AWS::AutoScaling::AutoScalingGroup"
	typeWarmPool                 = "AWS::AutoScaling::WarmPool"
	typeScalingPolicy            = "AWS::AutoScaling::ScalingPolicy"
	typeScheduledAction          = "AWS::AutoScaling::ScheduledAction"
	typeLaunchConfiguration      = "AWS::AutoScaling::LaunchConfiguration"
	typeLaunchTemplate           = "AWS::EC2::LaunchTemplate"
	typeInstance                 = "AWS::EC2::Instance"
	typeSecurityGroup            = "AWS::EC2::SecurityGroup"
	typeIngress                  = "AWS::EC2::SecurityGroupIngress"
	typeEgress                   = "AWS::EC2::SecurityGroupEgress"
	typeSubnet                   = "AWS::EC2::Subnet"
	typePlacementGroup           = "AWS::EC2::PlacementGroup"
	typeCapacityReservation      = "AWS::EC2::CapacityReservation"
	typeRole                     = "AWS::IAM::Role"
	typePolicy                   = "AWS::IAM::Policy"
	typeRolePolicy               = "AWS::IAM::RolePolicy"
	typeManagedPolicy            = "AWS::IAM::ManagedPolicy"
	typeInstanceProfile          = "AWS::IAM::InstanceProfile"
	typeLogGroup                 = "AWS::Logs::LogGroup"
	typeAlarm                    = "AWS::CloudWatch::Alarm"
	typeTopic                    = "AWS::SNS::Topic"
	typeTopicPolicy              = "AWS::SNS::TopicPolicy"
	typeTopicInlinePolicy        = "AWS::SNS::TopicInlinePolicy"
	typeBudget                   = "AWS::Budgets::Budget"
	typeApplicationScalingPolicy = "AWS::ApplicationAutoScaling::ScalingPolicy"
	typeStack                    = "AWS::CloudFormation::Stack"
	typeSpotFleet                = "AWS::EC2::SpotFleet"
	typeEC2Fleet                 = "AWS::EC2::EC2Fleet"
)

// readTypes are the types that an inventory is made of.
var readTypes = []string{typeCluster, typeAssociation, typeCapacityProvider, typeTaskDefinition, typeService,
	typeGroup, typeWarmPool, typeScalingPolicy, typeScheduledAction, typeLaunchConfiguration, typeLaunchTemplate,
	typeInstance, typeSecurityGroup, typeIngress, typeEgress, typeSubnet, typePlacementGroup,
	typeCapacityReservation, typeRole, typePolicy, typeRolePolicy, typeManagedPolicy, typeInstanceProfile, typeLogGroup,
	typeAlarm, typeApplicationScalingPolicy, typeTopic, typeTopicPolicy, typeTopicInlinePolicy, typeBudget}

func (r *reader) noteOpening(resource *cloudformation.ResourceValue) {
	switch {
	case resource.Type == typeStack:
		r.inv.Open = append(r.inv.Open, "nested stack "+resource.LogicalID+" may hold more")
	case strings.HasSuffix(resource.Type, "::MODULE"):
		r.inv.Open = append(r.inv.Open, "module "+resource.LogicalID+" may hold more")
	case resource.Type == typeSpotFleet || resource.Type == typeEC2Fleet:
		r.inv.Open = append(r.inv.Open, "fleet "+resource.LogicalID+" may start container instances")
	}
}

func (r *reader) readParameters() {
	env := r.ev.Environment()
	for _, p := range r.ev.Template().Parameters {
		value, given := env.Parameters[p.Name]
		if !given {
			value = p.Default
		}
		if p.NoEcho {
			value = ""
		}
		r.inv.Parameters = append(r.inv.Parameters, inventory.Parameter{Name: p.Name, Value: value, Overridden: given,
			AllowedValues: p.AllowedValues, Fact: text(r.ev.Parameter(p.Name))})
	}
}

// item returns what all resources have in common.
func item(resource *cloudformation.ResourceValue) inventory.Item {
	i := inventory.Item{LogicalID: resource.LogicalID, ConstructPath: resource.ConstructPath, Place: resource.Place,
		Parameters: resource.Parameters, Conditional: resource.Conditional, References: resource.Body.AllReferences()}
	dependsOn := resource.DependsOn
	if id, ok := dependsOn.Text(); ok {
		i.DependsOn = []string{id}
		return i
	}
	i.DependsOnOpen = !dependsOn.Complete()
	for _, d := range dependsOn.Items() {
		id, ok := d.Text()
		if !ok {
			i.DependsOnOpen = true
			continue
		}
		i.DependsOn = append(i.DependsOn, id)
	}
	slices.Sort(i.DependsOn)
	return i
}
