package commands

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"stint/shared/client"
)

// sentenceOf is what a person reads about an error: what happened, and what helps. An answer of the
// service also has its status and code, to look it up.
func sentenceOf(err error) string {
	p, ok := errors.AsType[*client.Problem](err)
	if !ok {
		return err.Error()
	}
	var out strings.Builder
	if where, ok := strings.CutSuffix(err.Error(), p.Error()); ok {
		out.WriteString(where) // such as the name of a file
	}
	fmt.Fprintf(&out, "%s (%d %s)", sentenceOfProblem(p), p.Status, cmp.Or(p.Reason, p.Code))
	for _, e := range p.Errors {
		fmt.Fprintf(&out, "\n  %s (%s)", sentenceOfField(e), e.Code)
	}
	if p.CorrelationID != "" && p.Status >= 500 {
		fmt.Fprintf(&out, "\n  The service's log has it under %s.", p.CorrelationID)
	}
	return out.String()
}

// sentenceOfProblem is the sentence of the reason, else that of the code, else what the service says.
func sentenceOfProblem(p *client.Problem) string {
	return cmp.Or(reasons[p.Reason], reasons[p.Detail], conflictOf(p), problems[p.Code], p.Detail,
		"The service refuses the request.")
}

// conflictOf is what the service says of a conflict whose reason is newer than this program.
func conflictOf(p *client.Problem) string {
	if p.Status != http.StatusConflict || !strings.Contains(p.Detail, " ") {
		return ""
	}
	return p.Detail
}

// sentenceOfField says what is wrong with a property, named as the command names it.
func sentenceOfField(e client.FieldError) string {
	name := cmp.Or(properties[e.Field], e.Field, "The request")
	if text := fields[e.Code]; text != "" {
		return name + " " + text
	}
	return name + " " + e.Title + "."
}

// problems has a sentence for each code of a problem.
var problems = map[string]string{
	client.CodeUnexpected: "The answer is none of a Stint service. Check the address of the service.",

	"unauthorized": "The service refuses the API key: it is wrong, revoked or expired. Run stint login with " +
		"another one.",
	"forbidden": "You may not do this. An admin of the workspace can say what your role may do.",
	"not_found": "The service has no such record, or you may not see it.",
	"method_not_allowed": "The service does not know this operation. Its version may be older than that of this " +
		"command.",
	"conflict":               "The record is in another state by now. Look at it and try again.",
	"payload_too_large":      "The request is larger than the service accepts. Nothing was done.",
	"unsupported_media_type": "The service cannot read the request. Its version may be older than that of this command.",
	"malformed_request":      "The service cannot read the request. Its version may be older than that of this command.",
	"validation":             "The service does not accept this:",
	"rate_limited":           "There were too many requests. Wait a minute and try again.",
	"internal_error":         "The service failed. Try again later.",
	"service_unavailable":    "The service is overloaded or being updated. Try again in a minute.",

	"pkce_state_not_found":          "The attempt to connect has expired. Start again.",
	"external_oauth_error":          "The provider refused. Start again.",
	"calendar_disabled":             "The service has no calendar.",
	"calendar_token_revoked":        "The calendar is no longer connected. Connect it again.",
	"calendar_provider_unavailable": "The provider of the calendar does not answer. Try again later.",
	"calendar_provider_throttled":   "The provider of the calendar gets too many requests. Try again later.",
}

