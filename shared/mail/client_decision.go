package mail

import (
	"stint/shared/domain"
	"stint/shared/locale"
)

// decisionDetails are whose time a client decided on, the reason, and what was signed. Members get it in English as
// well. The declaration stands there byte for byte, so that a copy of it has the digest that was signed.
func (n Notification) decisionDetails(t locale.Texts, f locale.Formatter) (all []string) {
	by := n.Signature
	if n.Scope != nil {
		all = append(all, n.scopeText(t, f))
	}
	if by.Reason != nil && *by.Reason != "" {
		all = append(all, t.Text("notification.reason", "reason", shownText(*by.Reason)))
	}
	if by.Attestation == "" {
		return all
	}
	all = append(all, t.Text("client_decided.declared", "text", string(by.Attestation)))
	if n.Scope != nil && by.Language != domain.Language(locale.English) && n.English != "" {
		all = append(all, t.Text("client_decided.english", "text", string(n.English)))
	}
	return all
}

// scopeText is the client with the time and the money that the decision is about.
func (n Notification) scopeText(t locale.Texts, f locale.Formatter) string {
	client := shownName(n.Scope.ClientName)
	if n.Scope.ClientName == "" {
		client = t.Text("client_decided.all_lines")
	}
	text := "• " + client + " – " + f.Duration(n.Scope.Seconds)
	if n.ShowsAmount {
		text += ", " + f.Money(n.Scope.Amount, n.Scope.Currency)
	}
	return text
}
