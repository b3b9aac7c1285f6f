package submissions

import (
	"stint/shared/answers"
	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
	"stint/shared/timesheetpdf"
)

// signatures are the decisions of clients since the submission was last reopened, oldest link first. Who may list the
// links sees all of them with what was signed; others see what the submission shows: those that count. The user whose
// time it is sees the declarations too, as in the mails, and not the reasons.
func (b documentBuilder) signatures(now domain.Instant) (all []timesheetpdf.Signature) {
	counting := map[domain.ID]bool{}
	for _, d := range b.ClientDecisions(now) {
		if d.Link != nil {
			counting[d.Link.ID] = true
		}
	}
	for _, l := range b.DecidedLinks() {
		if !b.seesLinks() && !counting[l.ID] {
			continue
		}
		signature := timesheetpdf.Signature{Decision: l.Decision, Name: string(l.SignerName), At: *l.DecidedAt,
			SHA256: l.SHA256}
		if link, ok := b.links[l.ID]; ok {
			signature = timesheetpdf.OfSignature(*link.Signature)
			signature.English = englishOf(link)
			if !b.seesLinks() {
				signature.Reason = ""
			}
		}
		signature.Email, signature.IsReplaced = string(l.SignerEmail), !counting[l.ID]
		all = append(all, b.withScope(signature, l))
	}
	return all
}

// withScope is a signature with the client whose time it is about, and that time.
func (b documentBuilder) withScope(signature timesheetpdf.Signature, l timesheets.LinkState) timesheetpdf.Signature {
	scope := answers.OfLinkScope(b.viewer, b.Submission, b.ScopeOf(l))
	if scope.ClientName != nil {
		signature.Client = string(*scope.ClientName)
	}
	signature.IsPart = !scope.CoversAll
	signature.Seconds, signature.Amount, signature.Currency = &scope.Seconds, scope.Amount, scope.Currency
	return signature
}

// englishOf is what was signed in English; "" if it is that.
func englishOf(l timesheets.ClientLink) string {
	english := domain.Language(locale.English)
	if l.Signature.Language == "" || l.Signature.Language == english {
		return ""
	}
	return string(l.Attestations[english])
}
