package openapi

import (
	"strings"

	"stint/shared/auth/password"
	"stint/shared/route"
	"stint/shared/wire"
)

// newPasswords are the properties that set a password. The operations check its length,
// because they look at the password first.
var newPasswords = map[string]bool{
	"AccountConfirmResetRequest.newPassword": true, "AccountProfileRequest.newPassword": true,
	"AccountRegisterRequest.password": true, "AccountSetPasswordRequest.newPassword": true,
}

// describeSchemas describes all schemas and properties that have no comment in the code.
func (b *builder) describeSchemas() {
	for _, s := range b.schemas {
		if s.Value.Description == "" {
			s.Value.Description = schemaDescriptions[s.Name]
		}
		describeProperties(s.Name, s.Value)
	}
}

func describeProperties(schema string, s *Schema) {
	if s.Items != nil {
		describeProperties(schema, s.Items)
	}
	for _, p := range s.Properties {
		if newPasswords[schema+"."+p.Name] {
			p.Value.MinLength, p.Value.MaxLength = new(password.MinLength), new(password.MaxLength)
		}
		if p.Value.Description == "" || isTypeOnly(p.Value) {
			addDescription(p.Value, describeProperty(schema, p.Name))
		}
		describeProperties(schema, p.Value)
	}
}

// isTypeOnly reports whether the description of a property only lists its values.
func isTypeOnly(s *Schema) bool {
	return s.ExtensibleEnum != nil && s.Description == valuesSentence(s.ExtensibleEnum)
}

func describeProperty(schema, name string) string {
	if own, ok := propertyDescriptions[schema+"."+name]; ok {
		return own
	}
	return propertyDescriptions[wire.Alias(name)]
}

// describeParameter describes a query parameter that has no comment in the code.
func describeQuery(name string) string {
	if own, ok := queryDescriptions[wire.Alias(name)]; ok {
		return own
	}
	return propertyDescriptions[wire.Alias(name)]
}

// describePathParameter describes a parameter in the path of a route.
func describePathParameter(spec route.Spec, name string) string {
	if own, ok := parameterDescriptions[name]; ok || !route.IsIDParam(name) {
		return own
	}
	record := strings.TrimSuffix(name, "Id")
	switch name {
	case "id":
		record, _, _ = strings.Cut(spec.ID, ".")
		record = singular(record)
	case "wid":
		record = "workspace"
	case "linkId":
		record = "client link"
	}
	return "The id of the " + strings.ReplaceAll(record, "_", " ") + "."
}

// propertyDescriptions describe the properties and query parameters that mean the same in many records,
// by their name in snake_case. The comment or the tag doc of a field has precedence. The name of a
// schema before it makes a row for that schema alone.
var propertyDescriptions = map[string]string{
	"user":                              "The user.",
	"workspace":                         "The workspace.",
	"api_key":                           "The key of the request.",
	"rounding":                          "How reports and submissions round durations.",
	"record":                            "The record as it is now.",
	"WebhookChangeRequest.events":       "Names of events, or * for all.",
	"changed_at":                        "When the record was changed, deleted or hidden.",
	"client_id":                         "The id of the client; null without one.",
	"created_at":                        "When the record was made.",
	"decided_at":                        "When the decision was made; null before it.",
	"deleted":                           "true: the record is gone.",
	"description":                       "What was done.",
	"display_name":                      "The name that others see.",
	"email":                             "The e-mail address.",
	"expires_at":                        "When it stops working; null: never.",
	"hourly_rate":                       "Minor units of the currency per hour. null: the rate of the next level applies.",
	"id":                                "The id of the record.",
	"is_archived":                       "Whether the record is archived: it stays in the history and takes no new time.",
	"is_billable":                       "Whether the client pays for the time.",
	"is_deactivated":                    "true ends the membership and keeps the time that was tracked. false makes the user a member again.",
	"items":                             "The records of this page.",
	"name":                              "The name.",
	"op":                                "delete deletes the entry. Without it, the row makes or changes the entry.",
	"period_start":                      "The first day of the period.",
	"project_id":                        "The id of the project; null without one.",
	"provider":                          "The short name of the provider.",
	"revision":                          "An opaque word that changes with anything that the record shows. An item with the revision that the reader holds says nothing new.",
	"role":                              "The role of the member.",
	"search":                            "A part of the name, ignoring case and accents.",
	"signer_email":                      "The e-mail address that the signer gave.",
	"signer_name":                       "The full name that the signer gave.",
	"started_at":                        "When it started.",
	"status":                            "The status of the record.",
	"tag_ids":                           "The ids of the tags.",
	"task_id":                           "The id of the task; null without one.",
	"updated_at":                        "When the record last changed.",
	"user_id":                           "The id of the user.",
	"workspace_id":                      "The id of the workspace.",
	"workspace_name":                    "The name of the workspace.",
	"ActionResult.status":               "ok: it is done.",
	"CustomerChangeRequest.email":       "The e-mail address of the client; null: none.",
	"CustomerCreateRequest.email":       "The e-mail address of the client; null: none.",
	"EntryBulkRequest.items":            "The rows. All are written, or none is.",
	"Health.status":                     "ok: the service answers.",
	"MemberChangeRequest.role":          "The new role. Ownership is transferred instead.",
	"AccountRefreshRequest.workspaceId": "The workspace that becomes active. Without it, the workspace stays.",
}

