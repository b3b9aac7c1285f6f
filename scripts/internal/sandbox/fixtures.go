package sandbox

import (
	"cmp"
	"context"
	"net/http"
	"path"
	"strings"

	"stint/internal/apiclient"
	"stint/scripts/internal/sampledata"
	"stint/shared/apps"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
)

// password of all users. Samples use the same one.
const password = "correct horse battery"

// fixtures are the records that a sandbox is created with. owner owns the workspace.
// member and coworker are members of it. invited has an account and a pending invitation; gus
// has an invitation and no account. Ada, whom samples name, has no account.
type fixtures struct {
	team                             *sampledata.Team
	owner, member, coworker, invited *sampledata.Person
	apiKey                           string            // of the owner
	ids                              map[string]string // by the path segment before the id, such as "projects"
	approvedID, rejectedID           string            // of submissions
	tokens                           map[string]string // mailed tokens and client links, by page name
}

// newFixtures has the description of the workspace.
func newFixtures() fixtures {
	owner, member, coworker := newPerson("Olga"), newPerson("Mia"), newPerson("Noah")
	apollo := sampledata.Project{
		Fields: object{"name": "Apollo", "visibility": "private", "color": "#3366cc", "hourlyRate": 9_000,
			"budget": object{"kind": "time", "limit": 360_000, "period": "month"}},
		Members: map[int]object{0: {}, 1: {}},
		Tasks:   []sampledata.Task{{Name: "Landing"}},
	}
	team := &sampledata.Team{
		Password: password, People: []*sampledata.Person{owner, member, coworker},
		Clients: []sampledata.Client{{Name: "Acme", Projects: []sampledata.Project{apollo}}}, Tags: []string{"Deep work"},
	}
	return fixtures{team: team, owner: owner, member: member, coworker: coworker, invited: newPerson("Max"),
		ids:    map[string]string{},
		tokens: map[string]string{}}
}

func newPerson(name string) *sampledata.Person {
	return &sampledata.Person{Name: name, Email: strings.ToLower(name) + "@example.com", Role: "user"}
}

// createFixtures creates the users and one record of each kind.
func (sb *Sandbox) createFixtures(ctx context.Context) error {
	sb.fixtures = newFixtures()
	s, f := sb.newClient(ctx), &sb.fixtures
	s.MakePeople()
	s.createInvitations(f)
	s.createCredentials(f)
	s.MakeProjects()
	s.createRecords(f)
	s.createSubmissions(f)
	f.tokens["verify-email"] = s.MailedToken(f.owner.Email, "verify-email")
	s.Post("", "/api/auth/password-reset/request", object{"email": f.owner.Email})
	f.tokens["password-reset"] = s.MailedToken(f.owner.Email, "password-reset")
	return s.Err
}

// createInvitations invites the user invited, who has an account, and gus, who has none.
func (s *apiClient) createInvitations(f *fixtures) {
	s.Register(f.invited, nil)
	s.Post(f.invited.Token, "/api/auth/verify-email", object{"token": s.MailedToken(f.invited.Email, "verify-email")})
	f.ids["pending-invitations"] = s.Invite(f.invited.Email, "user")
	f.ids["invitations"] = s.Invite("gus@example.com", "user")
	f.tokens["invitation"] = s.MailedToken("gus@example.com", "invitation")
}

// createCredentials makes an API key of the owner, and finds their session.
func (s *apiClient) createCredentials(f *fixtures) {
	key := s.Post(f.owner.Token, "/api/me/workspaces/"+f.team.ID+"/api-keys", object{"name": "Samples"})
	f.apiKey, f.ids["api-keys"] = apiclient.Text(key, "token"), apiclient.Text(key, "id")
	f.ids["apps"], f.ids["oauth-clients"] = s.allowApp(f), s.registerApp(f)
	feed := s.Post(f.owner.Token, "/api/workspaces/"+f.team.ID+"/calendar-feeds", object{"name": "Olga's time"})
	f.ids["calendar-feeds"], f.tokens["feeds"] = apiclient.Text(feed, "id"), path.Base(apiclient.Text(feed, "url"))
	f.ids["workspaces"], f.ids["members"] = f.team.ID, f.member.ID
	sessions, _ := s.Get(f.owner.Token, "/api/auth/sessions")["items"].([]any)
	for _, each := range sessions {
		f.ids["sessions"] = apiclient.Text(each.(object), "id")
	}
}

// registerApp registers an app in the workspace.
func (s *apiClient) registerApp(f *fixtures) string {
	return s.Create(f.owner.Token, "/api/workspaces/"+f.team.ID+"/oauth-clients", object{"name": "Planning board",
		"redirectUris": []string{"https://planning.example.com/callback"}, "isConfidential": true})
}

