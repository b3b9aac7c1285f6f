package openapi

import (
	"reflect"
	"slices"
	"strings"
	"unicode"

	"stint/shared/route"
)

// schemaNames are the schemas whose Go types have another name: the type's package below
// the module and its name lead to the noun that callers know. The namer makes the names of
// all other schemas.
var schemaNames = map[string]string{
	"functions/account.enrollTotpAnswer":    "SecondFactorEnrollment",
	"functions/account.keySetAnswer":        "JsonWebKeySet",
	"functions/account.meAnswer":            "CurrentUser",
	"functions/account.provider":            "SignInProvider",
	"functions/account.providersAnswer":     "SignInOptions",
	"functions/account.sessionAnswer":       "Session",
	"functions/account.totpAnswer":          "SecondFactor",
	"functions/apikeys.apiKeyAnswer":        "ApiKey",
	"functions/apikeys.createAnswer":        "NewApiKey",
	"functions/apikeys.inventoryAnswer":     "MemberApiKey",
	"functions/apikeys.keyUser":             "ApiKeyOwner",
	"functions/apikeys.meAnswer":            "ApiKeyIdentity",
	"functions/approvals.decisionAnswer":    "ClientDecision",
	"functions/approvals.linkAnswer":        "TimesheetToSign",
	"functions/calendar.connectionAnswer":   "CalendarConnection",
	"functions/calendar.startAnswer":        "AuthorizationStart",
	"functions/entries.bulkAnswer":          "BulkResultList",
	"functions/invitations.acceptAnswer":    "NewMembership",
	"functions/invitations.lookupAnswer":    "InvitationDetails",
	"functions/invitations.pendingAnswer":   "PendingInvitation",
	"functions/invitations.workspaceAnswer": "JoinedWorkspace",
	"functions/meta.errorAnswer":            "ErrorExplanation",
	"functions/meta.healthAnswer":           "Health",
	"functions/reports.summaryAnswer":       "ReportSummary",
	"functions/reports.summaryItem":         "ReportGroup",
	"functions/reports.sums":                "ReportSums",
	"functions/sso.startAnswer":             "AuthorizationStart",
	"functions/submissions.linkAnswer":      "ClientLink",
	"functions/submissions.linkDetails":     "ClientLinkDetails",
	"functions/timers.currentAnswer":        "CurrentTimer",
	"functions/timers.startAnswer":          "Timer",
	"functions/tracker.suggestionsAnswer":   "SuggestionSet",
	"functions/webhooks.withSecret":         "WebhookWithSecret",
	"shared/accounts.SessionAnswer":         "SignedIn",
	"shared/answers.Client":                 "Customer",
	"shared/route.Deleted":                  "DeletedRecord",
	"shared/route.Done":                     "ActionResult",
	"shared/signing.CanonicalContent":       "TimesheetContent",
	"shared/signing.Line":                   "TimesheetLine",
	"shared/signing.LineEntry":              "TimesheetLineEntry",
	"shared/signing.Total":                  "TimesheetTotal",
}

// requestName is the schema name of the body of an operation: the record, the operation
// and Request.
func requestName(id string) string {
	parts := strings.Split(strings.TrimSuffix(id, route.TwinSuffix), ".")
	last := len(parts) - 1
	for i, record := range parts[:last] {
		if parts[i] = singular(record); record == "clients" {
			parts[i] = "customer" // Client is the program in every generated package
		}
	}
	return pascal(strings.Join(parts, ".")) + "Request"
}

// nameInnerObjects makes components of the objects inside a schema, named by the schema
// and the property, because generators have no good name for an object without one.
func (b *builder) nameInnerObjects(outer string, s *Schema) {
	for i, p := range s.Properties {
		list := p.Value.Items != nil
		inner := p.Value
		if list {
			inner = inner.Items
		}
		if len(inner.Properties) == 0 {
			continue
		}
		name := outer + pascal(p.Name)
		if list {
			name = outer + pascal(singular(p.Name))
		}
		b.nameInnerObjects(name, inner)
		b.schemas.add(name, inner)
		reference := &Schema{Ref: "#/components/schemas/" + name}
		if list {
			p.Value.Items = reference
		} else {
			s.Properties[i].Value = withNullOf(inner, reference)
		}
	}
}

// withNullOf moves null and the description from an object to a reference to it.
func withNullOf(object, reference *Schema) *Schema {
	if slices.Contains(object.Type, "null") {
		object.Type, reference = Types{"object"}, withNull(reference)
	}
	return addDescription(reference, object.Description)
}

// typePath names a type by its package below the module.
func typePath(t reflect.Type) string {
	return strings.TrimPrefix(t.PkgPath(), module) + "." + baseName(t)
}

// namer gives types their names among the component schemas. Types with the same name and
// the same shape share a schema. Where shapes differ, shared types and the family with
// that name keep the plain name, and the others get their family's name as prefix.
type namer struct {
	order []reflect.Type
	shape map[reflect.Type]string
	short map[reflect.Type]string
}

func newNamer() *namer {
	return &namer{shape: map[reflect.Type]string{}, short: map[reflect.Type]string{}}
}

// isRegistered reports whether a type was registered.
func (n *namer) isRegistered(t reflect.Type) bool {
	_, known := n.shape[t]
	return known
}

// register adds a type. All types must be registered before nameOf is called.
func (n *namer) register(t reflect.Type, short, shape string) {
	n.order = append(n.order, t)
	n.short[t], n.shape[t] = short, shape
}

// nameOf is the schema name of a registered type.
func (n *namer) nameOf(t reflect.Type) string {
	short, of := n.short[t], familyName(t)
	for _, other := range n.order {
		if of != "" && of != short && n.short[other] == short && n.shape[other] != n.shape[t] {
			return of + short
		}
	}
	return short
}

// familyName is the singular name of the family that a type belongs to, such as Project;
// "" for types that families share.
func familyName(t reflect.Type) string {
	folder, ok := strings.CutPrefix(t.PkgPath(), module+"functions/")
	if !ok {
		return ""
	}
	return pascal(singular(folder))
}

func singular(word string) string {
	if stem, ok := strings.CutSuffix(word, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(word, "s")
}

// shortName is the name of a type without the endings Answer, Input and Output. A type
// that is just called answer gets the name of its family.
func shortName(t reflect.Type) string {
	name := baseName(t)
	for _, ending := range []string{"Answer", "Input", "Output"} {
		if rest := strings.TrimSuffix(name, ending); rest != "" {
			name = rest
		}
	}
	if of := familyName(t); name == "answer" && of != "" {
		return of
	}
	return pascal(name)
}

// pascal turns timers.start, billing-job and stop into TimersStart, BillingJob
// and Stop.
func pascal(name string) string {
	var out strings.Builder
	up := true
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			up = true
		case up:
			out.WriteRune(unicode.ToUpper(r))
			up = false
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
