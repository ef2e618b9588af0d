package output

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/ecsgpu/cdk/constructs/visible"
)

// Align says where the text of a column stands.
type Align = text.Align

// The alignments of our tables.
const (
	Left  = text.AlignLeft
	Right = text.AlignRight
)

// Table is a table without lines between its cells.
type Table struct {
	header  table.Row
	configs []table.ColumnConfig
	rows    []table.Row
}

// Column adds a column with a title. A table may do without.
func (t *Table) Column(title string, align Align) {
	t.header = append(t.header, title)
	t.configs = append(t.configs, table.ColumnConfig{Number: len(t.header), Align: align, AlignHeader: align})
}

// Row adds a row. What a cell holds stays on its line.
func (t *Table) Row(cells ...any) {
	row := make(table.Row, len(cells))
	for i, cell := range cells {
		row[i] = visible.Text(fmt.Sprint(cell))
	}
	t.rows = append(t.rows, row)
}

func (t *Table) lines() []string {
	w := table.NewWriter()
	style := table.StyleDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	w.SetStyle(style)
	if t.header != nil {
		w.AppendHeader(t.header)
		w.SetColumnConfigs(t.configs)
	}
	w.AppendRows(t.rows)
	lines := strings.Split(w.Render(), "\n")
	for i, line := range lines { // the padding after the last column goes
		lines[i] = visible.Text(strings.TrimRight(line, " "))
	}
	return lines
}
