package importer

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
)

// Invoices are what an import did with the marks of invoiced entries.
type Invoices struct {
	Marked  int       `json:"marked"`   // entries
	LeftOut []LeftOut `json:"left_out"` // the lines name the invoices
}

// mostMarked is how many entries are marked at once, and mostDays how many days are between them. The service marks up
// to so many in one transaction, and looks at a period of up to 366 days.
const (
	mostMarked = 99
	mostDays   = 360
)

// bill is an invoice and a user with entries on it.
type bill struct {
	invoice string
	user    uuid.UUID
}

// billed is an entry that is to be marked.
type billed struct {
	id    uuid.UUID
	start time.Time
}

// bills are the entries that are to be marked.
type bills map[bill][]billed

// noteInvoice notes that an entry, as the service has it, needs the mark of its row.
func (x *run) noteInvoice(w row, e entry) {
	switch {
	case w.Invoice == "" || w.Invoice == e.invoice || !x.to.workspace.isAdmin:
	case e.invoice != "":
		leaveOut(&x.result.Invoices.LeftOut, "the entry is on another invoice", w.Invoice)
	default:
		b := bill{w.Invoice, e.user}
		x.bills[b] = append(x.bills[b], billed{w.id, e.start})
	}
}

// markInvoiced marks entries with their invoices.
func (x *run) markInvoiced(ctx context.Context) error {
	for _, b := range slices.SortedFunc(maps.Keys(x.bills), bill.compare) {
		for _, part := range partsOf(x.bills[b]) {
			if err := x.markPart(ctx, b, part); err != nil {
				return err
			}
		}
	}
	return nil
}

// markPart marks entries. Those that the service refuses are left out, and the others are marked.
func (x *run) markPart(ctx context.Context, b bill, part []billed) error {
	err := x.mark(ctx, b, part)
	p, ok := errors.AsType[*client.Problem](err)
	switch {
	case err == nil:
		x.result.Invoices.Marked += len(part)
	case !ok || !isRefusedAlone(p):
		return err
	case len(part) == 1:
		leaveOut(&x.result.Invoices.LeftOut, p.Detail, b.invoice)
	default:
		half := len(part) / 2
		return errors.Join(x.markPart(ctx, b, part[:half]), x.markPart(ctx, b, part[half:]))
	}
	return nil
}

func (b bill) compare(other bill) int {
	return strings.Compare(b.invoice+"\x00"+b.user.String(), other.invoice+"\x00"+other.user.String())
}

// partsOf are the entries of a bill in the order of their starts, in parts that one request marks.
func partsOf(all []billed) (parts [][]billed) {
	slices.SortFunc(all, func(a, b billed) int { return a.start.Compare(b.start) })
	for from, to := 0, 0; from < len(all); from = to {
		last := all[from].start.AddDate(0, 0, mostDays)
		to = from + 1
		for to < min(len(all), from+mostMarked) && all[to].start.Before(last) {
			to++
		}
		parts = append(parts, all[from:to])
	}
	return parts
}

// mark marks the entries of a part. The period keeps the service from looking at other time of the user.
func (x *run) mark(ctx context.Context, b bill, part []billed) error {
	from, to := part[0].start, part[len(part)-1].start.Add(time.Second)
	filter := api.EntryInvoiceFilter{UserId: &b.user, From: &from, To: &to}
	for _, e := range part {
		filter.Ids = append(filter.Ids, e.id)
	}
	_, err := client.Get(x.to.EntriesInvoiceWithResponse(ctx, &api.EntriesInvoiceParams{},
		api.EntryInvoiceRequest{Invoice: &b.invoice, Filter: &filter}))
	return err
}
