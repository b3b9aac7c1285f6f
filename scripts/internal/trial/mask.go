package trial

import (
	"net/url"
	"regexp"
	"strings"
)

// Marks that stand for what is new in every trial.
const (
	someID    = "<id>"
	someToken = "<token>"
)

var (
	anyID = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	// The end of a new API key.
	lastFour = regexp.MustCompile(`("last_four": ?)"\w{4}"`)
	// Tokens of all kinds, and digests, are long words without a break.
	anyToken = regexp.MustCompile(`[0-9A-Za-z_.+-]{36,}=*`)
)

// singular is how a thing is called that a path names after these words.
var singular = map[string]string{
	"entries": "entry", "api-keys": "API key", "timesheet-submissions": "submission", "submission-lines": "line",
	"client-approval-links": "link", "pending-invitations": "invitation of Max", "members": "Mia",
}

// Mask puts marks where a text has what is new in every trial: ids, by what
// they are of where that is known, and tokens.
func (tr *Trial) Mask(text string) string {
	text = strings.ReplaceAll(text, tr.provider.Issuer, "<provider>")
	text = strings.ReplaceAll(text, url.QueryEscape(tr.provider.Issuer), "<provider>")
	text = strings.ReplaceAll(text, tr.agendas.URL, "<calendars>")
	text = lastFour.ReplaceAllString(text, `$1"<last four>"`)
	return anyToken.ReplaceAllStringFunc(anyID.ReplaceAllStringFunc(text, tr.nameOf), func(word string) string {
		if strings.Trim(word, "-") == "" {
			return word
		}
		return someToken
	})
}

func (tr *Trial) nameOf(id string) string {
	switch id {
	case tr.house.olga.id:
		return "<Olga>"
	case tr.house.noah.id:
		return "<Noah>"
	case tr.house.max.id:
		return "<Max>"
	case tr.house.approved:
		return "<approved submission>"
	case tr.house.rejected:
		return "<rejected submission>"
	}
	for segment, known := range tr.house.ids {
		if known != id {
			continue
		}
		if name, ok := singular[segment]; ok {
			return "<" + name + ">"
		}
		return "<" + strings.TrimSuffix(segment, "s") + ">"
	}
	return someID
}
