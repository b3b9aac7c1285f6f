package tools

import (
	"slices"
	"strings"
	"time"
)

var summarizeTime = declaration{"summarize_time", "Summarize time",
	"Sums up time and money by project, client, person, task, tag, day, week, month, rate or invoice. A running timer does " +
		"not count. Time counts under each of its tags, and once in the total.", reads}

type summarizeInput struct {
	Span
	Filter
	GroupBy []string `json:"group_by,omitempty" jsonschema:"one to three of project, client, person, task, tag, day, week, month, rate, invoice; project, if absent. One of day, week and month"`
}

// Summary are sums of time by group.
type Summary struct {
	Status  string  `json:"status" jsonschema:"summed, or choose"`
	From    string  `json:"from,omitempty"`
	To      string  `json:"to,omitempty" jsonschema:"the first moment that is left out"`
	Groups  []Group `json:"groups" jsonschema:"days, weeks and months in order, otherwise the most time first"`
	LeftOut int     `json:"left_out,omitempty" jsonschema:"how many groups the answer leaves out; the total has them"`
	Total   *Sums   `json:"total,omitempty"`
	Choice
}

// Sums are time, and money in minor units of a currency.
type Sums struct {
	Seconds         int64  `json:"seconds"`
	BillableSeconds int64  `json:"billable_seconds"`
	Amount          *int64 `json:"amount,omitempty" jsonschema:"money in minor units; absent if the person may not see it"`
	Currency        string `json:"currency"`
}

// Group is one group of a summary.
type Group struct {
	Keys []GroupKey `json:"keys" jsonschema:"one for each grouping, in their order"`
	Sums
}

// GroupKey says what a group has in common.
type GroupKey struct {
	By    string `json:"by"`
	ID    string `json:"id,omitempty" jsonschema:"of the record; absent for time without one"`
	Value string `json:"value,omitempty" jsonschema:"a day, the first day of a week, a month such as 2026-06, or a rate in minor units for each hour"`
	Name  *Text  `json:"name,omitempty" jsonschema:"of the record, or the mark of an invoice"`
}

// maxGroups bounds the groups of an answer, so that a model can read it.
const maxGroups = 100

func (c *call) summarizeTime(in summarizeInput) (Summary, error) {
	if err := c.loadZone(); err != nil {
		return Summary{}, err
	}
	by, err := groupings(in.GroupBy)
	if err != nil {
		return Summary{}, err
	}
	query, several, err := c.filterQuery(in.Filter)
	if err != nil {
		return Summary{}, err
	}
	if several != nil {
		return Summary{Status: "choose", Groups: []Group{}, Choice: *several}, nil
	}
	span, err := c.readSpan(in.Span, "this week")
	if span.from != "" && span.to == "" {
		span.to = c.Now.UTC().Format(time.RFC3339)
	}
	if err != nil {
		return Summary{}, err
	}
	setGiven(query, "from", span.from)
	setGiven(query, "to", span.to)
	query.Set("group_by", strings.Join(by.sent(), ","))
	sent, err := run[sentSummary](c, Request{Operation: "reports.summary.v1", Query: query})
	if err != nil {
		return Summary{}, err
	}
	return c.summary(sent, by, span), nil
}

// summary shows a summary.
func (c *call) summary(sent sentSummary, by grouping, span bounds) Summary {
	out := Summary{Status: "summed", From: c.show(span.from), To: c.show(span.to), Groups: sent.groups(by, c.weekStart),
		Total: &Sums{sent.Total.Seconds, sent.Total.BillableSeconds, sent.Total.Amount, sent.Currency}}
	out.LeftOut = max(len(out.Groups)-maxGroups, 0)
	out.Groups = slices.Clip(out.Groups[:len(out.Groups)-out.LeftOut])
	return out
}
