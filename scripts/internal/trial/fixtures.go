package trial

import (
	"context"

	"stint/shared/domain"
)

// password is everybody's, the one that samples give.
const password = "correct horse battery"

// fixtures is what was put into a trial's table. The people: olga owns the
// workspace, mia and noah work in it, max was invited and has not answered, gus
// is invited and has no account. Ada of the samples is a stranger.
type fixtures struct {
	olga, mia, noah, max   *testUser
	apiKey                 string            // an API key of olga's
	ids                    map[string]string // of what a path names, by the segment before
	approvedID, rejectedID string            // submissions
	tokens                 map[string]string // that were mailed or given out, by purpose
}

// createFixtures makes one of everything.
func (tr *Trial) createFixtures(ctx context.Context) (fixtures, error) {
	s := &apiClient{tr: tr, ctx: ctx}
	h := fixtures{ids: map[string]string{}, tokens: map[string]string{}}
	s.createMembers(&h)
	s.createRecords(&h)
	s.createSubmissions(&h)
	h.tokens["verify-email"] = s.mailedToken(h.olga.email, "verify-email")
	s.post(nil, "/api/auth/password-reset/request", object{"email": h.olga.email})
	h.tokens["password-reset"] = s.mailedToken(h.olga.email, "password-reset")
	return h, s.err
}

func (s *apiClient) createMembers(h *fixtures) {
	h.olga = s.register("Olga", "")
	invitations := "/api/workspaces/" + h.olga.workspaceID + "/invitations"
	join := func(name, email string) *testUser {
		s.create(h.olga, invitations, object{"email": email, "role": "user"})
		return s.register(name, s.mailedToken(email, "invitation"))
	}
	h.mia, h.noah = join("Mia", "mia@example.com"), join("Noah", "noah@example.com")
	h.max = s.register("Max", "")
	s.post(h.max, "/api/auth/verify-email", object{"token": s.mailedToken(h.max.email, "verify-email")})
	h.ids["pending-invitations"] = s.create(h.olga, invitations, object{"email": h.max.email, "role": "user"})
	h.ids["invitations"] = s.create(h.olga, invitations, object{"email": "gus@example.com", "role": "user"})
	h.tokens["invitation"] = s.mailedToken("gus@example.com", "invitation")
	key := s.post(h.olga, "/api/me/workspaces/"+h.olga.workspaceID+"/api-keys", object{"name": "Samples"})
	h.apiKey, _ = key["token"].(string)
	h.ids["api-keys"], _ = key["id"].(string)
	h.ids["workspaces"], h.ids["members"] = h.olga.workspaceID, h.mia.id
	sessions, _ := s.request(h.olga, "GET", "/api/auth/sessions", nil)["items"].([]any)
	for _, each := range sessions {
		h.ids["sessions"], _ = each.(object)["id"].(string)
	}
}

func (s *apiClient) createRecords(h *fixtures) {
	o := h.olga
	client := s.create(o, "/api/clients", object{"name": "Acme"})
	project := s.create(o, "/api/projects", object{"name": "Apollo", "visibility": "private", "color": "#3366cc", "clientId": client})
	s.post(o, "/api/projects/"+project+"/members", object{"userId": o.id})
	s.post(o, "/api/projects/"+project+"/members", object{"userId": h.mia.id})
	task := s.create(o, "/api/projects/"+project+"/tasks", object{"name": "Landing"})
	h.ids["clients"], h.ids["projects"], h.ids["tasks"] = client, project, task
	h.ids["tags"] = s.create(o, "/api/tags", object{"name": "Deep work"})
	h.ids["entries"] = s.create(o, "/api/entries", object{
		"projectId": project, "description": "Checking the charts", "startedAt": "2026-06-16T09:00:00Z", "stoppedAt": "2026-06-16T10:00:00Z",
	})
	h.ids["timers"] = s.create(o, "/api/timers/start", object{"description": "Writing it down", "startedAt": "2026-06-17T10:00:00Z"})
}

// submissions of olga's, each of one hour in May: one that waits for a
// decision, one that a client is to sign, and one that was rejected.
func (s *apiClient) createSubmissions(h *fixtures) {
	const all = "/api/workspaces/me/timesheet-submissions"
	submit := func(date string) (id, line string) {
		s.create(h.olga, "/api/entries", object{
			"projectId": h.ids["projects"], "startedAt": date + "T09:00:00Z", "stoppedAt": date + "T10:00:00Z",
		})
		created := s.post(h.olga, all, object{"periodStart": date, "periodEnd": date})
		if lines, _ := created["lines"].([]any); len(lines) == 1 {
			line, _ = lines[0].(object)["id"].(string)
		}
		id, _ = created["id"].(string)
		return id, line
	}
	h.ids["timesheet-submissions"], h.ids["submission-lines"] = submit("2026-05-04")
	h.approvedID, _ = submit("2026-05-05")
	s.post(h.olga, all+"/"+h.approvedID+"/approve-all", nil)
	link := s.post(h.olga, all+"/"+h.approvedID+"/client-approval-links", object{"clientEmail": "client@example.com"})
	h.ids["client-approval-links"], _ = link["id"].(string)
	h.tokens["client-approval"], _ = link["token"].(string)
	var line string
	h.rejectedID, line = submit("2026-05-06")
	s.post(h.olga, "/api/workspaces/me/submission-lines/"+line+"/reject", object{"reason": "Two hours, surely?"})
}

// startJob is a change of rates that is under way. Through the API it takes
// thousands of entries to get one.
func (s *apiClient) startJob(h *fixtures) string {
	j := domain.BillingJob{
		ID: domain.NewID(), Rerating: domain.Rerating{Kind: domain.KindResnapshot}, Status: domain.JobRunning, StartedAt: domain.InstantOf(Noon), Version: 1,
	}
	if s.err == nil {
		s.err = s.tr.Deps.Store.StartJob(s.ctx, domain.ID(h.olga.workspaceID), j, domain.NewRateBook(domain.NewBilling()), j.StartedAt)
	}
	return string(j.ID)
}