// allowApp lets an app act for the owner, as their consent does.
func (s *apiClient) allowApp(f *fixtures) string {
	return string(s.allow(f, people.App{ClientID: "https://focus.example.com/client.json", Name: "Focus",
		Host: "focus.example.com", Kind: people.AppDocument}).ID)
}

// refreshToken lets the command act for the owner, and gives its refresh token.
func (s *apiClient) refreshToken(f *fixtures) string {
	grant := s.allow(f, people.App{ClientID: people.CommandClientID, Name: "Stint", Kind: people.AppCommand})
	if s.Err != nil {
		return ""
	}
	tokens, err := s.sb.Deps.Apps().TokensOf(s.Context, grant, apps.TokenRequest{}, domain.InstantOf(Noon))
	s.Err = err
	return tokens.Refresh
}

func (s *apiClient) allow(f *fixtures, app people.App) (grant people.APIKey) {
	found, err := s.sb.Deps.Store.Identity(s.Context,
		people.IdentityQuery{UserID: domain.ID(f.owner.ID), WorkspaceID: domain.ID(f.team.ID)})
	if s.Err = cmp.Or(s.Err, err); s.Err != nil {
		return grant
	}
	grant, s.Err = s.sb.Deps.Apps().Allow(s.Context, apps.Consent{User: *found.User, Member: *found.Member,
		Workspace: *found.Workspace, Access: people.AccessTime, App: app}, domain.InstantOf(Noon))
	return grant
}

func (s *apiClient) createRecords(f *fixtures) {
	o := f.owner.Token
	work := f.team.Work[0]
	f.ids["clients"], f.ids["projects"], f.ids["tasks"], f.ids["tags"] = f.team.ClientIDs[0], work.ProjectID, work.TaskID,
		f.team.TagIDs[0]
	f.ids["entries"] = s.Create(o, "/api/entries", f.work(object{
		"description": "Checking the charts", "externalId": "charts-7", "startedAt": "2026-06-16T09:00:00Z",
		"stoppedAt": "2026-06-16T10:00:00Z",
	}))
	s.Send(o, http.MethodPatch, "/api/projects/"+work.ProjectID, object{"hourlyRate": 9_500})
	f.ids["webhooks"] = s.Create(o, "/api/webhooks",
		object{"url": "https://hooks.example.com/stint", "events": []string{"*"}})
	f.ids["deliveries"] = s.Create(o, "/api/webhooks/"+f.ids["webhooks"]+"/test", nil)
	f.ids["timers"] = s.Create(o, "/api/timers/start",
		f.work(object{"description": "Writing it down", "startedAt": "2026-06-17T10:00:00Z"}))
}

// work adds the project, the task and the tag of the fixtures to the properties of an entry.
func (f *fixtures) work(entry object) object {
	entry["projectId"], entry["taskId"], entry["tagIds"] = f.ids["projects"], f.ids["tasks"], []string{f.ids["tags"]}
	return entry
}

// createSubmissions creates three submissions of the owner, each of one hour in May: one
// is pending, one is approved and has a client link, one is rejected.
func (s *apiClient) createSubmissions(f *fixtures) {
	submit := func(date string) sampledata.Timesheet {
		s.Create(f.owner.Token, "/api/entries",
			f.work(object{"startedAt": date + "T09:00:00Z", "stoppedAt": date + "T10:00:00Z"}))
		return s.Submit(f.owner, date, date)
	}
	pending, approved := submit("2026-05-04"), submit("2026-05-05")
	f.ids["timesheet-submissions"], f.ids["submission-lines"], f.approvedID = pending.ID, pending.Line, approved.ID
	link := s.ApproveForClient(approved, object{"clientEmail": "client@example.com", "delivery": "self"})
	f.ids["client-approval-links"], f.tokens["client-approval"] = apiclient.Text(link, "id"), apiclient.Text(link, "token")
	rejected := submit("2026-05-06")
	f.rejectedID = rejected.ID
	s.RejectLine(rejected, "Two hours, surely?")
}

// startJob creates a running billing job and returns its id. It writes to the store
// directly, because the API starts a job only for thousands of entries.
func (s *apiClient) startJob(f *fixtures) string {
	j := money.BillingJob{
		ID: domain.NewID(), Rerating: money.Rerating{Kind: money.KindResnapshot}, Status: domain.JobRunning,
		StartedAt: domain.InstantOf(Noon), Version: 1,
	}
	if s.Err == nil {
		s.Err = s.sb.Deps.Store.StartJob(s.Context, domain.ID(f.team.ID), j, money.NewRateBook(money.NewBilling()),
			j.StartedAt)
	}
	return string(j.ID)
}
