package simulate

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// MaxTasks bounds the tasks of a simulation, read or generated: they take
// hundreds of megabytes.
const MaxTasks = 10_000_000

// maxCSVLine bounds a line, in bytes, so that a file without lines is refused
// and not read into memory.
const maxCSVLine = 1 << 16

// ReadCSV reads tasks from rows of time, family and duration, with or without a
// header, in any order. Times and durations are seconds ("90") or have a unit
// ("1h30m"); times may also be timestamps ("2026-11-20T08:00:00Z"), then the
// first one is the beginning. families are the kinds by their position.
//
// The error names every row that is wrong, up to ten.
func ReadCSV(r io.Reader, families []string) ([]Arrival, error) {
	reader := csv.NewReader(withoutMark(&lines{from: r}))
	reader.FieldsPerRecord = 3
	reader.TrimLeadingSpace = true
	reader.ReuseRecord = true
	reader.Comment = '#'
	p := csvParser{kinds: map[string]int{}, families: families}
	for i, f := range families {
		p.kinds[f] = i
	}
	for {
		record, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("tasks must be rows of time,family,duration: %w", err)
		}
		line, _ := reader.FieldPos(0)
		p.row(line, record)
		if len(p.problems) == maxCSVProblems || len(p.arrivals) > MaxTasks {
			break
		}
	}
	return p.finish()
}

// lines refuses lines that are too long.
type lines struct {
	from io.Reader
	long int // bytes since the last line ended
}

func (l *lines) Read(p []byte) (int, error) {
	n, err := l.from.Read(p)
	if end := bytes.LastIndexByte(p[:n], '\n'); end >= 0 {
		l.long = n - end - 1
	} else {
		l.long += n
	}
	if l.long > maxCSVLine {
		return 0, fmt.Errorf("a line is longer than %d bytes", maxCSVLine)
	}
	return n, err
}

// withoutMark skips the mark that spreadsheets put before UTF-8.
func withoutMark(r io.Reader) io.Reader {
	const mark = "\xef\xbb\xbf"
	buffered := bufio.NewReader(r)
	if begin, _ := buffered.Peek(len(mark)); string(begin) == mark {
		_, _ = buffered.Discard(len(mark)) // it was just seen
	}
	return buffered
}

const maxCSVProblems = 10

type csvParser struct {
	kinds    map[string]int
	families []string
	arrivals []Arrival
	stamped  int // rows whose time is a timestamp
	rows     int
	problems []error
}

func (p *csvParser) row(line int, record []string) {
	p.rows++
	if p.rows == 1 && strings.EqualFold(record[0], "time") {
		return
	}
	wrong := func(format string, args ...any) {
		p.problems = append(p.problems, fmt.Errorf("line %d: "+format, append([]any{line}, args...)...))
	}
	at, stamp, ok := parseTime(record[0])
	if !ok {
		wrong("time must be seconds, a duration such as 1h30m or a timestamp, got %q", record[0])
		return
	}
	kind, ok := p.kinds[record[1]]
	if !ok {
		wrong("there is no task family %q that could be placed; there are %s", record[1], strings.Join(p.families, ", "))
		return
	}
	duration, ok := parseSeconds(record[2])
	if !ok {
		wrong("duration must be seconds or a duration such as 1h30m, from 0 to %s, got %q", MaxTime, record[2])
		return
	}
	if stamp {
		p.stamped++
	}
	p.arrivals = append(p.arrivals, Arrival{At: at, Duration: duration, Kind: kind})
}

func (p *csvParser) finish() ([]Arrival, error) {
	if len(p.problems) > 0 {
		return nil, errors.Join(p.problems...)
	}
	if len(p.arrivals) > MaxTasks {
		return nil, fmt.Errorf("there may be at most %d tasks", MaxTasks)
	}
	if p.stamped > 0 && p.stamped < len(p.arrivals) {
		return nil, fmt.Errorf("times must all be timestamps or none, got %d timestamps in %d rows", p.stamped, len(p.arrivals))
	}
	slices.SortStableFunc(p.arrivals, func(a, b Arrival) int { return cmp.Compare(a.At, b.At) })
	if p.stamped > 0 && len(p.arrivals) > 0 {
		begin := p.arrivals[0].At
		for i := range p.arrivals {
			p.arrivals[i].At -= begin
		}
		if last := p.arrivals[len(p.arrivals)-1].At; last > MaxTime {
			return nil, fmt.Errorf("timestamps must lie within %s, got %s", MaxTime, last)
		}
	}
	return p.arrivals, nil
}

func parseTime(text string) (at time.Duration, stamp, ok bool) {
	if at, ok := parseSeconds(text); ok {
		return at, false, true
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil || t.Year() < 1970 || t.Year() > 2200 {
		return 0, false, false
	}
	return time.Duration(t.UnixNano()), true, true
}

func parseSeconds(text string) (time.Duration, bool) {
	if s, err := strconv.ParseFloat(text, 64); err == nil {
		if !(s >= 0 && s <= MaxTime.Seconds()) {
			return 0, false
		}
		return time.Duration(s * float64(time.Second)), true
	}
	d, err := time.ParseDuration(text)
	return d, err == nil && d >= 0 && d <= MaxTime
}
