package cli

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestExitCode(t *testing.T) {
	for name, test := range map[string]struct {
		err  error
		want int
	}{
		"nothing went wrong":            {nil, OK},
		"the work failed":               {errors.New("refused"), Failed},
		"the user's input is wrong":     {InputError("no stack %q", "x"), BadInput},
		"wrong input, wrapped":          {fmt.Errorf("synth: %w", InputError("x")), BadInput},
		"wrong input beside a failure":  {errors.Join(errors.New("a"), InputError("b")), BadInput},
		"several wrong inputs":          {Join(InputError("a"), InputError("b")), BadInput},
		"ended by SIGTERM":              {Signalled(15), 143},
		"ended by SIGINT in the middle": {fmt.Errorf("synth: %w", Signalled(2)), 130},
		"out of time":                   {fmt.Errorf("synth: %w", TimedOut(time.Second)), 124},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, test.want, ExitCode(test.err)) })
	}
}

func TestJoin_isOneLine(t *testing.T) {
	assert.NoError(t, Join(nil, nil))
	assert.EqualError(t, Join(InputError("first"), nil, InputError("second")), "first; second")
	assert.EqualError(t, Join(errors.Join(InputError("first"), InputError("second")), InputError("third")), "first; second; third")
}
