package sandbox

import (
	"context"

	"stint/shared/domain"
)

// password of all users. Samples use the same one.
const password = "correct horse battery"

// fixtures are the records that a sandbox is created with. olga owns the workspace.
// mia and noah are members of it. max has an account and a pending invitation; gus
// has an invitation and no account. Ada, whom samples name, has no account.
type fixtures struct {
	olga, mia, noah, max   *testUser
	apiKey                 string            // of olga
	ids                    map[string]string // by the path segment before the id, such as "projects"
	approvedID, rejectedID string            // of submissions
	tokens                 map[string]string // mailed tokens and client links, by page name
}

// createFixtures creates the users and one record of each kind.
func (sb *Sandbox) createFixtures(ctx context.Context) (fixtures, error) {
	s := &apiClient{sb: sb, ctx: ctx}
	f := fixtures{ids: map[string]string{}, tokens: map[string]string{}}
	s.createMembers(&f)
	s.createRecords(&f)
	s.createSubmissions(&f)
	f.tokens["verify-email"] = s.mailedToken(f.olga.email, "verify-email")
	s.post(nil, "/api/auth/password-reset/request", object{"email": f.olga.email})
	f.tokens["password-reset"] = s.mailedToken(f.olga.email, "password-reset")
	return f, s.err
}

func (s *apiClient) createMembers(f *fixtures) {
	f.olga = s.register("Olga", "")
	invitations := "/api/workspaces/" + f.olga.workspaceID + "/invitations"
	join := func(name, email string) *testUser {
		s.create(f.olga, invitations, object{"email": email, "role": "user"})
		return s.register(name, s.mailedToken(email, "invitation"))
	}
	f.mia, f.noah = join("Mia", "mia@example.com"), join("Noah", "noah@example.com")
	f.max = s.register("Max", "")
	s.post(f.max, "/api/auth/verify-email", object{"token": s.mailedToken(f.max.email, "verify-email")})
	f.ids["pending-invitations"] = s.create(f.olga, invitations, object{"email": f.max.email, "role": "user"})
	f.ids["invitations"] = s.create(f.olga, invitations, object{"email": "gus@example.com", "role": "user"})
	f.tokens["invitation"] = s.mailedToken("gus@example.com", "invitation")
	key := s.post(f.olga, "/api/me/workspaces/"+f.olga.workspaceID+"/api-keys", object{"name": "Samples"})
	f.apiKey, _ = key["token"].(string)
	f.ids["api-keys"], _ = key["id"].(string)
	f.ids["workspaces"], f.ids["members"] = f.olga.workspaceID, f.mia.id
	sessions, _ := s.request(f.olga, "GET", "/api/auth/sessions", nil)["items"].([]any)
	for _, each := range sessions {
		f.ids["sessions"], _ = each.(object)["id"].(string)
	}
}

func (s *apiClient) createRecords(f *fixtures) {
	o := f.olga
	client := s.create(o, "/api/clients", object{"name": "Acme"})
	project := s.create(o, "/api/projects", object{"name": "Apollo", "visibility": "private", "color": "#3366cc", "clientId": client, "budget": object{"kind": "time", "limit": 360_000, "period": "month"}})
	s.post(o, "/api/projects/"+project+"/members", object{"userId": o.id})
	s.post(o, "/api/projects/"+project+"/members", object{"userId": f.mia.id})
	task := s.create(o, "/api/projects/"+project+"/tasks", object{"name": "Landing"})
	f.ids["clients"], f.ids["projects"], f.ids["tasks"] = client, project, task
	f.ids["tags"] = s.create(o, "/api/tags", object{"name": "Deep work"})
	f.ids["entries"] = s.create(o, "/api/entries", object{
		"projectId": project, "description": "Checking the charts", "startedAt": "2026-06-16T09:00:00Z", "stoppedAt": "2026-06-16T10:00:00Z",
	})
	f.ids["webhooks"] = s.create(o, "/api/webhooks", object{"url": "https://hooks.example.com/stint", "events": []string{"*"}})
	f.ids["deliveries"] = s.create(o, "/api/webhooks/"+f.ids["webhooks"]+"/test", nil)
	f.ids["timers"] = s.create(o, "/api/timers/start", object{"description": "Writing it down", "startedAt": "2026-06-17T10:00:00Z"})
}

// createSubmissions creates three submissions of olga, each of one hour in May: one
// is pending, one is approved and has a client link, one is rejected.
func (s *apiClient) createSubmissions(f *fixtures) {
	const all = "/api/workspaces/me/timesheet-submissions"
	submit := func(date string) (id, line string) {
		s.create(f.olga, "/api/entries", object{
			"projectId": f.ids["projects"], "startedAt": date + "T09:00:00Z", "stoppedAt": date + "T10:00:00Z",
		})
		created := s.post(f.olga, all, object{"periodStart": date, "periodEnd": date})
		if lines, _ := created["lines"].([]any); len(lines) == 1 {
			line, _ = lines[0].(object)["id"].(string)
		}
		id, _ = created["id"].(string)
		return id, line
	}
	f.ids["timesheet-submissions"], f.ids["submission-lines"] = submit("2026-05-04")
	f.approvedID, _ = submit("2026-05-05")
	s.post(f.olga, all+"/"+f.approvedID+"/approve-all", nil)
	link := s.post(f.olga, all+"/"+f.approvedID+"/client-approval-links", object{"clientEmail": "client@example.com", "delivery": "self"})
	f.ids["client-approval-links"], _ = link["id"].(string)
	f.tokens["client-approval"], _ = link["token"].(string)
	var line string
	f.rejectedID, line = submit("2026-05-06")
	s.post(f.olga, "/api/workspaces/me/submission-lines/"+line+"/reject", object{"reason": "Two hours, surely?"})
}

// startJob creates a running billing job and returns its id. It writes to the store
// directly, because the API starts a job only for thousands of entries.
func (s *apiClient) startJob(f *fixtures) string {
	j := domain.BillingJob{
		ID: domain.NewID(), Rerating: domain.Rerating{Kind: domain.KindResnapshot}, Status: domain.JobRunning, StartedAt: domain.InstantOf(Noon), Version: 1,
	}
	if s.err == nil {
		s.err = s.sb.Deps.Store.StartJob(s.ctx, domain.ID(f.olga.workspaceID), j, domain.NewRateBook(domain.NewBilling()), j.StartedAt)
	}
	return string(j.ID)
}
