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
func (r Range) rowsOf(found []Row, start Item) (rows []Row, err error) {
	if r.Split == nil {
		return found, nil
	}
	for _, row := range found {
		it, err := row.Item()
		if err != nil {
			return nil, err
		}
		parts := r.split(it)
		slices.Reverse(parts) // the range is descending
		rows = append(rows, parts...)
	}
	return slices.DeleteFunc(rows, func(row Row) bool { return start != nil && KeyOf(row).SK >= KeyOf(start).SK }), nil
}

// split makes the rows of an item.
func (r Range) split(it Item) []Row {
	parts := r.Split(it)
	rows := make([]Row, len(parts))
	for i, part := range parts {
		if i > 0 {
			part[dynamo.AttrSK] = StringValue(fmt.Sprintf("%s#%03d", KeyOf(it).SK, i))
		}
		rows[i] = Row{item: part}
	}
	return rows
}
