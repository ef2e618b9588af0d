package agent

import (
	"encoding/json"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Format is how a value is written.
type Format string

const (
	Text     Format = "text"
	Cluster  Format = "cluster"          // the name or the ARN of a cluster
	Bool     Format = "bool"             // as strconv.ParseBool takes it, with blanks around it
	Switch   Format = "switch"           // on only as true in lower case: ecs-init compares the text
	Number   Format = "number"           // an integer
	Decimal  Format = "decimal"          // a number that may have a fraction
	Duration Format = "duration"         // as time.ParseDuration takes it: 90s, 1h30m
	Rates    Format = "rates"            // two integers with a comma between them; for 0 the default is used
	Ports    Format = "ports"            // a port, or two with a hyphen between them
	List     Format = "list"             // texts with commas between them
	OneOf    Format = "one of"           // a closed set
	OneOfAny Format = "one of, any case" // a closed set, in upper or lower case

	JSON         Format = "JSON"
	JSONMap      Format = "JSON map"      // an object of texts
	JSONTexts    Format = "JSON texts"    // an array of texts
	JSONDrivers  Format = "JSON drivers"  // an array of log drivers of the closed set
	JSONPorts    Format = "JSON ports"    // an array of ports
	JSONNetworks Format = "JSON networks" // an array of CIDR blocks
)

// example says how a value of each format is written.
var example = map[Format]string{
	Cluster:  "the name of a cluster, of letters, digits, - and _, or its ARN",
	Bool:     "true or false",
	Switch:   "true or false, in lower case",
	Number:   "an integer",
	Decimal:  "a number",
	Duration: "a duration with its unit, such as 90s or 10m",
	Rates:    "two positive integers, such as 40,60",
	Ports:    "a range of ports, such as 32768-60999",

	JSON:         "JSON",
	JSONMap:      `a JSON object of texts, such as {"team":"vision"}`,
	JSONTexts:    `a JSON array of texts, such as ["efsAuth"]`,
	JSONDrivers:  `a JSON array of log drivers, such as ["json-file","awslogs"]`,
	JSONPorts:    "a JSON array of ports, such as [22,80]",
	JSONNetworks: `a JSON array of CIDR blocks, such as ["10.0.15.0/24"]`,
}

// clusterText is the name of a cluster, or an ARN (ECS API reference,
// CreateCluster, as of 2026-11).
var clusterText = regexp.MustCompile(`^([A-Za-z0-9_-]{1,255}|arn:[^"'\s]+)$`)

// takes reports whether a value has the format. Blanks count, as they do for
// the agent, unless it trims them.
func (s Setting) takes(value string) bool {
	trimmed := strings.TrimSpace(value)
	switch s.Format {
	case Cluster:
		return clusterText.MatchString(value)
	case Bool:
		_, err := strconv.ParseBool(trimmed)
		return err == nil
	case Switch:
		on, err := strconv.ParseBool(value)
		return err == nil && (!on || value == "true")
	case Number:
		return s.isNumber(value)
	case Decimal:
		_, err := strconv.ParseFloat(value, 64)
		return err == nil
	case Duration:
		_, err := time.ParseDuration(value)
		return err == nil
	case Rates:
		return isRates(value)
	case Ports:
		return isPorts(value)
	case OneOf:
		return slices.Contains(s.Values, value)
	case OneOfAny:
		return slices.Contains(s.Values, strings.ToLower(trimmed))
	case Text, List:
		return !isQuoted(value)
	}
	return s.takesJSON(value)
}

// isNumber reports whether a value is an integer. One that cannot be negative
// has no sign at all.
func (s Setting) isNumber(value string) bool {
	_, err := strconv.Atoi(value)
	return err == nil && (s.Least != "0" || value[0] != '+')
}

func isRates(value string) bool {
	rates := strings.Split(value, ",")
	for _, rate := range rates {
		if n, err := strconv.Atoi(strings.TrimSpace(rate)); err != nil || n < 0 {
			return false
		}
	}
	return len(rates) == 2
}

func isPorts(value string) bool {
	first, last, isRange := strings.Cut(value, "-")
	if !isRange {
		last = first
	}
	from, err := strconv.ParseUint(first, 10, 16)
	to, errTo := strconv.ParseUint(last, 10, 16)
	return err == nil && errTo == nil && from <= to
}

func (s Setting) takesJSON(value string) bool {
	var (
		texts []string
		into  any
	)
	switch s.Format {
	case JSON:
		into = new(any)
	case JSONMap:
		into = new(map[string]string)
	case JSONPorts:
		into = new([]uint16)
	default:
		into = &texts
	}
	if json.Unmarshal([]byte(value), into) != nil {
		return false
	}
	for _, text := range texts {
		if _, _, err := net.ParseCIDR(text); s.Format == JSONNetworks && err != nil {
			return false
		}
	}
	return true
}

// isQuoted reports whether a value stands in quotes, which ecs-init passes on.
func isQuoted(value string) bool {
	return len(value) >= 2 && (value[0] == '"' || value[0] == '\'') && value[len(value)-1] == value[0]
}
