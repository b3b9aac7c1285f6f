package tools

import (
	"fmt"

	"stint/shared/domain"
)

// sentSummary is a summary as the API shows it.
type sentSummary struct {
	Currency string
	Items    []sentGroup
	Total    sentSums
}

// sentGroup is a group: with its own key, or with keys when there are several groupings.
type sentGroup struct {
	sentKey
	Keys     []sentKey
	Currency string
	sentSums
}

type sentKey struct{ Key, Name *string }

type sentSums struct {
	Seconds         int64
	BillableSeconds int64 `json:"billable_seconds"`
	Amount          *int64
}

// grouping is what a summary groups by.
type grouping []string

// groupingNames are the groupings of the API by those of the tool.
var groupingNames = map[string]string{
	"project": "project", "client": "client", "person": "user", "task": "task", "tag": "tag", "day": "day", "week": "day",
	"month": "day", "rate": "rate", "invoice": "invoice",
}

// groupings checks what a summary groups by. Errors: a failure for unknown ones and for two of day, week and month.
func groupings(by grouping) (grouping, error) {
	if len(by) == 0 {
		return grouping{"project"}, nil
	}
	days := 0
	for _, one := range by {
		sent, known := groupingNames[one]
		if !known {
			return nil, invalid("group_by", "enum_invalid",
				"The groupings are project, client, person, task, tag, day, week, month, rate and invoice.")
		}
		if sent == "day" {
			days++
		}
	}
	if days > 1 {
		return nil, invalid("group_by", "enum_invalid", "Group by one of day, week and month.")
	}
	return by, nil
}

// sent are the groupings as the API knows them.
func (by grouping) sent() (all []string) {
	for _, one := range by {
		all = append(all, groupingNames[one])
	}
	return all
}

// groups shows the groups, with days put together to weeks or months. Groups that are the same then become one.
func (s sentSummary) groups(by grouping, week domain.WeekStart) []Group {
	groups, places := []Group{}, map[string]int{}
	for _, item := range s.Items {
		if len(by) == 1 {
			item.Keys = []sentKey{item.sentKey}
		}
		g := Group{Keys: make([]GroupKey, len(by)),
			Sums: Sums{item.Seconds, item.BillableSeconds, item.Amount, item.Currency}}
		for i, one := range by {
			g.Keys[i] = groupKey(one, item.Keys[i], week)
		}
		place, known := places[g.text()]
		if !known {
			places[g.text()], groups = len(groups), append(groups, g)
			continue
		}
		groups[place].Sums = groups[place].plus(g.Sums)
	}
	return groups
}

// text tells a group from all others.
func (g Group) text() (all string) {
	for _, k := range g.Keys {
		name := ""
		if k.Name != nil {
			name = k.Name.Data
		}
		all += fmt.Sprintf("%q %q %q ", k.ID, k.Value, name)
	}
	return all + g.Currency
}

// plus adds sums of one currency. Money that the person may not see makes the sum so.
func (s Sums) plus(more Sums) Sums {
	s.Seconds += more.Seconds
	s.BillableSeconds += more.BillableSeconds
	if s.Amount == nil || more.Amount == nil {
		s.Amount = nil
		return s
	}
	s.Amount = new(*s.Amount + *more.Amount)
	return s
}

// groupKey shows the key of a group.
func groupKey(by string, k sentKey, week domain.WeekStart) GroupKey {
	out := GroupKey{By: by}
	value := ""
	if k.Key != nil {
		value = *k.Key
	}
	switch by {
	case "day", "rate":
		out.Value = value
		return out
	case "week":
		out.Value = string(week.FirstDay(domain.Date(value)))
		return out
	case "month":
		out.Value = string(domain.MonthOf(domain.Date(value)))
		return out
	case "invoice":
		out.Name = textOf(k.Key)
		return out
	}
	out.ID, out.Name = value, textOf(k.Name)
	return out
}

// textOf is text of a record; nil for none.
func textOf(text *string) *Text {
	if text == nil {
		return nil
	}
	return &Text{*text}
}
