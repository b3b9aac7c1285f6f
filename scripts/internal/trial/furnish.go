package trial

import (
	"context"

	"stint/shared/domain"
)

// password is everybody's, the one that samples give.
const password = "correct horse battery"

// house is what was put into a trial's table. The people: olga owns the
// workspace, mia and noah work in it, max was invited and has not answered, gus
// is invited and has no account. Ada of the samples is a stranger.
type house struct {
	olga, mia, noah, max *person
	key                  string            // an API key of olga's
	ids                  map[string]string // of what a path names, by the segment before
	approved, rejected   string            // submissions
	tokens               map[string]string // that were mailed or given out, by purpose
}

// furnish makes one of everything.
func (tr *Trial) furnish(ctx context.Context) (house, error) {
	s := &scene{tr: tr, ctx: ctx}
	h := house{ids: map[string]string{}, tokens: map[string]string{}}
	s.people(&h)
	s.things(&h)
	s.sheets(&h)
	h.tokens["verify-email"] = s.mailed(h.olga.email, "verify-email")
	s.post(nil, "/api/auth/password-reset/request", object{"email": h.olga.email})
	h.tokens["password-reset"] = s.mailed(h.olga.email, "password-reset")
	return h, s.err
}

func (s *scene) people(h *house) {
	h.olga = s.register("Olga", "")
	invitations := "/api/workspaces/" + h.olga.workspace + "/invitations"
	join := func(name, email string) *person {
		s.make(h.olga, invitations, object{"email": email, "role": "user"})
		return s.register(name, s.mailed(email, "invitation"))
	}
	h.mia, h.noah = join("Mia", "mia@example.com"), join("Noah", "noah@example.com")
	h.max = s.register("Max", "")
	s.post(h.max, "/api/auth/verify-email", object{"token": s.mailed(h.max.email, "verify-email")})
	h.ids["pending-invitations"] = s.make(h.olga, invitations, object{"email": h.max.email, "role": "user"})
	h.ids["invitations"] = s.make(h.olga, invitations, object{"email": "gus@example.com", "role": "user"})
	h.tokens["invitation"] = s.mailed("gus@example.com", "invitation")
	key := s.post(h.olga, "/api/me/workspaces/"+h.olga.workspace+"/api-keys", object{"name": "Samples"})
	h.key, _ = key["token"].(string)
	h.ids["api-keys"], _ = key["id"].(string)
	h.ids["workspaces"], h.ids["members"] = h.olga.workspace, h.mia.id
	sessions, _ := s.ask(h.olga, "GET", "/api/auth/sessions", nil)["items"].([]any)
	for _, each := range sessions {
		h.ids["sessions"], _ = each.(object)["id"].(string)
	}
}

func (s *scene) things(h *house) {
	o := h.olga
	client := s.make(o, "/api/clients", object{"name": "Acme"})
	project := s.make(o, "/api/projects", object{"name": "Apollo", "visibility": "private", "color": "#3366cc", "clientId": client})
	s.post(o, "/api/projects/"+project+"/members", object{"userId": o.id})
	s.post(o, "/api/projects/"+project+"/members", object{"userId": h.mia.id})
	task := s.make(o, "/api/projects/"+project+"/tasks", object{"name": "Landing"})
	h.ids["clients"], h.ids["projects"], h.ids["tasks"] = client, project, task
	h.ids["tags"] = s.make(o, "/api/tags", object{"name": "Deep work"})
	h.ids["entries"] = s.make(o, "/api/entries", object{
		"projectId": project, "description": "Checking the charts", "startedAt": "2026-06-16T09:00:00Z", "stoppedAt": "2026-06-16T10:00:00Z",
	})
	h.ids["timers"] = s.make(o, "/api/timers/start", object{"description": "Writing it down", "startedAt": "2026-06-17T10:00:00Z"})
}

// submissions of olga's, each of one hour in May: one that waits for a
// decision, one that a client is to sign, and one that was rejected.
func (s *scene) sheets(h *house) {
	const all = "/api/workspaces/me/timesheet-submissions"
	sheet := func(date string) (id, line string) {
		s.make(h.olga, "/api/entries", object{
			"projectId": h.ids["projects"], "startedAt": date + "T09:00:00Z", "stoppedAt": date + "T10:00:00Z",
		})
		made := s.post(h.olga, all, object{"periodStart": date, "periodEnd": date})
		if lines, _ := made["lines"].([]any); len(lines) == 1 {
			line, _ = lines[0].(object)["id"].(string)
		}
		id, _ = made["id"].(string)
		return id, line
	}
	h.ids["timesheet-submissions"], h.ids["submission-lines"] = sheet("2026-05-04")
	h.approved, _ = sheet("2026-05-05")
	s.post(h.olga, all+"/"+h.approved+"/approve-all", nil)
	link := s.post(h.olga, all+"/"+h.approved+"/client-approval-links", object{"clientEmail": "client@example.com"})
	h.ids["client-approval-links"], _ = link["id"].(string)
	h.tokens["client-approval"], _ = link["token"].(string)
	var line string
	h.rejected, line = sheet("2026-05-06")
	s.post(h.olga, "/api/workspaces/me/submission-lines/"+line+"/reject", object{"reason": "Two hours, surely?"})
}

// job is a change of rates that is under way. Through the API it takes
// thousands of entries to get one.
func (s *scene) job(h *house) string {
	j := domain.BillingJob{
		ID: domain.NewID(), Scope: domain.Rerate{Kind: domain.Resnapshot}, Status: domain.JobRunning, StartedAt: domain.At(Noon), Version: 1,
	}
	if s.err == nil {
		s.err = s.tr.Deps.Store.StartJob(s.ctx, domain.ID(h.olga.workspace), j, domain.NewRateBook(domain.NewBilling()), j.StartedAt)
	}
	return string(j.ID)
}
