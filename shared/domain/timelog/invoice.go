package timelog

import (
	"slices"
	"strings"

	"stint/shared/domain"
	"stint/shared/problem"
)

// Invoice is the mark of an invoiced entry, such as the number of the invoice. "" is no mark. The field that it is read
// into sets its bounds.
type Invoice domain.Name

// Words of an InvoiceFilter that are no marks.
const (
	notInvoiced InvoiceFilter = "none"
	anyInvoice  InvoiceFilter = "any"
)

// ParseText reads a mark sent by a caller. Errors: those of a name, and reserved_value for the words that a filter
// understands, whatever their case.
func (i *Invoice) ParseText(text string) problem.FieldCode {
	var name domain.Name
	if code := name.ParseText(text); code != "" {
		return code
	}
	for _, word := range []InvoiceFilter{notInvoiced, anyInvoice} {
		if strings.EqualFold(string(name), string(word)) {
			return problem.ReservedValue
		}
	}
	*i = Invoice(name)
	return ""
}

// Allowed says which texts are marks.
func (Invoice) Allowed() string { return domain.Name("").Allowed() }

// OrNull is the mark, or nil for none.
func (i Invoice) OrNull() *Invoice {
	if i == "" {
		return nil
	}
	return &i
}

// InvoiceFilter selects entries by their mark: none, any, or the mark itself.
type InvoiceFilter domain.Name

// ParseText reads a filter sent by a caller. Its words are no marks in any case. Errors: those of a name.
func (f *InvoiceFilter) ParseText(text string) problem.FieldCode {
	code := (*domain.Name)(f).ParseText(text)
	for _, word := range []InvoiceFilter{notInvoiced, anyInvoice} {
		if strings.EqualFold(string(*f), string(word)) {
			*f = word
		}
	}
	return code
}

// Allowed says which texts are filters.
func (InvoiceFilter) Allowed() string { return domain.Name("").Allowed() }

// Matches reports whether the filter selects an entry. A running timer has no mark.
func (f InvoiceFilter) Matches(e Entry) bool {
	switch f {
	case notInvoiced:
		return e.Invoice == ""
	case anyInvoice:
		return e.Invoice != ""
	}
	return e.Invoice == Invoice(f)
}

// LockReason says what locks an entry.
type LockReason string

// The reasons. An invoice counts before a submission.
const (
	LockInvoiced  LockReason = "invoiced"  // it has an invoice
	LockSubmitted LockReason = "submitted" // its line of a timesheet is pending or approved
)

// MarkInvoiced is the entry with another mark and its next version; "" takes the mark away. The stamp of its submission
// stays, because a submission locks the entry and not its mark.
func (e Entry) MarkInvoiced(mark Invoice, now domain.Instant) Entry {
	e.Invoice, e.HeldBy = mark, ""
	e.UpdatedAt = now
	e.Version++
	return e
}

// HoldersOf lists the billing jobs that hold some of the entries, each once.
func HoldersOf(entries ...Entry) (jobs []domain.ID) {
	for _, e := range entries {
		if e.HeldBy != "" && !slices.Contains(jobs, e.HeldBy) {
			jobs = append(jobs, e.HeldBy)
		}
	}
	return jobs
}

// HasOtherInvoice reports whether the entry has a mark that another one may not replace; "" may replace every mark.
func (e Entry) HasOtherInvoice(mark Invoice) bool {
	return mark != "" && e.Invoice != "" && e.Invoice != mark
}
