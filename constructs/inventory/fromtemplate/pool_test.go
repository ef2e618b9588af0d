package fromtemplate

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

func TestPool_Options(t *testing.T) {
	inv := read(t, "mixed-spot.yaml", nil)
	pool := inv.Pool("Group")
	require.NotNil(t, pool)
	options := pool.Options()
	require.Len(t, options, 3)
	arm, ok := options[2].Hardware()
	require.True(t, ok)
	assert.Equal(t, "g5g.xlarge", arm.Name)
	image, ok := options[2].Launch.Image.Recognise()
	require.True(t, ok)
	assert.Equal(t, hardware.ARM64, image.Architecture)
	image, ok = options[0].Launch.Image.Recognise()
	require.True(t, ok)
	assert.Equal(t, hardware.X86_64, image.Architecture)
	assert.Len(t, pool.Launches(), 2)
}
