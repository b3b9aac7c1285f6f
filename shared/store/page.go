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
	name      string // "" is the table itself
	partition string
	sort      string
	strong    bool
}

var (
	base   = index{"", attrPK, attrSK, true}
	byLSK  = index{"by_lsk", attrPK, attrLSK, true}
	byWS   = index{"by_ws", attrG1, attrLSK, false}
	byProj = index{"by_proj", attrG2, attrLSK, false}
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

// walk is a stretch of one partition of an index.
type walk struct {
	index     index
	partition string
	from, to  string // bounds of the sort attribute, both included
	newest    bool   // backwards
	once      bool   // rows of one partition and sort value are one thing, caught on its way from key to key
}

// empty reports whether nothing can lie in the walk. The engine refuses bounds
// in the wrong order.
func (w walk) empty() bool { return w.from > w.to }

// scope is what a cursor of the walk is good for: the list asked for, and the
// way it is walked, which can change with the caller's rights.
func (w walk) scope(p Page) string {
	return p.Scope + "\n" + w.index.name + "\n" + w.partition
}

// under is the walk over all sort values that begin with the prefix.
func under(x index, partition, prefix string) walk {
	return walk{index: x, partition: partition, from: prefix, to: prefix + "~"}
}

// Page asks for a part of a list.
type Page struct {
	Limit  int    // rows, 1 to 200
	Cursor Cursor // where the part before ended; "" is the beginning
	Scope  string // what the cursor is good for: the query and who asks
}

// Listed is a part of a list. Next is "" at its end.
type Listed[T any] struct {
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
func list[T any](ctx context.Context, s *Store, w walk, p Page, keep func(T) bool) (Listed[T], error) {
	pg := page[T]{walk: w, ask: p, keep: keep, now: s.instant(), out: Listed[T]{Items: []T{}}}
	var start item
	if p.Cursor != "" {
		var err error
		if start, err = s.openCursor(w.scope(p), p.Cursor, w.index.keyAttributes()...); err != nil {
			return pg.out, err
		}
		pg.last = start
	}
	for {
		rows, next, err := s.query(ctx, w, start, pg.wanted())
		if err != nil {
			return pg.out, err
		}
		for i, it := range rows {
			if err := pg.take(it); err != nil {
				return pg.out, err
			}
			if more := i+1 < len(rows) || len(next) > 0; more && pg.full() {
				pg.out.Next = s.sealCursor(w.scope(p), it)
				return pg.out, nil
			}
		}
		if len(next) == 0 {
			return pg.out, nil
		}
		start = next
	}
}

// page is a part of a list in the making.
type page[T any] struct {
	walk     walk
	ask      Page
	keep     func(T) bool
	now      domain.Instant
	out      Listed[T]
	last     item // the row before
	examined int  // rows
	bytes    int  // estimate of the answer so far
}

// wanted is how many rows the next query should bring.
func (p *page[T]) wanted() int {
	if p.keep == nil {
		return p.ask.Limit + 1 - len(p.out.Items)
	}
	return maxExamined - p.examined
}

// take looks at the next row.
func (p *page[T]) take(it item) error {
	double := p.walk.once && p.last != nil &&
		textOf(it, attrPK) == textOf(p.last, attrPK) && textOf(it, attrLSK) == textOf(p.last, attrLSK)
	p.last = it
	p.examined++
	if double || expired(it, p.now) {
		return nil
	}
	record, err := decode[T](it)
	if err != nil {
		return err
	}
	if p.keep == nil || p.keep(record) {
		p.out.Items = append(p.out.Items, record)
		p.bytes += weight(it)
	}
	return nil
}

// full reports whether the page takes no further row, were it of the largest
// kind.
func (p *page[T]) full() bool {
	return len(p.out.Items) == p.ask.Limit || p.examined == maxExamined || p.bytes > maxPageBytes-maxWeight
}

// query asks the engine once. A limit of 0 leaves it to the engine.
func (s *Store) query(ctx context.Context, w walk, start item, limit int) ([]item, item, error) {
	if w.empty() {
		return nil, nil, nil
	}
	in := &dynamodb.QueryInput{
		TableName:                &s.table,
		KeyConditionExpression:   aws.String("#p = :p AND #s BETWEEN :from AND :to"),
		ExpressionAttributeNames: map[string]string{"#p": w.index.partition, "#s": w.index.sort},
		ExpressionAttributeValues: map[string]types.AttributeValue{
			":p": text(w.partition), ":from": text(w.from), ":to": text(w.to),
		},
		ConsistentRead:    aws.Bool(w.index.strong),
		ScanIndexForward:  aws.Bool(!w.newest),
		ExclusiveStartKey: start,
	}
	if w.index.name != "" {
		in.IndexName = aws.String(w.index.name)
	}
	if limit > 0 {
		in.Limit = aws.Int32(int32(limit))
	}
	out, err := s.db.Query(ctx, in)
	if err != nil {
		return nil, nil, fault(fmt.Sprintf("query %s", w.index.name), err)
	}
	return out.Items, out.LastEvaluatedKey, nil
}

// span is the walk over entries that start in [from, to), newest first. Both
// bounds are optional.
func span(x index, partition string, from, to *domain.Instant) walk {
	w := walk{index: x, partition: partition, from: "T#", to: "T#~", newest: true, once: true}
	if from != nil {
		w.from = "T#" + from.String()
	}
	if to != nil {
		w.to = "T#" + to.Plus(-1e9).String() + "#~"
	}
	return w
}
