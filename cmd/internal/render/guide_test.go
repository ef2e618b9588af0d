package render

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestGuide(t *testing.T) {
	assert.Equal(t, strings.Join([]string{
		"TYPE           GPUS  GPU MEM  VCPUS    MEMORY  STATUS",
		"p2.16xlarge      16  192 GiB     64   732 GiB  retired",
		"g3s.xlarge        1    8 GiB      4  30.5 GiB  retired",
		"g4dn.16xlarge     1   16 GiB     64   256 GiB  offered",
		"",
	}, "\n"), Guide(lookup(t, "p2.16xlarge", "g3s.xlarge", "g4dn.16xlarge")).String())
}
