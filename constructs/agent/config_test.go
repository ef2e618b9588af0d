package agent

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// ecs-init/docker/docker_test.go tests the same lines.
func TestReadConfig(t *testing.T) {
	assert.Equal(t, map[string]string{
		"ECS_CLUSTER":             "b",
		"ECS_INSTANCE_ATTRIBUTES": `{"a":"b=c d"}`,
		"ECS_LOGFILE":             `"/log"`,
		"export ECS_DATADIR":      "/data",
		"ECS_RESERVED_MEMORY ":    " 256 # MiB",
		"EMPTY":                   "",
	}, ReadConfig("ECS_CLUSTER=a\n"+
		"  ECS_CLUSTER=b  \r\n"+
		"# ECS_X=1\n"+
		"\n"+
		"no assignment\n"+
		"ECS_INSTANCE_ATTRIBUTES={\"a\":\"b=c d\"}\n"+
		"ECS_LOGFILE=\"/log\"\n"+
		"export ECS_DATADIR=/data\n"+
		"ECS_RESERVED_MEMORY = 256 # MiB\n"+
		"EMPTY="))
}
