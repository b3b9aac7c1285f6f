package openapi

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
