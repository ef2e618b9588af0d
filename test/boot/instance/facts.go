package main

import (
	"os"
	"strconv"
	"strings"
)

// facts are the lines NAME=VALUE that describe the instance and its faults.
type facts map[string]string

func readFacts(path string) (facts, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	all := facts{}
	for line := range strings.Lines(string(text)) {
		if name, value, found := strings.Cut(strings.TrimSpace(line), "="); found {
			all[name] = value
		}
	}
	return all, nil
}

func (f facts) count(name string) int {
	n, _ := strconv.Atoi(f[name])
	return n
}
