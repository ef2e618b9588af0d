//go:build attack && linux

package attack

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// commands are all that read a template.
var commands = [][]string{
	{"check", "-"}, {"plan", "-"}, {"graph", "-"}, {"graph", "-", "--format", "svg"}, {"simulate", "-", "--arrivals", "f0=1"},
}

// hostile are templates that are small to write and large to read.
var hostile = map[string]string{
	"deep nesting in YAML":                    "Resources: " + strings.Repeat("[", 200_000),
	"deep nesting in JSON":                    `{"Resources": ` + strings.Repeat(`{"a":`, 100_000),
	"deep nesting that closes":                "Resources: {A: {Type: T, Properties: " + strings.Repeat("[", 190) + strings.Repeat("]", 190) + "}}",
	"an alias bomb":                           aliasBomb("[*%[1]s, *%[1]s, *%[1]s, *%[1]s, *%[1]s, *%[1]s, *%[1]s, *%[1]s]"),
	"a merge bomb":                            aliasBomb("{<<: [*%[1]s, *%[1]s], x: *%[1]s, y: *%[1]s}"),
	"an alias inside of itself":               "Resources: &a {A: {Type: T, Properties: *a}}",
	"a text of 1 MB":                          one("Type: T, Properties: {X: '" + strings.Repeat("x", 1_000_000) + "'}"),
	"a key of 1 MB":                           one("Type: T, Properties: {" + strings.Repeat("x", 1_000_000) + ": y}"),
	"more than 1 MB":                          one("Type: T") + strings.Repeat("#\n", 1<<20),
	"parameters times values":                 parameters(50, 80, 400),
	"200 parameters, 4 kB of values":          parameters(200, 400, 100),
	"a list of 2,000 items against a pattern": "Parameters:\n  L: {Type: CommaDelimitedList, Default: '" + strings.Repeat("a,", 2000) + "', AllowedPattern: '" + strings.Repeat("(a|b|c)?", 400) + "'}\n" + one("Type: T"),
	"200 lists against patterns":              lists(200),
	"a pattern that goes back":                pattern("(a+)+$", strings.Repeat("a", 4000)+"!"),
	"a pattern of 100 kB":                     pattern(strings.Repeat("(a|b)*", 16_000), "ab"),
	"repetitions of repetitions":              pattern(strings.Repeat("(a{1,900}){1,1}", 250), strings.Repeat("a", 4000)),
	"nested repetitions":                      pattern("((((a{1,9}){1,9}){1,9}){1,9}){1,9}", strings.Repeat("a", 4000)),
	"200 patterns":                            patterns(200),
	"values times edit distance":              "Parameters:\n  P: {Type: String, Default: " + strings.Repeat("q", 250) + ", AllowedValues: [" + numbered(3000, strings.Repeat("p", 240)+"%d, ") + "x]}\n" + one("Type: T"),
	"long chains of Fn::Sub":                  chain("!Sub ['${a}${a}', {a: %s}]", 90),
	"long chains of Fn::Join":                 chain("!Join ['', [%[1]s, x]]", 90),
	"wide chains of Fn::Sub":                  one("Type: T, Properties: {X: !Sub ['" + strings.Repeat("${a}", 50_000) + "', {a: " + strings.Repeat("x", 100_000) + "}]}"),
	"a maze of mappings":                      maze(),
	"conditions in a circle":                  "Conditions:\n" + numbered(500, "  C%[1]d: !Or [!Condition C%[2]d, !Condition C%[1]d]\n") + one("Type: T, Condition: C0"),
	"a tree of conditions":                    tree(),
	"resources in a circle":                   "Resources:\n" + numbered(400, "  R%[1]d: {Type: T, DependsOn: R%[2]d, Properties: {X: !Ref R%[2]d}}\n"),
	"user data in gzip":                       userData("!Base64 '" + bomb() + "'"),
	"user data in a circle":                   userData("!Base64 {'Fn::Sub': '" + strings.Repeat("for i in $(seq 1 1000000); do eval $(echo $i); done; ", 2000) + "'}"),
	"user data of nested quotes":              userData("!Base64 \"" + strings.Repeat("$(echo ", 20_000) + "\""),
	"user data of here documents":             userData("!Base64 \"#!/bin/sh\\n" + strings.Repeat("cat <<A <<B <<C >> /etc/ecs/ecs.config\\nx=${x}${x}\\n", 8000) + "\""),
	"user data in 5,000 MIME parts":           userData("!Base64 \"MIME-Version: 1.0\\nContent-Type: multipart/mixed; boundary=b\\n" + strings.Repeat("\\n--b\\nContent-Type: text/x-shellscript\\n\\necho\\n", 5000) + "\""),
	"variables that double":                   userData("!Base64 \"#!/bin/sh\\na=xxxxxxxx\\n" + strings.Repeat("a=$a$a\\n", 60) + "echo ECS_CLUSTER=$a >> /etc/ecs/ecs.config\\n\""),
	"a constraint of 100 kB":                  constrained(strings.Repeat("(attribute:a == b) or ", 4500) + "attribute:a == b"),
	"a constraint of parentheses":             constrained(strings.Repeat("(", 50_000) + "attribute:a == b" + strings.Repeat(")", 50_000)),
	"a constraint of negations":               constrained(strings.Repeat("not ", 25_000) + "(attribute:a == b)"),
	"a constraint with a pattern":             constrained("attribute:ecs.instance-type =~ " + strings.Repeat("*a?", 20_000)),
	"16,000 unknown types":                    overrides(9000),
	"services, tasks and pools":               cluster(145, 145, 145, 5000),
	"tasks and pools":                         cluster(220, 220, 0, 0),
	"a million tasks of nothing":              cluster(100, 100, 100, 1_000_000),
}

