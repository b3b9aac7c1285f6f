package trial

// parts are the routes that need more than the workspace as it stands and its
// owner, by method and path.
var parts = map[string]func(s *scene, p *part){
	"POST /api/auth/refresh":                as(owner),
	"POST /api/auth/logout":                 as(owner),
	"POST /api/auth/verify-email":           token("verify-email"),
	"POST /p/verify-email":                  token("verify-email"),
	"POST /api/auth/password-reset/confirm": token("password-reset"),
	"POST /p/password-reset":                token("password-reset"),
	"GET /api/invitations/{token}":          token("invitation"),
	"POST /p/invitation":                    token("invitation"),

	"GET /p/invitation":                                token("invitation"),
	"GET /p/password-reset":                            token("password-reset"),
	"GET /p/verify-email":                              token("verify-email"),
	"GET /api/public/client-approval/{token}":          token("client-approval"),
	"POST /api/public/client-approval/{token}/approve": token("client-approval"),
	"POST /api/public/client-approval/{token}/reject":  token("client-approval"),
	"GET /p/client-approval/{token}":                   token("client-approval"),
	"POST /p/client-approval/{token}":                  token("client-approval"),

	"GET /api/auth/sso/external/callback":            back,
	"GET /api/auth/sso/external/verify-email":        unproven,
	"POST /api/auth/sso/external/verify-email":       unproven,
	"GET /p/sso-verify":                              unproven,
	"POST /p/sso-verify":                             unproven,
	"DELETE /api/auth/me/external-logins/{provider}": linked,
	"POST /api/auth/password/set":                    passwordless,

	"GET /api/calendar-connections/external/callback": fromCalendar,
	"GET /api/calendar-connections":                   connected,
	"GET /api/calendar-events":                        connected,
	"DELETE /api/calendar-connections/{provider}":     connected,

	"GET /api/me/pending-invitations":                         as(invited),
	"POST /api/me/pending-invitations/{invitationId}/accept":  as(invited),
	"POST /api/me/pending-invitations/{invitationId}/decline": as(invited),
	"POST /api/workspaces/{workspaceId}/leave":                as(member),

	"POST /api/projects/{projectId}/members": func(s *scene, p *part) { p.ids["members"] = s.tr.house.noah.id },

	"DELETE /api/clients/{id}": func(s *scene, p *part) {
		p.ids["clients"] = s.make(s.tr.house.olga, "/api/clients", object{"name": "Nobody's"})
	},
	"DELETE /api/projects/{projectId}": func(s *scene, p *part) {
		p.ids["projects"] = s.make(s.tr.house.olga, "/api/projects", object{"name": "Never begun"})
	},
	"POST /api/workspaces/me/timesheet-submissions": func(s *scene, p *part) {
		s.post(s.tr.house.olga, "/api/timers/"+p.ids["timers"]+"/stop", nil)
	},

	"GET /api/workspaces/me/billing-jobs/{id}":    busy,
	"DELETE /api/workspaces/me/billing-jobs/{id}": busy,

	"POST /api/workspaces/me/timesheet-submissions/{submissionId}/reopen":                           approved,
	"POST /api/workspaces/me/timesheet-submissions/{submissionId}/client-approval-links":            approved,
	"GET /api/workspaces/me/timesheet-submissions/{submissionId}/client-approval-links":             approved,
	"GET /api/workspaces/me/timesheet-submissions/{submissionId}/client-approval-links/{linkId}":    approved,
	"DELETE /api/workspaces/me/timesheet-submissions/{submissionId}/client-approval-links/{linkId}": approved,
	"POST /api/workspaces/me/timesheet-submissions/{submissionId}/resubmit":                         rejected,
}

func owner(h *house) *person   { return h.olga }
func member(h *house) *person  { return h.mia }
func invited(h *house) *person { return h.max }

// as lets one of the house's people ask, from their browser if it has a cookie.
func as(who func(*house) *person) func(*scene, *part) {
	return func(s *scene, p *part) {
		p.who = who(&s.tr.house)
		p.cookie = p.who.cookie
	}
}

func token(purpose string) func(*scene, *part) {
	return func(s *scene, p *part) { p.token = s.tr.house.tokens[purpose] }
}

func busy(s *scene, p *part) { p.ids["billing-jobs"] = s.job(&s.tr.house) }

func approved(s *scene, p *part) { p.ids["timesheet-submissions"] = s.tr.house.approved }

func rejected(s *scene, p *part) { p.ids["timesheet-submissions"] = s.tr.house.rejected }
