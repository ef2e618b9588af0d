package main

import "github.com/ecsgpu/cdk/cmd/internal/output"

// streams is where a command writes.
type streams = output.Streams
