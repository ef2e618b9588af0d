package process

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// KillDescendants ends every process that descends from this one. jsii does not say
// which processes it has started, and while Node.js is busy it would go on for
// seconds after its input has closed. Parents end before their children, because
// a shell would print that its child was killed.
func KillDescendants() {
	for _, pid := range Descendants() {
		if process, err := os.FindProcess(pid); err == nil {
			process.Kill()
		}
	}
}

// Descendants returns the processes that descend from this one, in the order of their
// ids.
func Descendants() []int {
	var found []int
	parents := processParents()
	for _, pid := range slices.Sorted(maps.Keys(parents)) {
		if descends(pid, os.Getpid(), parents) {
			found = append(found, pid)
		}
	}
	return found
}

func descends(pid, ancestor int, parents map[int]int) bool {
	// The bound guards against a cycle in a listing read while it changed.
	for range 64 {
		parent, ok := parents[pid]
		if !ok || parent <= 1 {
			return false
		}
		if parent == ancestor {
			return true
		}
		pid = parent
	}
	return false
}

// processParents maps each process to its parent: from /proc where there is
// one, or else from ps.
func processParents() map[int]int {
	parents := map[int]int{}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		output, _ := exec.Command("ps", "-A", "-o", "pid=,ppid=").Output()
		return parseProcessList(output)
	}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + entry.Name() + "/stat")
		if err != nil {
			continue
		}
		if parent, ok := parseStat(stat); ok {
			parents[pid] = parent
		}
	}
	return parents
}

// parseStat reads the parent from /proc/PID/stat: "PID (name) state parent …",
// where the name may itself contain spaces and brackets.
func parseStat(stat []byte) (parent int, ok bool) {
	end := bytes.LastIndexByte(stat, ')')
	if end < 0 {
		return 0, false
	}
	fields := strings.Fields(string(stat[end+1:]))
	if len(fields) < 2 {
		return 0, false
	}
	parent, err := strconv.Atoi(fields[1])
	return parent, err == nil
}

func parseProcessList(output []byte) map[int]int {
	parents := map[int]int{}
	for _, line := range strings.Split(string(output), "\n") {
		fields := strings.Fields(line)
		if len(fields) != 2 {
			continue
		}
		pid, err1 := strconv.Atoi(fields[0])
		parent, err2 := strconv.Atoi(fields[1])
		if err1 == nil && err2 == nil {
			parents[pid] = parent
		}
	}
	return parents
}
