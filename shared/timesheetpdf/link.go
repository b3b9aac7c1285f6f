package timesheetpdf

import (
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
	"stint/shared/signing"
)

// OfLink is what the client of a link sees: the content that was fixed when the link was
// made, with the decision if there is one, or else what they would sign in the language. It has nothing else of the
// submission.
func OfLink(link timesheets.ClientLink, content signing.Content, language locale.Language) Document {
	d := Document{
		Workspace: string(content.WorkspaceName), Person: string(content.PersonName), Client: orEmpty(content.ClientName),
		PeriodStart: content.PeriodStart, PeriodEnd: content.PeriodEnd, Seconds: content.TotalSeconds,
		ChangedAt: link.CreatedAt,
	}
	for _, l := range content.Lines {
		d.Lines = append(d.Lines, OfLine(l))
	}
	for _, t := range content.Totals {
		d.Totals = append(d.Totals, Total(t))
	}
	if link.ShowEntries {
		d.EntryView = EntriesShown
	}
	if link.Signature == nil {
		declared := signing.AttestationOf(link, content, language)
		d.Unsigned = &Unsigned{Attestation: string(declared.Text), SHA256: declared.ContentSHA256}
		return d
	}
	signature := OfSignature(*link.Signature)
	if link.Signature.Decision == timesheets.DecisionApproved && signature.Attestation == "" { // the content has it
		signature.Attestation = content.Attestation
	}
	d.Signatures, d.ChangedAt = []Signature{signature}, link.Signature.At
	return d
}

// OfSignature is a client's decision, without the signer's address.
func OfSignature(by timesheets.Signature) Signature {
	return Signature{Decision: by.Decision, Name: string(by.Name), At: by.At, Reason: orEmpty(by.Reason),
		SHA256: by.SHA256, Attestation: string(by.Attestation), Language: string(by.Language)}
}

// OfLine converts a line with its entries.
func OfLine(l signing.Line) Line {
	line := Line{Project: orEmpty(l.ProjectName), Task: orEmpty(l.TaskName), Client: orEmpty(l.ClientName),
		Billable: l.IsBillable, Seconds: l.Seconds, Amount: l.Amount}
	if l.Currency != nil {
		line.Currency = *l.Currency
	}
	for _, e := range l.Entries {
		line.Entries = append(line.Entries, Entry{Day: e.Day, Description: string(e.Description), Seconds: e.Seconds,
			Amount: e.Amount})
	}
	return line
}

func orEmpty[T ~string](text *T) string {
	if text == nil {
		return ""
	}
	return string(*text)
}
