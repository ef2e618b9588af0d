package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTable_isWhatIsCommitted(t *testing.T) {
	text, err := table()
	require.NoError(t, err)
	committed, err := os.ReadFile("../createonly.txt")
	require.NoError(t, err)
	assert.True(t, text == string(committed), "createonly.txt differs from its source; run go generate ./constructs/cloudformation/diff")
}