// schemaDescriptions describe the schemas whose type in the code has no comment.
var schemaDescriptions = map[string]string{
	"ApiKeyIdentityApiKey":           "The key of the request, without its secret.",
	"ApiKeyIdentityUser":             "The user whose key it is.",
	"ApiKeyIdentityWorkspace":        "The workspace that the key acts in.",
	"BillingReplaceSettingsRounding": "How reports and submissions round the duration of each entry.",
	"EntryBulkItem":                  "One row of a batch: it makes, changes or deletes an entry.",
	"JsonWebKeySetKey":               "A public key (RFC 7517).",
	"BillingSettings":                "Currency, rates and rounding of a workspace.",
	"CurrentTimer":                   "The running timer of the caller.",
	"CustomerUpsertItem":             "A client to find or make.",
	"ExportedCalendar":               "A calendar that the account is connected to.",
	"ExportedInvitation":             "An invitation that waits for the account.",
	"ExportedKey":                    "An API key of the account, without its secret.",
	"ExportedLogin":                  "A login at an identity provider that opens the account.",
	"ExportedMembership":             "A workspace that the account is or was a member of.",
	"ExportedSession":                "A session of the account.",
	"ExternalLogin":                  "A login at an identity provider that opens the account.",
	"Health":                         "The service answers.",
	"JoinedWorkspace":                "The workspace that the user became a member of.",
	"ProjectUpsertItem":              "A project to find or make.",
	"TagUpsertItem":                  "A tag to find or make.",
	"TaskUpsertItem":                 "A task to find or make.",
	"RateChange":                     "What a rerating does to one entry.",
	"ReportSummary":                  "The sums of the entries by group.",
	"ReportSums":                     "The sums of all entries of a summary.",
	"SuggestedEntry":                 "A combination of project, task, description and tags that the user tracked before.",
	"SuggestedProject":               "A project that the user tracked time to.",
	"SuggestedTask":                  "A task that the user tracked time to.",
	"SuggestionSet":                  "What the user may want to track next, latest first.",
}

// queryDescriptions describe the filters of lists and reports.
var queryDescriptions = map[string]string{
	"client_id":   "Only of this client.",
	"is_archived": "true: only archived records. false: only others.",
	"is_billable": "true: only billable entries. false: only others.",
	"project_id":  "Only of this project.",
	"external_id": "Only the one with this external id.",
	"state":       "The state that the flow started with.",
	"status":      "Only with this status.",
	"task_id":     "Only of this task.",
	"user_id":     "Only of this user.",
}

// parameterDescriptions describe the parameters in paths that are no ids.
var parameterDescriptions = map[string]string{
	"code":     "The code of a problem: the last segment of its type.",
	"page":     "A page of the API reference: timers and every other topic, errors, schemas or search.json.",
	"provider": "The short name of the provider.",
	"token":    "The secret from the link in the mail.",
}
