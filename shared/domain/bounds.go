package domain

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"stint/shared/pattern"
)

// Bounds of what callers send. A request names them in the struct tag bounds;
// see BoundsNamed.
const (
	MaxDescription   = 5_000             // characters
	MaxInvoice       = 100               // characters of the mark of an invoiced entry
	MaxTags          = 50                // of one entry
	MaxBulkRows      = 100               // of one batch, and the writes that its rows cost: what one transaction takes
	MaxUpsertRows    = 50                // of one upsert
	MaxHourlyRate    = 100_000_000       // minor units per hour
	MaxNote          = 2_000             // characters of a submission's note
	MaxReason        = 1_000             // characters of a rejection's reason
	MaxDisplayName   = 100               // characters
	MaxSignerName    = 200               // characters
	MaxLinkDays      = 90                // until a client link expires
	MaxFilterIDs     = 100               // ids that one list filters by
	MaxKeyDays       = 3_650             // the most that a workspace may allow its API keys to live
	MaxGroupings     = 3                 // that a report groups by at once
	MaxNetworks      = 50                // that a workspace allows
	MaxWebhookEvents = 50                // that one webhook names
	MaxRedirectURIs  = 10                // of one registered client
	MaxBudget        = 1_000_000_000_000 // the limit of a budget, in seconds or minor units
)

// Bounds is the least and the most that a property may have: characters of a
// text, items of a list or the value of a number. Both are inclusive.
type Bounds struct {
	Min, Max int64
	NoLinks  bool // a name that mails show: it may not look like a link
}

var bounds = map[string]Bounds{
	"description": {Min: 0, Max: MaxDescription},
	"tags":        {Min: 0, Max: MaxTags},
	"invoice":     {Min: 1, Max: MaxInvoice},
	"bulkRows":    {Min: 1, Max: MaxBulkRows},
	"hourlyRate":  {Min: 0, Max: MaxHourlyRate},
	"note":        {Min: 0, Max: MaxNote},
	"reason":      {Min: 0, Max: MaxReason},
	"displayName": {Min: 1, Max: MaxDisplayName, NoLinks: true},
	"signerName":  {Min: 1, Max: MaxSignerName, NoLinks: true},
	"shownName":   {Min: 1, Max: MaxDisplayName, NoLinks: true},
	"groupings":   {Min: 1, Max: MaxGroupings},
	"filterIDs":   {Min: 1, Max: MaxFilterIDs},
	"linkDays":    {Min: 1, Max: MaxLinkDays},
	"keyDays":     {Min: 1, Max: MaxKeyDays},
	"budget":      {Min: 1, Max: MaxBudget},
	"externalId":  {Min: 1, Max: MaxExternalID},
	"upsertRows":  {Min: 1, Max: MaxUpsertRows},

	"networks":      {Min: 1, Max: MaxNetworks},
	"webhookEvents": {Min: 1, Max: MaxWebhookEvents},
	"redirectUris":  {Min: 1, Max: MaxRedirectURIs},
}

// BoundsNamed gives the bounds that a struct tag such as bounds:"hourlyRate"
// names; ok is false for an unknown name.
func BoundsNamed(name string) (b Bounds, ok bool) {
	b, ok = bounds[name]
	return b, ok
}

// schemeOfLink finds the schemes of links that have no "://". A space ends no such link, so
// "Tel: 123" is none.
var schemeOfLink = pattern.New(`(?:^|[^\pL\pN])(?:mailto|tel|sms|callto|facetime|skype|whatsapp|javascript|data):[^\s]`)

// LooksLikeLink reports whether a mail program may turn a text into a link: it contains
// "://", "www." or a scheme such as "mailto:", also in wide letters.
func LooksLikeLink(text string) bool {
	plain := strings.ToLower(norm.NFKC.String(text))
	return strings.Contains(plain, "://") || strings.Contains(plain, "www.") || schemeOfLink.MatchString(plain)
}
