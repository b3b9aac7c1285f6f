package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"stint/scripts/internal/homeclient"
)

type object = homeclient.Object

// password is the password of every person.
const password = "stint bench password"

// clientsOfTeam is the number of clients of the workspace. Each has one project.
const clientsOfTeam = 16

// team is the workspace with its people. The first is the owner.
type team struct {
	api         *homeclient.Client
	workspaceID string
	people      []*person
	projects    []string
}

// person is a member. One goroutine at a time acts as them.
type person struct {
	number       int
	email, token string
	id           string
	entries      int // that they have tracked
	random       *rand.Rand
}

// newTeam registers the people, and creates the clients with their projects.
func newTeam(ctx context.Context, address string, people int) (*team, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = people
	t := &team{api: &homeclient.Client{Address: address, HTTP: &http.Client{Transport: transport}}}
	for i := range people {
		p := &person{number: i, email: fmt.Sprintf("person%d@example.com", i), random: rand.New(rand.NewPCG(uint64(i), 1))}
		if err := t.register(ctx, p); err != nil {
			return nil, err
		}
		t.people = append(t.people, p)
	}
	return t, t.createProjects(ctx)
}

func (t *team) register(ctx context.Context, p *person) error {
	body := object{"email": p.email, "password": password, "displayName": fmt.Sprintf("Person %d", p.number)}
	if p.number == 0 {
		body["workspaceName"], body["timezone"] = "Bench", "Europe/Berlin"
	} else {
		token, err := t.invite(ctx, p)
		if err != nil {
			return err
		}
		body["invitationToken"] = token
	}
	session, err := t.api.Send(ctx, "", "POST", "/api/auth/register", body)
	if err != nil {
		return err
	}
	p.token = session["access_token"].(string)
	p.id = session["user"].(object)["id"].(string)
	t.workspaceID = session["workspace"].(object)["id"].(string)
	return nil
}

func (t *team) invite(ctx context.Context, p *person) (token string, err error) {
	_, err = t.api.Send(ctx, t.people[0].token, "POST", "/api/workspaces/"+t.workspaceID+"/invitations", object{"email": p.email, "role": "user"})
	if err != nil {
		return "", err
	}
	return t.api.WaitForMailedToken(ctx, p.email)
}

func (t *team) createProjects(ctx context.Context) error {
	owner := t.people[0]
	for i := range clientsOfTeam {
		client, err := t.api.Send(ctx, owner.token, "POST", "/api/clients", object{"name": fmt.Sprintf("Client %d", i)})
		if err != nil {
			return err
		}
		project, err := t.api.Send(ctx, owner.token, "POST", "/api/projects", object{
			"name": fmt.Sprintf("Project %d", i), "clientId": client["id"], "hourlyRate": 8500,
		})
		if err != nil {
			return err
		}
		t.projects = append(t.projects, project["id"].(string))
	}
	return t.addProjectMembers(ctx)
}

// addProjectMembers makes everyone a member of every project.
func (t *team) addProjectMembers(ctx context.Context) error {
	for _, project := range t.projects {
		for _, p := range t.people {
			body := object{"userId": p.id, "isManager": p.number == 0}
			if _, err := t.api.Send(ctx, t.people[0].token, "POST", "/api/projects/"+project+"/members", body); err != nil {
				return err
			}
		}
	}
	return nil
}

// each lets every person act in parallel, until one fails.
func (t *team) each(ctx context.Context, act func(context.Context, *person) error) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, p := range t.people {
		group.Go(func() error { return act(ctx, p) })
	}
	return group.Wait()
}

// signIn gives everyone a new access token. One token lives as long as the longest part
// of a run.
func (t *team) signIn(ctx context.Context) error {
	return t.each(ctx, t.signInOne)
}

func (t *team) signInOne(ctx context.Context, p *person) error {
	session, err := t.api.Send(ctx, "", "POST", "/api/auth/login", object{"email": p.email, "password": password})
	if err == nil {
		p.token = session["access_token"].(string)
	}
	return err
}

// entriesOfDay is how many entries a person tracks on one day.
const entriesOfDay = 12

// batchSize is the number of entries in one bulk request.
const batchSize = 100

// grow lets every person track entries until they have so many.
func (t *team) grow(ctx context.Context, size int) error {
	return t.each(ctx, func(ctx context.Context, p *person) error {
		for p.entries < size {
			if p.entries%2000 == 0 {
				if err := t.signInOne(ctx, p); err != nil {
					return err
				}
			}
			n := min(batchSize, size-p.entries)
			if err := t.track(ctx, p, n); err != nil {
				return err
			}
		}
		return nil
	})
}

// track creates a batch of entries before the person's earliest one.
func (t *team) track(ctx context.Context, p *person, n int) error {
	items := make([]object, n)
	for i := range items {
		items[i] = t.entry(p, p.entries+i)
	}
	_, err := t.api.Exchange(ctx, p.token, "POST", "/api/entries:bulk", object{"items": items})
	p.entries += n
	return err
}

// someProject is any project. Everyone tracks time to all of them.
func (t *team) someProject(p *person) string { return t.projects[p.random.IntN(len(t.projects))] }

// someWork is one of forty descriptions.
func someWork(p *person) string { return fmt.Sprintf("Work on part %d", p.random.IntN(40)) }

// entry is the n-th entry of a person, counted back from yesterday: 20 minutes of one day
// that has twelve of them.
func (t *team) entry(p *person, n int) object {
	day := time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, -1-n/entriesOfDay)
	from := day.Add(8*time.Hour + time.Duration(n%entriesOfDay)*25*time.Minute)
	return object{
		"id": uuid.NewString(), "projectId": t.someProject(p), "description": someWork(p),
		"startedAt": from.Format(time.RFC3339), "stoppedAt": from.Add(20 * time.Minute).Format(time.RFC3339),
	}
}
