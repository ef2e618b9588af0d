package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestThousandMore(t *testing.T) {
	b := bench{}
	b.thousandMore("check", []row{
		{WallSeconds: 1, CPUSeconds: 2, PeakMiB: 10}, {WallSeconds: 1.9, CPUSeconds: 3.8, PeakMiB: 19}, {WallSeconds: 10.9, CPUSeconds: 3.8, PeakMiB: 28},
	})
	rows := b.report.Rows
	assert.Len(t, rows, 2, "one between each size and the next")
	assert.Equal(t, "each further 1000, from 100 to 1000", rows[0].Name)
	assert.InDelta(t, 1, rows[0].WallSeconds, 1e-9, "900 resources took 0.9 seconds")
	assert.InDelta(t, 2, rows[0].CPUSeconds, 1e-9)
	assert.InDelta(t, 10, rows[0].PeakMiB, 1e-9)
	assert.InDelta(t, 1, rows[1].WallSeconds, 1e-9, "9,000 resources took 9 seconds")
	assert.Zero(t, rows[1].CPUSeconds)
}
