package trial

import (
	"net/url"
	"regexp"
	"strings"
)

// Marks that stand for what is new in every trial.
const (
	idMark    = "<id>"
	tokenMark = "<token>"
)

var (
	idPattern = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	// The end of a new API key.
	lastFourPattern = regexp.MustCompile(`("last_four": ?)"\w{4}"`)
	// Tokens of all kinds, and digests, are long words without a break.
	tokenPattern = regexp.MustCompile(`[0-9A-Za-z_.+-]{36,}=*`)
)

// recordNames is how a thing is called that a path names after these words.
var recordNames = map[string]string{
	"entries": "entry", "api-keys": "API key", "timesheet-submissions": "submission", "submission-lines": "line",
	"client-approval-links": "link", "pending-invitations": "invitation of Max", "members": "Mia",
}

// Mask puts marks where a text has what is new in every trial: ids, by what
// they are of where that is known, and tokens.
func (tr *Trial) Mask(text string) string {
	text = strings.ReplaceAll(text, tr.signInProvider.Issuer, "<provider>")
	text = strings.ReplaceAll(text, url.QueryEscape(tr.signInProvider.Issuer), "<provider>")
	text = strings.ReplaceAll(text, tr.calendarServer.URL, "<calendars>")
	text = lastFourPattern.ReplaceAllString(text, `$1"<last four>"`)
	return tokenPattern.ReplaceAllStringFunc(idPattern.ReplaceAllStringFunc(text, tr.maskID), func(word string) string {
		if strings.Trim(word, "-") == "" {
			return word
		}
		return tokenMark
	})
}

func (tr *Trial) maskID(id string) string {
	switch id {
	case tr.fixtures.olga.id:
		return "<Olga>"
	case tr.fixtures.noah.id:
		return "<Noah>"
	case tr.fixtures.max.id:
		return "<Max>"
	case tr.fixtures.approvedID:
		return "<approved submission>"
	case tr.fixtures.rejectedID:
		return "<rejected submission>"
	}
	for segment, known := range tr.fixtures.ids {
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
