package store

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/domain"
)

// index is one of the ways to walk the table in order.
type index struct {
	name       string // "" is the table itself
	partition  string
	sort       string
	consistent bool
}

var (
	baseTable   = index{"", attrPK, attrSK, true}
	byLSK       = index{"by_lsk", attrPK, attrLSK, true}
	byWorkspace = index{"by_ws", attrG1, attrLSK, false}
	byProject   = index{"by_proj", attrG2, attrLSK, false}
)

// keyAttributes are what a start key of the index consists of.
func (x index) keyAttributes() []string {
	names := []string{attrPK, attrSK}
	for _, name := range []string{x.partition, x.sort} {
		if name != attrPK && name != attrSK {
			names = append(names, name)
		}
	}
	return names
}

// keyRange is a stretch of one partition of an index.
type keyRange struct {
	index          index
	partition      string
	from, to       string // bounds of the sort attribute, both included
	descending     bool   // backwards
	skipDuplicates bool   // rows of one partition and sort value are one thing, caught on its way from key to key
}

// isEmpty reports whether nothing can lie in the walk. The engine refuses bounds
// in the wrong order.
func (r keyRange) isEmpty() bool { return r.from > r.to }

// cursorScope is what a cursor of the walk is good for: the list asked for, and the
// way it is walked, which can change with the caller's rights.
func (r keyRange) cursorScope(p PageRequest) string {
	return p.Scope + "\n" + r.index.name + "\n" + r.partition
}

// prefixRange is the walk over all sort values that begin with the prefix.
func prefixRange(x index, partition, prefix string) keyRange {
	return keyRange{index: x, partition: partition, from: prefix, to: prefix + "~"}
}

// PageRequest asks for a part of a list.
type PageRequest struct {
	Limit  int    // rows, 1 to 200
	Cursor Cursor // where the part before ended; "" is the beginning
	Scope  string // what the cursor is good for: the query and who asks
}

// Page is a part of a list. Next is "" at its end.
type Page[T any] struct {
	Items []T
	Next  Cursor
}

// Bounds of one page.
const (
	// maxExamined bounds the rows that are looked at when a filter discards much.
	maxExamined = 1000
	// maxPageBytes bounds the answer, by the estimate of weight.
	maxPageBytes = 3_900_000
)

// list reads one page of a walk, keeping the rows that the filter keeps. A nil
// filter keeps all. A page may be short, even empty, and still have a Next.
// Errors: validation cursor_invalid.
func list[T any](ctx context.Context, s *Store, r keyRange, p PageRequest, keep func(T) bool) (Page[T], error) {
	pg := pageBuilder[T]{keyRange: r, request: p, keep: keep, now: s.instant(), out: Page[T]{Items: []T{}}}
	var start item
	if p.Cursor != "" {
		var err error
		if start, err = s.openCursor(r.cursorScope(p), p.Cursor, r.index.keyAttributes()...); err != nil {
			return pg.out, err
		}
		pg.previous = start
	}
	for {
		rows, next, err := s.query(ctx, r, start, pg.queryLimit())
		if err != nil {
			return pg.out, err
		}
		for i, it := range rows {
			if err := pg.add(it); err != nil {
				return pg.out, err
			}
			if more := i+1 < len(rows) || len(next) > 0; more && pg.isFull() {
				pg.out.Next = s.sealCursor(r.cursorScope(p), it)
				return pg.out, nil
			}
		}
		if len(next) == 0 {
			return pg.out, nil
		}
		start = next
	}
}

// pageBuilder is a part of a list in the making.
type pageBuilder[T any] struct {
	keyRange keyRange
	request  PageRequest
	keep     func(T) bool
	now      domain.Instant
	out      Page[T]
	previous item // the row before
	examined int  // rows
	bytes    int  // estimate of the answer so far
}

// queryLimit is how many rows the next query should bring.
func (p *pageBuilder[T]) queryLimit() int {
	if p.keep == nil {
		return p.request.Limit + 1 - len(p.out.Items)
	}
	return maxExamined - p.examined
}

// add looks at the next row.
func (p *pageBuilder[T]) add(it item) error {
	duplicate := p.keyRange.skipDuplicates && p.previous != nil &&
		stringAttribute(it, attrPK) == stringAttribute(p.previous, attrPK) && stringAttribute(it, attrLSK) == stringAttribute(p.previous, attrLSK)
	p.previous = it
	p.examined++
	if duplicate || isExpired(it, p.now) {
		return nil
	}
	record, err := decode[T](it)
	if err != nil {
		return err
	}
	if p.keep == nil || p.keep(record) {
		p.out.Items = append(p.out.Items, record)
		p.bytes += estimateSize(it)
	}
	return nil
}

// isFull reports whether the page takes no further row, were it of the largest
// kind.
func (p *pageBuilder[T]) isFull() bool {
	return len(p.out.Items) == p.request.Limit || p.examined == maxExamined || p.bytes > maxPageBytes-maxRecordSize
}

// query asks the engine once. A limit of 0 leaves it to the engine.
func (s *Store) query(ctx context.Context, r keyRange, start item, limit int) ([]item, item, error) {
	if r.isEmpty() {
		return nil, nil, nil
	}
	in := &dynamodb.QueryInput{
		TableName:                &s.table,
		KeyConditionExpression:   aws.String("#p = :p AND #s BETWEEN :from AND :to"),
		ExpressionAttributeNames: map[string]string{"#p": r.index.partition, "#s": r.index.sort},
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":p": stringValue(r.partition), ":from": stringValue(r.from), ":to": stringValue(r.to),
		},
		ConsistentRead:    aws.Bool(r.index.consistent),
		ScanIndexForward:  aws.Bool(!r.descending),
		ExclusiveStartKey: start,
	}
	if r.index.name != "" {
		in.IndexName = aws.String(r.index.name)
	}
	if limit > 0 {
		in.Limit = aws.Int32(int32(limit))
	}
	out, err := s.db.Query(ctx, in)
	if err != nil {
		return nil, nil, wrapDBError(fmt.Sprintf("query %s", r.index.name), err)
	}
	return out.Items, out.LastEvaluatedKey, nil
}

// startTimeRange is the walk over entries that start in [from, to), newest first. Both
// bounds are optional.
func startTimeRange(x index, partition string, from, to *domain.Instant) keyRange {
	r := keyRange{index: x, partition: partition, from: "T#", to: "T#~", descending: true, skipDuplicates: true}
	if from != nil {
		r.from = "T#" + from.String()
	}
	if to != nil {
		r.to = "T#" + to.Plus(-1e9).String() + "#~"
	}
	return r
}