// large are templates beyond CloudFormation's quotas.
var large = map[string]string{
	"10,000 pools":               cluster(5000, 1, 1, 1),
	"10,000 tasks":               cluster(1, 10_000, 0, 0),
	"10,000 services":            cluster(1, 1, 10_000, 1),
	"10,000 of each third":       cluster(1700, 3400, 3200, 2),
	"10,000 resources of no use": "Resources:\n" + numbered(10_000, "  R%[1]d: {Type: T, Properties: {X: !Ref R%[2]d}}\n"),
	"10,000 security groups":     "Resources:\n" + numbered(10_000, "  R%[1]d: {Type: AWS::EC2::SecurityGroup, Properties: {GroupName: g%[1]d, SecurityGroupIngress: [{IpProtocol: tcp, FromPort: 22, ToPort: 22, CidrIp: 0.0.0.0/0}]}}\n"),
	"10,000 roles":               "Resources:\n" + numbered(5000, "  R%[1]d: {Type: AWS::IAM::Role, Properties: {RoleName: r%[1]d}}\n  P%[1]d: {Type: AWS::IAM::InstanceProfile, Properties: {Roles: [!Ref R%[1]d]}}\n"),
	"10,000 clusters":            "Resources:\n" + numbered(10_000, "  R%[1]d: {Type: AWS::ECS::Cluster, Properties: {ClusterName: c%[1]d}}\n"),
	"10,000 outputs":             "Outputs:\n" + numbered(10_000, "  O%[1]d: {Value: !Ref A}\n") + one("Type: T"),
}

func TestHostileTemplates(t *testing.T) {
	attacks := 0
	for name, template := range hostile {
		for _, command := range commands {
			attacks++
			sideBySide(t, name+"/"+strings.Join(command, " "), func(t *testing.T, w *workspace) {
				w.limited(template, command...).survives(t)
			})
		}
	}
	assert.GreaterOrEqual(t, attacks, 130)
}

func TestLargeTemplates(t *testing.T) {
	for name, template := range large {
		for _, command := range commands {
			sideBySide(t, name+"/"+strings.Join(command, " "), func(t *testing.T, w *workspace) {
				refused := w.limited(template, command...)
				refused.survives(t)
				assert.Equal(t, 2, refused.code, "CloudFormation refuses it, and so do we")
				assert.Contains(t, refused.stderr, "CloudFormation ")
				assert.Contains(t, refused.stderr, "--no-limits")
				w.limited(template, append(command[:len(command):len(command)], "--no-limits")...).survives(t)
			})
		}
	}
}

func one(resource string) string { return "Resources: {A: {" + resource + "}}\n" }

// numbered repeats a format with 0, 1, …, and the number that comes next, in a circle.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		text := fmt.Sprintf(format, i, (i+1)%n)
		text, _, _ = strings.Cut(text, "%!(EXTRA")
		b.WriteString(text)
	}
	return b.String()
}

func aliasBomb(level string) string {
	var b strings.Builder
	b.WriteString("L0: &l0 {a: b}\n")
	for i := 1; i < 40; i++ {
		fmt.Fprintf(&b, "L%d: &l%d "+level+"\n", append([]any{i, i}, fmt.Sprintf("l%d", i-1))...)
	}
	return strings.NewReplacer("%!", "").Replace(b.String()) + one("Type: T")
}

func parameters(n, values, tasks int) string {
	return "Parameters:\n" + numbered(n, "  P%[1]d: {Type: String, Default: v, AllowedValues: [v, "+numbered(values, "v%d, ")+"w]}\n") +
		"Resources:\n" + numbered(tasks, "  T%[1]d: {Type: AWS::ECS::TaskDefinition, Properties: {Family: !Sub 'f%[1]d-${P"+"0}', ContainerDefinitions: [{Name: c, Image: x, Memory: 128}]}}\n") +
		numbered(min(n, 90), "  C%[1]d: {Type: AWS::ECS::Cluster, Properties: {ClusterName: !Ref P%[1]d}}\n")
}

