package reports

import (
	"cmp"
	"slices"
	"strconv"

	"stint/shared/domain"
	"stint/shared/domain/reports"
)

// sortedItem is an item of a summary with what decides its place.
type sortedItem struct {
	summaryItem
	of []SummaryGroup
}

// toItems converts the groups. With a single grouping, days are in order, and all others
// are ordered by seconds, most first, then by name. With several, the items are ordered by
// the days, if days are among the groupings, then in the same way.
func toItems(rows []reports.ReportRow, by []reports.Grouping, l labels) []summaryItem {
	all := make([]sortedItem, len(rows))
	for i, row := range rows {
		all[i] = toItem(row, by, l)
	}
	slices.SortStableFunc(all, func(a, b sortedItem) int { return compareItems(a, b, slices.Index(by, reports.ByDay)) })
	items := make([]summaryItem, len(all))
	for i, one := range all {
		items[i] = one.summaryItem
	}
	return items
}

// fitting is how many of the items have at most so many bytes together.
func fitting(items []summaryItem, most int) int {
	size := 0
	for i, one := range items {
		if size += one.size(); size > most {
			return i
		}
	}
	return len(items)
}

func toItem(row reports.ReportRow, by []reports.Grouping, l labels) sortedItem {
	item := sortedItem{summaryItem: summaryItem{Currency: row.Currency, sums: sums(row.Sums),
		HourlyRate: row.HourlyRate}}
	for i, one := range by {
		key := row.Key[i]
		item.of = append(item.of, SummaryGroup{
			Key: domain.OrNull(key), Name: domain.OrNull(l.groupName(key, one, row.Currency))})
	}
	if len(by) == 1 {
		item.SummaryGroup = &item.of[0]
	} else {
		item.Keys = item.of
	}
	return item
}

// groups are the groups of the item, in the order of the groupings.
func (i summaryItem) groups() []SummaryGroup {
	if i.SummaryGroup != nil {
		return []SummaryGroup{*i.SummaryGroup}
	}
	return i.Keys
}

// size is about how many bytes the item has in the answer.
func (i summaryItem) size() int {
	size := 150
	for _, group := range i.groups() {
		if size += 90; group.Name != nil {
			size += 2 * len(*group.Name)
		}
	}
	return size
}

// compareItems orders items that have been in the order of their keys; day is the position
// of the day among the groups, or -1.
func compareItems(a, b sortedItem, day int) int {
	if day >= 0 {
		if byDay := cmp.Compare(*a.of[day].Key, *b.of[day].Key); byDay != 0 || len(a.of) == 1 {
			return byDay
		}
	}
	return cmp.Or(cmp.Compare(b.Seconds, a.Seconds), slices.CompareFunc(a.of, b.of, func(a, b SummaryGroup) int {
		return cmp.Compare(a.sortKey(), b.sortKey())
	}))
}

// sortKey is the normalized name. Groups without a name come first.
func (g SummaryGroup) sortKey() string {
	if g.Name == nil {
		return ""
	}
	return g.Name.Normalize()
}

// groupName is the name of a group, or "".
func (l labels) groupName(key string, by reports.Grouping, c domain.Currency) domain.Name {
	id := domain.ID(key)
	switch by {
	case reports.ByUser:
		return l.Users[id].DisplayName
	case reports.ByProject:
		return l.Projects[id].Name
	case reports.ByClient:
		return l.Clients[id].Name
	case reports.ByTask:
		return l.taskName(id)
	case reports.ByTag:
		return l.Tags[id].Name
	case reports.ByRate:
		return rateName(key, c)
	default:
		return domain.Name(key)
	}
}

// rateName is a rate in units of its currency, such as 85.00; "" for none.
func rateName(key string, c domain.Currency) domain.Name {
	rate, err := strconv.ParseInt(key, 10, 64)
	if err != nil {
		return ""
	}
	return domain.Name(moneyCell{rate, c}.csv())
}
