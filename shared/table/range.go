package table

import (
	"context"
	"fmt"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/dynamo"
)

// Index is an order in which the table can be read: its own or that of a
// secondary index.
type Index struct {
	Name       string // "" is the table itself
	Partition  string // attribute
	Sort       string // attribute
	Consistent bool   // whether reads are strongly consistent
}

var (
	// Base is the table itself.
	Base = Index{"", dynamo.AttrPK, dynamo.AttrSK, true}
	// ByLSK is the local index, a second order of each partition of the table.
	ByLSK = Index{dynamo.IndexLSK, dynamo.AttrPK, dynamo.AttrLSK, true}
)

// keyAttributes are the attributes that a start key of the index consists of.
func (x Index) keyAttributes() []string {
	names := []string{dynamo.AttrPK, dynamo.AttrSK}
	for _, name := range []string{x.Partition, x.Sort} {
		if name != dynamo.AttrPK && name != dynamo.AttrSK {
			names = append(names, name)
		}
	}
	return names
}

// Range is a part of one partition of an index, in the order in which it is
// read.
type Range struct {
	Index          Index
	Partition      string
	From, To       string // bounds of the sort attribute, both included
	Descending     bool   // from To to From
	SkipDuplicates bool   // leave out an item whose partition and sort value are those of the item before; pages only
}

// lowest sorts before, and highest after, every other character of a key: keys
// hold only ASCII letters, digits and punctuation.
const (
	lowest  = " "
	highest = "~"
)

// PrefixEnd sorts after every sort value that begins with the prefix.
func PrefixEnd(prefix string) string { return prefix + highest }

// PrefixRange is the range of all sort values that begin with the prefix, which is not "".
func PrefixRange(x Index, partition, prefix string) Range {
	return Range{Index: x, Partition: partition, From: prefix, To: PrefixEnd(prefix)}
}

// PartitionRange is the range of a whole partition.
func PartitionRange(x Index, partition string) Range {
	return Range{Index: x, Partition: partition, From: lowest, To: highest}
}

// isEmpty reports whether no sort value can be in the range. DynamoDB refuses
// bounds in the wrong order.
func (r Range) isEmpty() bool { return r.From > r.To }

// check returns an error for a range that DynamoDB refuses: it takes no empty value of a key.
// The embedded engine takes it.
func (r Range) check() error {
	if r.Partition == "" || r.From == "" || r.To == "" {
		return fmt.Errorf("table: query %s: the range of the partition %q from %q to %q has an empty key", r.Index.Name,
			r.Partition, r.From, r.To)
	}
	return nil
}

// scopeOfCursor is what a cursor of the range is bound to: the request's scope,
// and the index and partition, which can change with the caller's rights.
func (r Range) scopeOfCursor(p PageRequest) string {
	return p.Scope + "\n" + r.Index.Name + "\n" + r.Partition
}

// Query makes one query: the items of the range that follow the start key, at
// most limit or 1 MB of them, and the start key of the next query, nil at the
// end. A nil start is the beginning; a limit of 0 is none. It makes no query for
// an empty range, and fails for one with an empty key. It leaves out marks, but not expired items.
func (t *Table) Query(ctx context.Context, r Range, start Item, limit int) (rows []Row, next Item, err error) {
	rows, next, err = t.QueryMarks(ctx, r, start, limit)
	return slices.DeleteFunc(rows, IsMark[Row]), next, err
}

// QueryMarks is Query with the marks of deleted records.
func (t *Table) QueryMarks(ctx context.Context, r Range, start Item, limit int) (rows []Row, next Item, err error) {
	if err := r.check(); err != nil || r.isEmpty() {
		return nil, nil, err
	}
	in := &dynamodb.QueryInput{
		TableName:                &t.name,
		KeyConditionExpression:   aws.String("#p = :p AND #s BETWEEN :from AND :to"),
		ExpressionAttributeNames: map[string]string{"#p": r.Index.Partition, "#s": r.Index.Sort},
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":p": StringValue(r.Partition), ":from": StringValue(r.From), ":to": StringValue(r.To),
		},
		ConsistentRead:    aws.Bool(r.Index.Consistent),
		ScanIndexForward:  aws.Bool(!r.Descending),
		ExclusiveStartKey: start,
	}
	if r.Index.Name != "" {
		in.IndexName = aws.String(r.Index.Name)
	}
	if limit > 0 {
		in.Limit = aws.Int32(int32(limit))
	}
	ctx, answer := dynamo.KeepJSON(ctx)
	out, err := t.client.Query(ctx, in)
	if err != nil {
		return nil, nil, wrapDBError(fmt.Sprintf("query %s", r.Index.Name), err)
	}
	return rowsIn(answer, out.Items), out.LastEvaluatedKey, nil
}