func lists(n int) string {
	return "Parameters:\n" + numbered(n, "  L%d: {Type: CommaDelimitedList, Default: '"+strings.Repeat("a,", 1500)+"', AllowedPattern: '[b-z]+', AllowedValues: [x, y]}\n") + one("Type: T")
}

func pattern(expression, value string) string {
	return "Parameters:\n  P: {Type: String, Default: '" + value + "', AllowedPattern: '" + expression + "'}\n" + one("Type: AWS::ECS::Cluster, Properties: {ClusterName: !Ref P}")
}

func patterns(n int) string {
	return "Parameters:\n" + numbered(n, "  P%d: {Type: String, Default: a, AllowedPattern: '"+strings.Repeat("(a{1,900})*", 300)+"'}\n") + one("Type: T")
}

func chain(link string, n int) string {
	value := "xxxxxxxxxxxxxxxx"
	for range n {
		value = fmt.Sprintf(link, value)
	}
	return one("Type: T, Properties: {X: " + value + "}")
}

func maze() string {
	return "Mappings:\n" + numbered(150, "  M%[1]d: {a: {b: M%[2]d, c: !FindInMap [M%[2]d, a, c]}}\n") +
		one("Type: T, Properties: {X: "+strings.Repeat("!FindInMap [M0, a, ", 90)+"b"+strings.Repeat("]", 90)+"}")
}

func tree() string {
	return "Parameters: {P: {Type: String}}\nConditions:\n  C0: !Equals [!Ref P, x]\n" +
		numbered(300, "  D%[1]d: !And [!Condition D%[2]d, !Condition C0, !Or [!Condition D%[2]d, !Condition C0]]\n") + one("Type: T, Condition: D0")
}

// bomb is a megabyte of zeros a thousand times, compressed.
func bomb() string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	for range 300 {
		_, _ = w.Write(make([]byte, 1<<20))
	}
	_ = w.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

const launch = "  Cluster: {Type: AWS::ECS::Cluster}\n  Launch: {Type: AWS::EC2::LaunchTemplate, Properties: {LaunchTemplateData: {InstanceType: g6.12xlarge, UserData: %s}}}\n"

const join = "!Base64 {'Fn::Sub': 'echo ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config'}"

func userData(text string) string {
	return "Resources:\n" + fmt.Sprintf(launch, text) +
		"  Group: {Type: AWS::AutoScaling::AutoScalingGroup, Properties: {MinSize: 0, MaxSize: 1, LaunchTemplate: {LaunchTemplateId: !Ref Launch, Version: '1'}}}\n" +
		"  Provider: {Type: AWS::ECS::CapacityProvider, Properties: {AutoScalingGroupProvider: {AutoScalingGroupArn: !Ref Group}}}\n"
}

func constrained(expression string) string {
	return cluster(1, 0, 0, 0) + "  Task: {Type: AWS::ECS::TaskDefinition, Properties: {Family: f0, PlacementConstraints: [{Type: memberOf, Expression: '" + expression +
		"'}], ContainerDefinitions: [{Name: c, Image: x, Memory: 128}]}}\n"
}

func overrides(n int) string {
	return userData(join) + "  Mixed: {Type: AWS::AutoScaling::AutoScalingGroup, Properties: {MinSize: 0, MaxSize: 1, MixedInstancesPolicy: {LaunchTemplate: {LaunchTemplateSpecification: {LaunchTemplateId: !Ref Launch, Version: '1'}, Overrides: [" +
		numbered(n, "{InstanceType: g%d.verylarge}, ") + "{InstanceType: g6.xlarge}]}}}}\n"
}

// cluster has pools with a provider each, tasks, and services that run them in turn.
func cluster(pools, tasks, services, desired int) string {
	return "Resources:\n" + fmt.Sprintf(launch, join) +
		numbered(pools, "  G%[1]d: {Type: AWS::AutoScaling::AutoScalingGroup, Properties: {MinSize: 0, MaxSize: 5000, DesiredCapacity: 100, LaunchTemplate: {LaunchTemplateId: !Ref Launch, Version: '1'}}}\n") +
		numbered(min(pools, 50), "  V%[1]d: {Type: AWS::ECS::CapacityProvider, Properties: {AutoScalingGroupProvider: {AutoScalingGroupArn: !Ref G%[1]d, ManagedScaling: {Status: ENABLED}}}}\n") +
		numbered(tasks, "  T%[1]d: {Type: AWS::ECS::TaskDefinition, Properties: {Family: f%[1]d, ContainerDefinitions: [{Name: c, Image: x, Cpu: 1%[1]d, MemoryReservation: 1, ResourceRequirements: [{Type: GPU, Value: 1}]}]}}\n") +
		numbered(services, fmt.Sprintf("  S%%[1]d: {Type: AWS::ECS::Service, Properties: {Cluster: !Ref Cluster, TaskDefinition: !Ref T0, DesiredCount: %d}}\n", desired))
}
