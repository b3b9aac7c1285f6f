package sandbox

import "stint/scripts/internal/sampledata"

// preparations are the routes that need more than the fixtures and the owner's
// credential, by method and path.
var preparations = map[string]func(s *apiClient, v *eventValues){
	"POST /api/auth/refresh":                asUser(owner),
	"POST /api/auth/logout":                 asUser(owner),
	"POST /api/auth/verify-email":           withToken("verify-email"),
	"POST /p/verify-email":                  withToken("verify-email"),
	"POST /api/auth/password-reset/confirm": withToken("password-reset"),
	"POST /p/password-reset":                withToken("password-reset"),
	"GET /api/invitations/{token}":          withToken("invitation"),
	"POST /p/invitation":                    withToken("invitation"),

	"GET /feeds/{token}": withToken("feeds"),

	"GET /p/invitation":                                withToken("invitation"),
	"GET /p/password-reset":                            withToken("password-reset"),
	"GET /p/verify-email":                              withToken("verify-email"),
	"GET /api/public/client-approval/{token}":          withToken("client-approval"),
	"GET /api/public/client-approval/{token}/document": withToken("client-approval"),
	"POST /api/public/client-approval/{token}/approve": withToken("client-approval"),
	"POST /api/public/client-approval/{token}/reject":  withToken("client-approval"),
	"GET /p/client-approval/{token}":                   withToken("client-approval"),
	"POST /p/client-approval/{token}":                  withToken("client-approval"),

	"GET /p/timesheet":      withTimesheetMail,
	"POST /p/timesheet":     withTimesheetMail,
	"GET /p/timer":          withTimerMail,
	"POST /p/timer":         withTimerMail,
	"GET /p/notifications":  withMuteToken,
	"POST /p/notifications": withMuteToken,

	"GET /api/auth/sso/external/callback":            withSSOCallback,
	"GET /api/auth/sso/external/verify-email":        withUnverifiedExternalIdentity,
	"POST /api/auth/sso/external/verify-email":       withUnverifiedExternalIdentity,
	"GET /p/sso-verify":                              withUnverifiedExternalIdentity,
	"POST /p/sso-verify":                             withUnverifiedExternalIdentity,
	"DELETE /api/auth/me/external-logins/{provider}": withExternalLogin,
	"POST /api/auth/password/set":                    withPasswordlessAccount,

	"POST /api/auth/totp/confirm":        withEnrolledFactor,
	"DELETE /api/auth/totp":              withSecondFactor,
	"POST /api/auth/totp/recovery-codes": withSecondFactor,

	"POST /api/me/passkeys":        withAnswerToOptions,
	"GET /api/me/passkeys":         withPasskey,
	"PATCH /api/me/passkeys/{id}":  withPasskey,
	"DELETE /api/me/passkeys/{id}": withPasskey,
	"POST /api/auth/passkey":       withPasskeySignIn,
	"POST /api/auth/passkey/apps":  withPasskeySignIn,

	"GET /api/calendar-connections/external/callback": withCalendarCallback,
	"GET /api/calendar-connections":                   withConnectedCalendar,
	"GET /api/calendar-events":                        withConnectedCalendar,
	"DELETE /api/calendar-connections/{provider}":     withConnectedCalendar,

	"GET /api/me/pending-invitations":                         asUser(invited),
	"POST /api/me/pending-invitations/{invitationId}/accept":  asUser(invited),
	"POST /api/me/pending-invitations/{invitationId}/decline": asUser(invited),
	"POST /api/workspaces/{workspaceId}/leave":                asUser(member),
	"DELETE /api/me": asUser(member), // the owner's workspace has other members

	"POST /api/projects/{projectId}/members": func(s *apiClient,
		v *eventValues) {
		v.ids["members"] = s.sb.fixtures.coworker.ID
	},

	"DELETE /api/clients/{id}":         withUnused("clients", "/api/clients"),
	"DELETE /api/projects/{projectId}": withUnused("projects", "/api/projects"),
	"DELETE /api/tags/{id}":            withUnused("tags", "/api/tags"),
	"DELETE /api/tasks/{id}": func(s *apiClient, v *eventValues) {
		v.ids["tasks"] = s.Create(s.sb.fixtures.owner.Token, "/api/projects/"+v.ids["projects"]+"/tasks", unused)
	},
	"POST /api/workspaces/me/timesheet-submissions": func(s *apiClient, v *eventValues) {
		s.Post(s.sb.fixtures.owner.Token, "/api/timers/"+v.ids["timers"]+"/stop", nil)
	},

	"GET /api/workspaces/me/billing-jobs/{id}":    withRunningJob,
	"DELETE /api/workspaces/me/billing-jobs/{id}": withRunningJob,

	"GET /api/reports/summary/jobs/{id}": withSummary,
	"POST /oauth/token":                  withRefreshToken,
	"POST /oauth/revoke":                 withRefreshToken,

	"POST /api/workspaces/me/timesheet-submissions/{submissionId}/reopen":                           approvedSubmission,
	"POST /api/workspaces/me/timesheet-submissions/{submissionId}/client-approval-links":            approvedSubmission,
	"GET /api/workspaces/me/timesheet-submissions/{submissionId}/client-approval-links":             approvedSubmission,
	"GET /api/workspaces/me/timesheet-submissions/{submissionId}/client-approval-links/{linkId}":    approvedSubmission,
	"DELETE /api/workspaces/me/timesheet-submissions/{submissionId}/client-approval-links/{linkId}": approvedSubmission,
	"POST /api/workspaces/me/timesheet-submissions/{submissionId}/resubmit":                         rejectedSubmission,
}

