package importer

import (
	"strings"

	"stint/scripts/stint/internal/timefile"
)

// PlannedAmounts are billable rows whose amount in the files is not their hours at their rate, which
// is what an entry is worth here: a source that rounds hours or cuts cents has such rows. They come
// with another amount than the files have.
type PlannedAmounts struct {
	Rows     int      `json:"rows"`
	Files    int64    `json:"files"` // what these rows are worth in the files, in minor units
	Here     int64    `json:"here"`  // what they will be worth
	Currency string   `json:"currency,omitempty"`
	Lines    []string `json:"lines"`   // the first of them
	NoTime   []string `json:"no_time"` // the first of them that have an amount and no time
}

// amountTally is what the files say of money.
type amountTally struct {
	inexact PlannedAmounts
	foreign map[string]int // rows with money by its currency, where it is not the workspace's
	lost    int            // rows with rates that the key's user may not set
	taken   int            // rows with money that is written
}

func newMoney() amountTally {
	return amountTally{foreign: map[string]int{}, inexact: PlannedAmounts{Lines: []string{}, NoTime: []string{}}}
}

// takesMoney reports whether the money of a row is written: only owners and admins set rates, and
// the workspace counts in one currency.
func (w *workspace) takesMoney(r timefile.Row) bool {
	return w.setsRates && (r.Currency == "" || r.Currency == w.currency)
}

// takesRate reports whether a row has a rate that is written.
func (w *workspace) takesRate(r timefile.Row) bool { return r.HourlyRate != nil && w.takesMoney(r) }

// amounts are what a billable row is worth in the files, and what its hours make at its rate.
func (w *workspace) amounts(i item) (files, here int64, differs bool) {
	if i.Amount == nil || i.Billable == nil || !*i.Billable || !w.takesMoney(i.Row) {
		return 0, 0, false
	}
	if i.HourlyRate != nil {
		here = amountOf(i.seconds, *i.HourlyRate)
	}
	return *i.Amount, here, *i.Amount != here
}

// countMoney notes what a row says of money.
func (c *catalog) countMoney(i item) {
	m, w := &c.money, c.workspace
	switch hasMoney := i.HourlyRate != nil || i.Amount != nil && *i.Amount > 0; {
	case !hasMoney:
		return
	case !w.setsRates:
		m.lost++
		return
	case !w.takesMoney(i.Row):
		m.foreign[i.Currency]++
		return
	}
	m.taken++
	files, here, differs := w.amounts(i)
	if !differs {
		return
	}
	m.inexact.Rows++
	m.inexact.Files += files
	m.inexact.Here += here
	if lines := &m.inexact.Lines; len(*lines) < maxLines {
		*lines = append(*lines, i.line)
	}
	if lines := &m.inexact.NoTime; i.seconds == 0 && len(*lines) < maxLines {
		*lines = append(*lines, i.line)
	}
}

// notTaken counts the rows whose money is not written, and so not compared.
func (m amountTally) notTaken() int {
	n := m.lost
	for _, rows := range m.foreign {
		n += rows
	}
	return n
}

// firstOf names lines, with "…" if there may be more of them.
func firstOf(lines []string, most int) string {
	more := ""
	if len(lines) == most {
		more = ", …"
	}
	return strings.Join(lines, ", ") + more
}
