package agent

import (
	"fmt"
	"strconv"
	"time"
)

// probes returns values of a setting that show what the agent makes of it: well
// and badly written ones, and those around its bounds.
func probes(s Setting) []string {
	values := map[Format][]string{
		Bool:     {"true", "false", "1", "F", "TRUE", " true", "yes", "on"},
		Switch:   {"true", "false"},
		Number:   {"7", "-1", "3.5", "many", "+5"},
		Decimal:  {"2.5", "big"},
		Duration: {"2h", "90s", "1h30m", "10m0s", "0s", "10", "10 m", "long"},
		Rates:    {"100,150", " 100 , 150", "100", "100,x", "0,5"},
		Ports:    {"100-200", "100", "200-100", "100-70000", "a-b"},
		List:     {"a:1,b:2"},
		OneOf:    append([]string{"nonsense", "ALWAYS"}, s.Values...),
		OneOfAny: {"ipv4", "IPv6", " ipv4", "ipv5"},

		JSON:         {`{"a":{}}`},
		JSONMap:      {`{"a":"b"}`, `{"a":"b","c":"d e"}`, `{}`, `{"a":1}`, `{a:b}`, `a=b`, `["a"]`},
		JSONTexts:    {`["a","b"]`, `a`},
		JSONDrivers:  {`["json-file","awslogs"]`, `["awsfirelens"]`, `["nonsense"]`, `json-file`},
		JSONPorts:    {`[22,80]`, `22,80`, `22`},
		JSONNetworks: {`["10.0.15.0/24"]`, `["10.0.15.0"]`, `10.0.15.0/24`},

		Text:    {"word"},
		Cluster: {"training", "arn:aws:ecs:us-east-1:111122223333:cluster/training"},
	}[s.Format]
	if s.Format != Switch && s.Format != Text && s.Format != List && s.Format != Cluster {
		values = append(values, `"`+values[0]+`"`)
	}
	return append(values, around(s)...)
}

// around returns the bounds of a setting and what lies just beyond them.
func around(s Setting) []string {
	var values []string
	for _, bound := range []string{s.Least, s.Most} {
		if bound == "" {
			continue
		}
		n := s.measure(bound)
		for _, near := range []int{n - 1, n, n + 1} {
			if s.Format == Duration {
				values = append(values, time.Duration(near).String())
			} else {
				values = append(values, strconv.Itoa(near))
			}
		}
	}
	return values
}

// printed returns how the agent's configuration prints a value that it took;
// false for formats that it keeps as something else.
func printed(s Setting, value string) (string, bool) {
	switch s.Format {
	case Bool, Switch:
		on, _ := strconv.ParseBool(value)
		return fmt.Sprint(on), true
	case Number:
		return strconv.Itoa(s.measure(value)), true
	case Duration:
		return time.Duration(s.measure(value)).String(), true
	case Text, Cluster, Ports:
		return value, true
	case JSONMap:
		return fmt.Sprint(textsOf(value)), true
	}
	return "", false
}
