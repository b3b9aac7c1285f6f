package openapi

import (
	"strings"

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
