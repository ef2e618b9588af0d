package checks

import (
	"strings"

	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// securityRules are about container instances only: what holds for any
// resource is the business of cfn-guard, cdk-nag and Security Hub.
var securityRules = []Rule{
	{
		ID: "ecsgpu-security-open-ssh", Category: Security, Severity: Warning,
		Title:  "container instances accept SSH from any address",
		Reason: "scanners find an open port within minutes; Session Manager needs no open port and no key.",
		Source: "AWS Security Hub control EC2.13 (as of 2026-11)",
		Fix:    "remove the rule and attach AmazonSSMManagedInstanceCore, or allow your own addresses only.",
		check:  onPool(checkSSH),
	},
	{
		ID: "ecsgpu-security-imdsv1", Category: Security, Severity: Warning,
		Title:  "container instances answer version 1 of the metadata service",
		Reason: "a container that can be made to send a request can be made to read the credentials of the instance role.",
		Source: "AWS Security Hub control EC2.8; aws/amazon-ecs-ami a2532d3 (2026-08-21) for what images demand by themselves",
		Fix:    "set MetadataOptions.HttpTokens to required.",
		check:  onPool(checkMetadata),
	},
	{
		ID: "ecsgpu-security-unencrypted-volume", Category: Security, Severity: Warning,
		Title:  "a volume of container instances is not encrypted",
		Reason: "it holds container images, data and whatever tasks write; encryption costs nothing.",
		Source: "AWS Security Hub control EC2.3 (as of 2026-11)",
		Fix:    "set Encrypted: true.",
		check:  onPool(checkEncryption),
	},
	{
		ID: "ecsgpu-security-wildcard-policy", Category: Security, Severity: Warning,
		Title:  "the role of container instances allows every action",
		Reason: "every task on the instance can take the role's credentials from the metadata service unless that is blocked.",
		Source: "Amazon ECS developer guide, container instance IAM role (as of 2026-11)",
		Fix:    "give instances AmazonEC2ContainerServiceforEC2Role, and give each task its own role.",
		check:  onPool(checkInstanceRole),
	},
	{
		ID: "ecsgpu-security-unused-profile", Category: Security, Severity: Info,
		Title:  "an instance profile with the role of the container instances that none of them uses",
		Reason: "it is unused, or the group that should have it has another one.",
		Source: "Amazon EC2 Auto Scaling user guide, IAM role for instances (as of 2026-11)",
		Fix:    "use it in the launch template, or remove it.",
		check:  onInventory(checkProfiles),
	},
}

func checkSSH(p *placement.Pool, r *report) {
	for _, l := range p.Launches() {
		for _, link := range l.AllSecurityGroups() {
			group := r.SecurityGroup(link.Target)
			if group == nil {
				continue
			}
			for _, rule := range group.Ingress.Items {
				if cidr, world := openToWorld(rule); world && admits(rule, 22) {
					r.add(group.Item, firstPlace(rule.CIDR.Place, rule.Place), "security group %s of %s lets %s in on port 22", group.Label(), r.pool(p), cidr)
				}
			}
		}
	}
}

func openToWorld(rule inventory.SecurityGroupRule) (string, bool) {
	cidr, ok := rule.CIDR.Get()
	return cidr, ok && (cidr == "0.0.0.0/0" || cidr == "::/0")
}

// admits reports whether a rule certainly lets TCP in on a port.
func admits(rule inventory.SecurityGroupRule, port int) bool {
	protocol, ok := rule.Protocol.Get()
	if !ok {
		return false
	}
	switch strings.ToLower(protocol) {
	case "-1":
		return true
	case "tcp", "6":
		from, fromKnown := rule.FromPort.Get()
		to, toKnown := rule.ToPort.Get()
		return fromKnown && toKnown && from <= port && port <= to
	}
	return false
}

func checkMetadata(p *placement.Pool, r *report) {
	if p.Kind == inventory.ManagedInstances {
		return
	}
	for _, l := range p.Launches() {
		if endpoint, known := l.HTTPEndpoint.Or("enabled"); !known || endpoint == "disabled" {
			continue
		}
		if tokens, ok := l.HTTPTokens.Get(); ok && tokens == "optional" {
			r.add(itemOf(p, l), l.HTTPTokens.Place, "instances of %s have HttpTokens optional", r.pool(p))
			continue
		}
		image, ok := l.Image.Recognise()
		if l.HTTPTokens.IsAbsent() && ok && image.OS == images.AmazonLinux2 {
			r.add(itemOf(p, l), l.HTTPTokens.Place, "instances of %s do not set HttpTokens, and %s does not demand version 2 by itself", r.pool(p), image)
		}
	}
}

func checkEncryption(p *placement.Pool, r *report) {
	for _, l := range p.Launches() {
		for _, d := range l.BlockDevices.Items {
			if d.NoDevice || d.Virtual {
				continue
			}
			switch encrypted, known := d.Encrypted.Or(false); {
			case !known || encrypted:
			case d.Encrypted.IsKnown():
				r.add(itemOf(p, l), d.Encrypted.Place, "volume %s of %s has Encrypted false", d.DeviceName, r.pool(p))
			default:
				r.add(itemOf(p, l), firstPlace(d.Encrypted.Place, d.DeviceName.Place), "volume %s of %s does not say Encrypted", d.DeviceName, r.pool(p)).
					as(Info) // the account's default may encrypt it
			}
		}
	}
}

func checkInstanceRole(p *placement.Pool, r *report) {
	for _, l := range p.Launches() {
		for _, profile := range r.InstanceProfiles {
			if profile.LogicalID != l.InstanceProfile.Target || profile.LogicalID == "" {
				continue
			}
			for _, link := range profile.Roles.Items {
				if role := r.Role(link.Target); role != nil {
					checkRole(p, role, r)
				}
			}
		}
	}
}

func checkRole(p *placement.Pool, role *inventory.Role, r *report) {
	for _, f := range role.ManagedPolicies.Items {
		if strings.HasSuffix(f.Text, ":iam::aws:policy/AdministratorAccess") {
			r.add(role.Item, f.Place, "role %s of %s has AdministratorAccess", role.Label(), r.pool(p))
		}
	}
	for _, s := range role.Statements.Items {
		if effect, ok := s.Effect.Get(); !ok || effect != "Allow" {
			continue
		}
		if contains(s.Actions, "*") || contains(s.Actions, "*:*") {
			r.add(role.Item, s.Place, "role %s of %s allows every action", role.Label(), r.pool(p))
		}
	}
}

func checkProfiles(r *report) {
	used, roles := map[string]bool{}, map[string]bool{}
	for _, p := range r.Pools {
		for _, l := range p.Launches() {
			used[l.InstanceProfile.Target] = true
		}
		if p.Launch == nil {
			return // what it uses is not known
		}
	}
	for _, profile := range r.InstanceProfiles {
		if used[profile.LogicalID] {
			for _, role := range profile.Roles.Items {
				roles[role.Target] = true
			}
		}
	}
	for _, profile := range r.InstanceProfiles {
		for _, role := range profile.Roles.Items {
			if !used[profile.LogicalID] && role.Resolved() && roles[role.Target] {
				r.add(profile.Item, inventory.Place{}, "instance profile %s has the role %s, and no pool uses it", profile.Label(), role.Target)
			}
		}
	}
}
