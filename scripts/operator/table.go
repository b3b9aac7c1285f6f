package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"stint/shared/domain"
)

// printedTable is text in columns. Flush prints it.
type printedTable struct{ *tabwriter.Writer }

func newTable(out io.Writer) printedTable {
	return printedTable{tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)}
}

func (t printedTable) row(cells ...any) {
	format := strings.TrimSuffix(strings.Repeat("%v\t", len(cells)), "\t") + "\n"
	_, _ = fmt.Fprintf(t, format, cells...) // Flush has the error
}

func yesOrNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// timeOr is the time, or the text without one.
func timeOr(at *domain.Instant, none string) string {
	if at == nil {
		return none
	}
	return at.String()
}

func orDash(id domain.ID) domain.ID {
	if id == "" {
		return "-"
	}
	return id
}
