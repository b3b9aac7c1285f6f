package sampledata

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"stint/internal/apiclient"
	"stint/shared/accounts"
)

// Maker makes records through the API, as the people of a team.
type Maker struct {
	apiclient.Sequence
	Team *Team
}

// New makes a maker of a team's records.
func New(ctx context.Context, c *apiclient.Client, t *Team) *Maker {
	return &Maker{apiclient.Sequence{Client: c, Context: ctx}, t}
}

// Make makes the people, clients, projects, tasks and tags of the team.
func (m *Maker) Make() {
	m.MakePeople()
	m.MakeProjects()
}

// MakePeople registers the owner with the workspace, and invites the others.
func (m *Maker) MakePeople() {
	m.Team.ID = m.Register(m.Team.Owner(), m.Team.Workspace)
	for _, p := range m.Team.People[1:] {
		m.Invite(p.Email, p.Role)
		m.Register(p, object{"invitationToken": m.MailedToken(p.Email, "invitation")})
		if p.Rate != nil {
			m.Send(m.Team.Owner().Token, http.MethodPatch, "/api/workspaces/"+m.Team.ID+"/members/"+p.ID,
				object{"hourlyRate": p.Rate})
		}
	}
}

// Invite invites an address to the workspace and returns the id of the invitation.
func (m *Maker) Invite(email, role string) string {
	return m.Create(m.Team.Owner().Token, "/api/workspaces/"+m.Team.ID+"/invitations",
		object{"email": email, "role": role})
}

// Register makes a person's account, with further properties of the request. It returns the id
// of their workspace.
func (m *Maker) Register(p *Person, further object) (workspace string) {
	body := object{"email": p.Email, "password": m.Team.Password, "displayName": p.Name}
	if p.Language != "" {
		body["preferredLanguage"] = p.Language
	}
	maps.Copy(body, further)
	return m.SignInWith(p, apiclient.Call{Method: http.MethodPost, Path: "/api/auth/register", Body: body})
}

// SignIn gives a person a new session. It returns the id of their workspace.
func (m *Maker) SignIn(p *Person) (workspace string) {
	body := object{"email": p.Email, "password": m.Team.Password}
	return m.SignInWith(p, apiclient.Call{Method: http.MethodPost, Path: "/api/auth/login", Body: body})
}

// SignInWith takes a person's session from the answer to a call. It returns the id of their
// workspace.
func (m *Maker) SignInWith(p *Person, call apiclient.Call) (workspace string) {
	answer := m.DoOK(call)
	if m.Err != nil {
		return ""
	}
	var session object
	session, m.Err = answer.Object()
	p.ID, p.Token = apiclient.Text(session, "user", "id"), apiclient.Text(session, "access_token")
	for _, c := range answer.Cookies() {
		if c.Name == accounts.RefreshCookie {
			p.Cookie = c.Name + "=" + c.Value
		}
	}
	return apiclient.Text(session, "workspace", "id")
}

// MakeProjects makes clients, their projects and tags.
func (m *Maker) MakeProjects() {
	for _, c := range m.Team.Clients {
		var client any
		if c.Name != "" {
			id := m.Create(m.Team.Owner().Token, "/api/clients", object{"name": c.Name})
			client, m.Team.ClientIDs = id, append(m.Team.ClientIDs, id)
		}
		for _, p := range c.Projects {
			m.makeProject(client, p)
		}
	}
	for _, name := range m.Team.Tags {
		m.Team.TagIDs = append(m.Team.TagIDs, m.Create(m.Team.Owner().Token, "/api/tags", object{"name": name}))
	}
}

// makeProject makes a project of a client, or of none, with its members and tasks.
func (m *Maker) makeProject(client any, p Project) {
	owner, fields := m.Team.Owner().Token, maps.Clone(p.Fields)
	fields["clientId"] = client
	id := m.Create(owner, "/api/projects", fields)
	for _, i := range slices.Sorted(maps.Keys(p.Members)) {
		member := object{"userId": m.Team.People[i].ID}
		maps.Copy(member, p.Members[i])
		m.Post(owner, "/api/projects/"+id+"/members", member)
	}
	for _, t := range p.Tasks {
		task := m.Create(owner, "/api/projects/"+id+"/tasks", object{"name": t.Name})
		m.Team.Work = append(m.Team.Work, Work{ProjectID: id, TaskID: task, Texts: t.Texts})
	}
	if len(p.Tasks) == 0 {
		m.Team.Work = append(m.Team.Work, Work{ProjectID: id, Texts: p.Texts})
	}
}

// Track tracks entries as a person.
func (m *Maker) Track(p *Person, entries []object) {
	for len(entries) > 0 {
		n := min(BatchSize, len(entries))
		m.Post(p.Token, "/api/entries:bulk", object{"items": entries[:n]})
		entries = entries[n:]
	}
}