// reasons has a sentence for each reason of a refusal or a conflict.
var reasons = map[string]string{
	"scope_insufficient": "Your sign-in may not do this. Run stint login --access full. Make a key with the access " +
		"time or full where you use an API key.",
	"role_insufficient": "Your role in the workspace may not do this. Ask an admin.",
	"analyst_read_only": "You are an analyst of the workspace: you may read, and change nothing. Ask an admin " +
		"for another role.",
	"not_project_member": "You are no member of the project. Ask a manager of the project to add you.",
	"workspace_mismatch": "The record is in another of your workspaces. Run stint login for that one.",
	"workspace_required": "You are no longer a member of the workspace of your sign-in. Run stint login for " +
		"another one.",
	"email_not_verified": "Your e-mail address is not verified. Follow the link in the mail, and try again.",
	"origin_not_allowed": "The service does not take requests of this program from here. Check the address of " +
		"the service.",
	"reauthentication_required":   "This needs a new sign-in on the web. An API key cannot do it.",
	"second_factor_required":      "The workspace needs a second factor. Switch it on in your account, and try again.",
	"sso_required":                "The workspace needs single sign-on. Sign in that way on the web, and make a new key.",
	"registration_closed":         "New accounts need an invitation here. Ask an admin.",
	"workspace_creation_disabled": "The operator of the service decides who makes workspaces. Ask to be invited to one.",
	"network_not_allowed":         "The workspace allows its members other networks only. Ask an admin.",

	"version_stale": "Another request changed the record. Look at it and try again.",
	"write_race":    "Another request changed the same record at the same time. Try again.",
	"limit_reached": "There are as many of these records as there may be. Delete some that are not needed.",
	"in_use":        "The record is used and cannot be deleted. Archive it instead.",
	"ambiguous_id":  "Several people have an entry with this id.",
	"entry_locked": "The entry is part of a submitted timesheet. Withdraw the timesheet, or ask for it to " +
		"be rejected.",
	"secret_missing": "The app has no secret, because it is not confidential.",
	"invoiced":       "The entry is marked as invoiced. Ask an admin to remove the mark.",
	"timer_changed":  "Another program started, stopped or changed the timer. Run stint status and try again.",
	"timer_running":  "A timer is running in the period. Run stint stop first.",
	"start_before_running": "The running timer started later than that. Stop it first with stint stop, or say a " +
		"later --at.",
	"nothing_to_submit": "There is no finished time left to submit in the period. stint list PERIOD shows what " +
		"is there.",
	"submission_open": "Some of these days are submitted already. Submit the other days, or withdraw that " +
		"timesheet.",
	"submission_state":         "The timesheet is in a state that does not allow this.",
	"already_decided":          "It was decided already.",
	"job_running":              "Another job is running in the workspace. Wait until it is done.",
	"job_ended":                "The job has ended already.",
	"request_running":          "The same request is still running. Try again in a minute.",
	"already_member":           "The user is a member already.",
	"already_invited":          "The address is invited already.",
	"already_accepted":         "The invitation was accepted already.",
	"member_left":              "The member left the workspace. Invite them again.",
	"already_owner":            "The user owns the workspace already.",
	"owner_required":           "A workspace needs its owner. Transfer it first.",
	"webhook_inactive":         "The webhook is switched off. Switch it on first.",
	"fingerprint_expired":      "The fingerprint of the preview is older than 10 minutes. Preview again.",
	"fingerprint_mismatch":     "The fingerprint is of another preview. Preview with just these values.",
	"nothing_pending":          "These lines do not wait for your decision.",
	"request_key_reused":       "An earlier call with this key made other entries. Use a new key.",
	"email_taken":              "Another account has this e-mail address.",
	"login_taken":              "The login belongs to another account.",
	"other_login_linked":       "The account has another login at this provider. Unlink it first.",
	"last_login":               "This is the only way to sign in. Set a password first.",
	"password_already_set":     "The account has a password already.",
	"password_missing":         "The account has no password. Set one first.",
	"second_factor_missing":    "The account has no second factor. Switch it on first.",
	"second_factor_already_on": "The second factor is on already.",
	"login_missing":            "The account has no login at the provider. Use the password.",
}

// properties are the names that a person knows properties by.
var properties = map[string]string{
	"startedAt": "The start", "stoppedAt": "The end", "description": "The text", "note": "The note", "since": "--since",
	"search": "The text to search for", "projectId": "The project", "taskId": "The task", "tagIds": "The tags",
	"project_id": "The project", "task_id": "The task", "tag_id": "The tag", "periodStart": "The first day",
	"periodEnd": "The last day", "from": "The beginning of the period", "to": "The end of the period", "group_by": "--by",
	"types": "--types", "isBillable": "--billable", "id": "The entry",
}

// fields has the end of a sentence for codes of properties whose messages do not say what helps.
var fields = map[string]string{
	"in_future":         "is in the future. Time is tracked up to now.",
	"before_start":      "is before the start.",
	"range_too_long":    "is too long ago, or the period is too long. Choose a shorter one.",
	"too_large":         "has more time than is read at once. Choose a shorter period.",
	"range_invalid":     "has to begin before it ends.",
	"entry_overlap":     "overlaps another entry, and the workspace forbids that. stint list shows the others.",
	"entry_locked":      "is part of a submitted timesheet. Withdraw the timesheet first.",
	"project_archived":  "is archived and takes no new time. Choose another project.",
	"task_archived":     "is archived and takes no new time. Choose another task.",
	"required":          "is missing, and the workspace requires it.",
	"project_not_found": "does not exist, or you may not see it. stint projects lists yours.",
	"task_not_found":    "does not exist, or you may not see it. stint projects --tasks lists yours.",
}
