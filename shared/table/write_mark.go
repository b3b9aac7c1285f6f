package table

import "github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

// WriteMark is the mark of the last write of an item. A record that embeds it is read with
// the mark. The zero value is that of an item without a mark.
type WriteMark struct {
	By string `db:"by,omitempty"`
}

// IsSet reports whether the item has a mark.
func (m WriteMark) IsSet() bool { return m.By != "" }

// Unchanged holds while nothing has been written to the item since it was read with the
// mark. It does not hold for the mark of a deleted record.
func (m WriteMark) Unchanged() expression.ConditionBuilder {
	return expression.Name(attrMark).Equal(expression.Value(m.By))
}
