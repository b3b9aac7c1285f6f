package table

import (
	"fmt"
	"slices"

	"stint/shared/dynamo"
)

// rowsOf are the rows of the items that a query returned, behind the start. An item
// that Split makes several rows of has a sort key for each: its own for the first,
// and longer ones for the others. So a cursor can point between two of them, and
// the query from there returns their item again.
func (r Range) rowsOf(items []Item, start Item) []Item {
	if r.Split == nil {
		return items
	}
	var rows []Item
	for _, it := range items {
		parts := r.Split(it)
		for i := range parts[1:] {
			parts[i+1][dynamo.AttrSK] = StringValue(fmt.Sprintf("%s#%03d", KeyOf(it).SK, i+1))
		}
		slices.Reverse(parts) // the range is descending
		rows = append(rows, parts...)
	}
	return slices.DeleteFunc(rows, func(row Item) bool { return start != nil && KeyOf(row).SK >= KeyOf(start).SK })
}
