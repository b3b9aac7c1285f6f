package sample

import (
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/domain"
	"stint/shared/wire"
)

// extraProperties are optional properties and parameters that a route's sample has.
// Without them the request would be refused or show little.
var extraProperties = map[string][]string{
	"account.verify_email": {"password"},

	"billing.apply":   {"isBillable"},
	"entries.invoice": {"filter", "from", "to"},
	"entries.bulk":    {"description", "startedAt", "stoppedAt"},
	"entries.create":  {"description", "startedAt", "stoppedAt"},
	"timers.start":    {"description"},

	"oauth_clients.create": {"isConfidential"},

	"entries.export":  {"from", "to"},
	"reports.summary": {"from", "to"},

	"pages.invitation":     {"token"},
	"pages.password_reset": {"token"},
	"pages.verify_email":   {"token"},
	"pages.sso_verify":     {"token"},
	"pages.timesheet":      {"token"},
	"pages.timer":          {"token"},
	"pages.notifications":  {"token"},
	"sso.callback":         {"code", "state"},
	"calendar.callback":    {"code", "state"},
	"sso.verify_email":     {"token"},
	"projects.create":      {"color"},
	"projects.upsert":      {"color"},
}

// routeValues are values for single routes, by route and property: the addresses of
// users who have an account or an invitation.
var routeValues = map[string]map[string]string{
	"account.login":         {"email": "olga@example.com"},
	"entries.invoice":       {"invoice": "2026-17"},
	"webhooks.create":       {"url": "https://hooks.example.com/stint", "event": "entry.created"},
	"webhooks.change":       {"url": "https://hooks.example.com/stint", "event": "entry.created"},
	"account.request_reset": {"email": "olga@example.com"},
	"pages.join":            {"email": "gus@example.com"},
	"pages.stop_timer":      {"stoppedAt": "2026-06-17T10:30"},
}

// valuesByName are strings by the name of a property.
var valuesByName = map[string]string{
	"password": "correct horse battery", "newPassword": "correct horse battery",
	"currentPassword": "correct horse battery", "displayName": "Ada Lovelace", "signerName": "Ada Lovelace",
	"name": "Research", "token": Token, "invitationToken": Token, "code": Code, "state": "SampleState",
	"from": "2026-06-15T00:00:00Z", "to": "2026-06-22T00:00:00Z",
	"startedAt": "2026-06-17T09:00:00Z", "stoppedAt": "2026-06-17T10:30:00Z",
	"redirectUri": "https://app.example.com/callback",
	"periodStart": "2026-06-15", "periodEnd": "2026-06-21",
}

// valuesByType are examples of domain types.
var valuesByType = map[reflect.Type]string{
	reflect.TypeFor[domain.ID]():       ID,
	reflect.TypeFor[domain.Instant]():  "2026-06-17T09:00:00Z",
	reflect.TypeFor[domain.Date]():     "2026-06-17",
	reflect.TypeFor[domain.Name]():     "Research",
	reflect.TypeFor[domain.Text]():     "Reading the specification",
	reflect.TypeFor[domain.Email]():    "ada@example.com",
	reflect.TypeFor[domain.Timezone](): "Europe/Berlin",
	reflect.TypeFor[domain.Language](): "en-GB",
	reflect.TypeFor[domain.Currency](): "EUR",
	reflect.TypeFor[domain.Color]():    "#3366cc",
}

// exampleMaker makes examples for one route.
type exampleMaker struct {
	extra  []string          // optional properties that the sample has
	values map[string]string // by property; they come before all other values
}

func newExampleMaker(id string) exampleMaker {
	id = strings.TrimSuffix(id, ".v1")
	return exampleMaker{extra: extraProperties[id], values: routeValues[id]}
}

// value is an example of a schema for the property with a name.
func (m exampleMaker) value(name string, s wire.Schema) jsontext.Value {
	switch s.Kind {
	case wire.Object:
		return m.object(s.Properties)
	case wire.Array:
		return jsontext.Value("[" + string(m.value(strings.TrimSuffix(name, "s"), *s.Items)) + "]")
	}
	if own, ok := m.values[name]; ok {
		return marshal(own)
	}
	return marshal(exampleScalar(name, s))
}

func (m exampleMaker) object(properties []wire.Property) jsontext.Value {
	var members []string
	for _, p := range m.selectProperties(properties) {
		members = append(members, string(marshal(p.Name))+":"+string(m.value(p.Name, p.Schema)))
	}
	return jsontext.Value("{" + strings.Join(members, ",") + "}")
}

// selectProperties are the required and extra properties, or the first one when there
// are none.
func (m exampleMaker) selectProperties(all []wire.Property) []wire.Property {
	var shown []wire.Property
	for _, p := range all {
		if p.Required || slices.Contains(m.extra, p.Name) {
			shown = append(shown, p)
		}
	}
	if len(shown) == 0 && len(all) > 0 {
		return all[:1]
	}
	return shown
}

func marshal(scalar any) jsontext.Value {
	text, err := json.Marshal(scalar)
	if err != nil {
		panic(err) // cannot happen: scalars are strings, numbers and booleans
	}
	return text
}

// exampleScalar is an example of a string, number or boolean. The value for the name
// is used only if the type accepts it.
func exampleScalar(name string, s wire.Schema) any {
	switch s.Kind {
	case wire.Boolean:
		return true
	case wire.Integer:
		return max(s.Minimum.Or(1), min(1, s.Maximum.Or(1)))
	}
	if len(s.Enum) > 0 {
		return s.Enum[0]
	}
	if named, ok := valuesByName[name]; ok && isParsable(s.Type, named) {
		return named
	}
	if typed, ok := valuesByType[s.Type]; ok {
		return typed
	}
	return "sample" + strings.Repeat("e", max(0, s.MinLength.Or(0)-len("sample")))
}

// isParsable reports whether a type accepts a text. Types without ParseText accept
// any.
func isParsable(t reflect.Type, text string) bool {
	parser, ok := reflect.New(t).Interface().(wire.TextParser)
	return !ok || parser.ParseText(text) == ""
}
