package taskdef

// shape is how a value of AWS::ECS::TaskDefinition is written for the ECS API.
// CloudFormation takes 1024 and "1024" alike; the API, and with it the AWS CLI,
// insists.
type shape struct {
	kind   kind
	fields map[string]field // of an object, by CloudFormation's name
	items  *shape           // of a list
}

// field is a property whose shape does not follow from the template alone.
type field struct {
	shape
	name string // the API's name, where it is not CloudFormation's in camelCase
}

type kind string

const (
	asWritten kind = ""        // strings, and whatever is newer than this table
	text      kind = "text"    // a string, even if the template has a number
	integer   kind = "integer" // a whole number, even if the template has a string
	boolean   kind = "boolean"
	object    kind = "object"
	list      kind = "list"
	data      kind = "data" // a map from strings to strings whose keys are the user's
)

func of(k kind) field { return field{shape: shape{kind: k}} }
func objectOf(fields map[string]field) field {
	return field{shape: shape{kind: object, fields: fields}}
}
func listOf(item field) field { return field{shape: shape{kind: list, items: &item.shape}} }

func (f field) named(name string) field {
	f.name = name
	return f
}

// nameValue is the shape of environment variables and the like, whose values
// are strings however they look.
var nameValue = objectOf(map[string]field{"Value": of(text)})

// taskDefinition is the shape of the resource's properties. Sources:
// CloudFormation's AWS::ECS::TaskDefinition and ECS's RegisterTaskDefinition
// (2026-11), where they differ or where the type matters.
var taskDefinition = objectOf(map[string]field{
	"Cpu":                     of(text),
	"Memory":                  of(text),
	"EnableFaultInjection":    of(boolean),
	"ContainerDefinitions":    listOf(container),
	"RequiresCompatibilities": listOf(of(text)),
	"EphemeralStorage":        objectOf(map[string]field{"SizeInGiB": of(integer)}),
	"Tags":                    listOf(nameValue),
	"Volumes":                 listOf(volume),
	"ProxyConfiguration": objectOf(map[string]field{
		"ProxyConfigurationProperties": listOf(nameValue).named("properties"),
	}),
}).shape

var container = objectOf(map[string]field{
	"Cpu":                    of(integer),
	"Memory":                 of(integer),
	"MemoryReservation":      of(integer),
	"StartTimeout":           of(integer),
	"StopTimeout":            of(integer),
	"DisableNetworking":      of(boolean),
	"Essential":              of(boolean),
	"Interactive":            of(boolean),
	"Privileged":             of(boolean),
	"PseudoTerminal":         of(boolean),
	"ReadonlyRootFilesystem": of(boolean),
	"Command":                listOf(of(text)),
	"EntryPoint":             listOf(of(text)),
	"DockerLabels":           of(data),
	"Environment":            listOf(nameValue),
	"EnvironmentFiles":       listOf(nameValue),
	"ResourceRequirements":   listOf(nameValue),
	"SystemControls":         listOf(nameValue),
	"FirelensConfiguration":  objectOf(map[string]field{"Options": of(data)}),
	"LogConfiguration":       objectOf(map[string]field{"Options": of(data)}),
	"MountPoints":            listOf(objectOf(map[string]field{"ReadOnly": of(boolean)})),
	"VolumesFrom":            listOf(objectOf(map[string]field{"ReadOnly": of(boolean)})),
	"PortMappings":           listOf(objectOf(map[string]field{"ContainerPort": of(integer), "HostPort": of(integer), "ContainerPortRange": of(text)})),
	"Ulimits":                listOf(objectOf(map[string]field{"HardLimit": of(integer), "SoftLimit": of(integer)})),
	"HealthCheck": objectOf(map[string]field{
		"Command": listOf(of(text)), "Interval": of(integer), "Retries": of(integer),
		"StartPeriod": of(integer), "Timeout": of(integer),
	}),
	"RestartPolicy": objectOf(map[string]field{
		"Enabled": of(boolean), "RestartAttemptPeriod": of(integer), "IgnoredExitCodes": listOf(of(integer)),
	}),
	"LinuxParameters": objectOf(map[string]field{
		"InitProcessEnabled": of(boolean), "MaxSwap": of(integer), "SharedMemorySize": of(integer), "Swappiness": of(integer),
		"Tmpfs": listOf(objectOf(map[string]field{"Size": of(integer)})),
	}),
})

var volume = objectOf(map[string]field{
	"ConfiguredAtLaunch": of(boolean),
	"DockerVolumeConfiguration": objectOf(map[string]field{
		"Autoprovision": of(boolean), "DriverOpts": of(data), "Labels": of(data),
	}),
	"EFSVolumeConfiguration": objectOf(map[string]field{
		"FilesystemId":          of(text).named("fileSystemId"),
		"TransitEncryptionPort": of(integer),
		"AuthorizationConfig":   objectOf(map[string]field{"IAM": of(text).named("iam")}),
	}).named("efsVolumeConfiguration"),
	"FSxWindowsFileServerVolumeConfiguration": objectOf(nil).named("fsxWindowsFileServerVolumeConfiguration"),
})