// unused is a record that nothing uses, so that it can be deleted.
var unused = object{"name": "Never begun"}

// withUnused sends the event with the id of a record that nothing uses.
func withUnused(segment, path string) func(*apiClient, *eventValues) {
	return func(s *apiClient, v *eventValues) { v.ids[segment] = s.Create(s.sb.fixtures.owner.Token, path, unused) }
}

func owner(f *fixtures) *sampledata.Person   { return f.owner }
func member(f *fixtures) *sampledata.Person  { return f.member }
func invited(f *fixtures) *sampledata.Person { return f.invited }

// asUser sends the event with a fixture user's credential and refresh cookie.
func asUser(user func(*fixtures) *sampledata.Person) func(*apiClient, *eventValues) {
	return func(s *apiClient, v *eventValues) {
		v.user = user(&s.sb.fixtures)
		v.cookie = v.user.Cookie
	}
}

// withToken sends the event with the fixture token for a page.
func withToken(page string) func(*apiClient, *eventValues) {
	return func(s *apiClient, v *eventValues) { v.token = s.sb.fixtures.tokens[page] }
}

// withTimesheetMail sends the event with the token of a mail about a timesheet of a member.
func withTimesheetMail(s *apiClient, v *eventValues) {
	s.submitAsMember()
	v.token = s.MailedToken(s.sb.fixtures.owner.Email, "timesheet")
}

// withMuteToken sends the event with the token that switches mails about timesheets off.
func withMuteToken(s *apiClient, v *eventValues) {
	s.submitAsMember()
	v.token = s.MailedToken(s.sb.fixtures.owner.Email, "notifications")
}

// submitAsMember submits an hour of a member.
func (s *apiClient) submitAsMember() {
	f := &s.sb.fixtures
	s.Create(f.member.Token, "/api/entries", object{"projectId": f.ids["projects"], "startedAt": "2026-05-11T09:00:00Z",
		"stoppedAt": "2026-05-11T10:00:00Z"})
	s.Submit(f.member, "2026-05-11", "2026-05-11")
	s.Get("", "/_local/mail") // the worker queues the mail; the mailbox may have that of another sample
}

// withTimerMail sends the event with the token of a mail about a long timer of a member.
func withTimerMail(s *apiClient, v *eventValues) {
	f := &s.sb.fixtures
	s.Create(f.member.Token, "/api/timers/start", object{"description": "Watching the charts",
		"startedAt": "2026-06-17T01:00:00Z"})
	v.token = s.MailedToken(f.member.Email, "timer")
}

func withRunningJob(s *apiClient, v *eventValues) { v.ids["billing-jobs"] = s.startJob(&s.sb.fixtures) }

// withSummary sends the event with the id of a summary that is done.
func withSummary(s *apiClient, v *eventValues) {
	v.ids["jobs"] = s.Create(s.sb.fixtures.owner.Token, "/api/reports/summary/jobs",
		object{"from": "2026-05-01T00:00:00Z", "to": "2026-06-01T00:00:00Z", "groupBy": "project"})
	s.Get("", "/_local/mail") // the worker makes the summary
}

// withRefreshToken sends the event with a refresh token of the command.
func withRefreshToken(s *apiClient, v *eventValues) { v.token = s.refreshToken(&s.sb.fixtures) }

func approvedSubmission(s *apiClient, v *eventValues) {
	v.ids["timesheet-submissions"] = s.sb.fixtures.approvedID
}

func rejectedSubmission(s *apiClient, v *eventValues) {
	v.ids["timesheet-submissions"] = s.sb.fixtures.rejectedID
}
