package synthesis

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestConsole_saysWhyNodeDied(t *testing.T) {
	for name, test := range map[string]struct{ printed, want string }{
		"out of memory": {
			"<--- Last few GCs --->\n\n[1:0x2] 1 ms: Mark-Compact\n\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n----- Native stack trace -----\n",
			"FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
		},
		"an exception": {
			"node:internal/modules/cjs/loader:1228\n  throw err;\n  ^\n\nError: Cannot find module './x.js'\nRequire stack:\n- internal/preload\n    at Module._resolveFilename\n\nNode.js v24.21.0\n",
			"Error: Cannot find module './x.js'",
		},
		"nothing was said": {"", "it was killed, or ran out of memory"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("NODE_OPTIONS", "--require=./x.js")
			user, err := afterPrinting(t, "before\n"+test.printed, &diedError{})
			assert.EqualError(t, err, "the synthesis stopped half-way because Node.js ended: "+test.want+` (NODE_OPTIONS is "--require=./x.js")`)
			assert.Equal(t, "before\n", user)
		})
	}
}

func TestConsole_showsWhatOnlyLooksLikeADump(t *testing.T) {
	const printed = "/project/app.js:12\nis where it is\n"
	user, err := afterPrinting(t, printed, nil)
	assert.NoError(t, err)
	assert.Equal(t, printed, user)
	interrupted := errors.New("interrupted")
	user, err = afterPrinting(t, printed, interrupted)
	assert.Equal(t, interrupted, err)
	assert.Empty(t, user)
}

// afterPrinting returns what reaches the user of a kernel that prints, and the
// error that its failure becomes.
func afterPrinting(t *testing.T, printed string, failure error) (string, error) {
	t.Helper()
	stderr := os.Stderr
	defer func() { os.Stderr = stderr }()
	var user strings.Builder
	c, err := openConsole(&user)
	require.NoError(t, err)
	fmt.Fprint(os.Stderr, printed)
	err = c.close(failure)
	return user.String(), err
}
