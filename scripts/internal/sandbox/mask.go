package sandbox

import (
	"net/url"
	"regexp"
	"strings"
)

// Marks that replace values that differ in every sandbox.
const (
	idMark    = "<id>"
	tokenMark = "<token>"
)

var (
	idPattern = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	// The code that a person types for a device.
	userCodePattern = regexp.MustCompile(`\b[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}\b`)
	// The last characters of a new API key.
	lastFourPattern = regexp.MustCompile(`("last_four": ?)"\w{4}"`)
	// The secret of a second factor, its recovery codes, and the code of a device.
	factorPattern = regexp.MustCompile(`\b(?:[A-Z2-7]{32}|[A-Z2-7]{26}|[a-z2-7]{4}(?:-[a-z2-7]{4}){3})\b`)
	// The secret of a webhook.
	webhookSecretPattern = regexp.MustCompile(`whsec_[0-9A-Za-z+/]+=*`)
	// Tokens of all kinds and digests are long words.
	tokenPattern = regexp.MustCompile(`[0-9A-Za-z_.+-]{36,}=*`)
)

// recordNames are the marks of records whose mark is not the singular of their path
// segment.
var recordNames = map[string]string{
	"entries": "entry", "deliveries": "delivery", "api-keys": "API key", "timesheet-submissions": "submission",
	"submission-lines": "line", "client-approval-links": "link", "pending-invitations": "invitation of Max",
	"members": "Mia", "oauth-clients": "registered app", "calendar-feeds": "calendar feed",
}

// Mask replaces the values that differ in every sandbox by marks: ids, tokens and
// the URLs of the providers. The mark of a fixture's id says which record it is.
func (sb *Sandbox) Mask(text string) string {
	text = strings.ReplaceAll(text, sb.signInProvider.Issuer, "<provider>")
	text = strings.ReplaceAll(text, url.QueryEscape(sb.signInProvider.Issuer), "<provider>")
	text = strings.ReplaceAll(text, sb.calendarServer.URL, "<calendars>")
	text = factorPattern.ReplaceAllString(text, tokenMark)
	text = webhookSecretPattern.ReplaceAllString(text, tokenMark)
	text = userCodePattern.ReplaceAllString(text, "<user code>")
	text = lastFourPattern.ReplaceAllString(text, `$1"<last four>"`)
	return tokenPattern.ReplaceAllStringFunc(idPattern.ReplaceAllStringFunc(text, sb.maskID), func(word string) string {
		if strings.Trim(word, "-") == "" {
			return word
		}
		return tokenMark
	})
}

func (sb *Sandbox) maskID(id string) string {
	switch id {
	case sb.fixtures.owner.ID:
		return "<Olga>"
	case sb.fixtures.coworker.ID:
		return "<Noah>"
	case sb.fixtures.invited.ID:
		return "<Max>"
	case sb.fixtures.approvedID:
		return "<approved submission>"
	case sb.fixtures.rejectedID:
		return "<rejected submission>"
	}
	for segment, known := range sb.fixtures.ids {
		if known != id {
			continue
		}
		if name, ok := recordNames[segment]; ok {
			return "<" + name + ">"
		}
		return "<" + strings.TrimSuffix(segment, "s") + ">"
	}
	return idMark
}
