package growth_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"stint/functions/deliverer"
	"stint/functions/worker"
	"stint/internal/apitest"
	"stint/internal/growth"
	"stint/internal/testkit"
	"stint/internal/testkit/meter"
	"stint/shared/config"
)

type object = map[string]any

// company is a workspace of so many people, with three webhooks, and programs that follow the feed.
type company struct {
	*apitest.Service
	t        *testing.T
	meter    *meter.Meter
	sample   *growth.Sample
	rushTime time.Duration // of the morning that is played
	isTiny   bool          // only the kinds of growth count

	deliverer      *deliverer.Deliverer
	worker         *worker.Worker
	owner, analyst *apitest.User
	people         []*employee
	projects       []project
	client         string
	cursors        []string // of the programs
	day            time.Time
	turn           int // counts whose turn it is to send a request
}

type project struct{ id, task string }

// employee is one of the people, with what they know.
type employee struct {
	*apitest.User
	number       int
	timer, entry string // ids
	starts       int
}

// Sizes of a company beside its people.
const (
	projectsForEach = 0.4   // 2,000 for 5,000 people
	teamOfProject   = 5     // people on a project, at most
	allProjects     = 2_000 // with those that nobody is on, in a company that is not tiny
	tags            = 10
	feedClients     = 5
)

// limits are those of a workspace of 5,000 people. Mails are not limited, because all are sent in one day.
var limits = config.Limits{PerCaller: 600, PerWorkspace: 15_000, WebhookHost: 6_000, Webhooks: 6_000, Workspaces: 20,
	Sessions: 50, APIKeys: 50, Apps: 50}

// pause is between requests of the owner that make the company, so that they are not too many for a caller.
const pause = 300 * time.Millisecond

func newCompany(t *testing.T, people int, rushTime time.Duration) *company {
	t.Helper()
	api := apitest.New(t, func(c *config.Config) { c.Limits = limits })
	c := &company{Service: api, t: t, meter: meter.New(testkit.Connect(t), api.Table.Name),
		sample: growth.NewSample(people), rushTime: rushTime, isTiny: people < 50}
	api.Probe.Watch(c.meter.See)
	c.owner = api.Register("owner")
	c.analyst = c.owner.AddMember("analyst", "analyst")
	for n := range people {
		role := "user"
		if n%10 == 0 { // every tenth is a manager
			role = "admin"
		}
		c.people = append(c.people, &employee{User: c.owner.AddMember(fmt.Sprint("worker", n), role), number: n})
		api.Clock.Advance(pause)
	}
	c.deliverer, c.worker = c.NewDeliverer(), c.NewWorker(c.Mailbox)
	c.addProjects()
	if !c.isTiny {
		c.addOtherProjects()
	}
	c.addTags()
	c.addReceivers()
	c.readSetup()
	return c
}

// readSetup lets programs read how the company was made, which is no part of its days.
func (c *company) readSetup() {
	c.phase("", 5*time.Minute, []event{{4 * time.Minute, "setup", func() {
		c.again(c.owner)
		c.deliver()
		for n := range c.cursors {
			c.poll(n)
		}
	}}})
}

// addProjects makes projects with a task, a rate and a team each. Each person is on two.
func (c *company) addProjects() {
	c.client = c.owner.Post("/api/clients", object{"name": "Client"}).ID()
	for n := range max(1, int(projectsForEach*float64(len(c.people)))) {
		id := c.owner.Post("/api/projects", object{"name": fmt.Sprint("Project ", n), "clientId": c.client,
			"hourlyRate": 9_000}).ID()
		task := c.owner.Post("/api/projects/"+id+"/tasks", object{"name": "Task"}).ID()
		c.projects = append(c.projects, project{id, task})
		c.Clock.Advance(pause)
	}
	for _, p := range c.people {
		for _, x := range c.projectsOf(p) {
			c.owner.Post("/api/projects/"+x.id+"/members", object{"userId": p.ID})
		}
		c.Clock.Advance(pause)
	}
}

// addOtherProjects makes the projects and tasks of the workspace of docs/scaling.md that nobody here is on, so that
// what is read of all of them counts. They are newer than the others.
func (c *company) addOtherProjects() {
	const most = 50 // of one request
	for first := len(c.projects); first < allProjects; first += most {
		rows := make([]object, min(most, allProjects-first))
		for i := range rows {
			rows[i] = object{"name": fmt.Sprint("Other ", first+i), "clientId": c.client}
		}
		c.owner.Post("/api/projects:upsert", object{"items": rows}).OK()
		for i := range rows {
			delete(rows[i], "clientId")
		}
		c.owner.Post("/api/projects/"+c.projects[0].id+"/tasks:upsert", object{"items": rows}).OK()
		c.Clock.Advance(pause)
	}
}

func (c *company) projectsOf(p *employee) []project {
	n := len(c.projects)
	return []project{c.projects[p.number%n], c.projects[(p.number+1)%n]}
}

func (c *company) addTags() {
	for n := range tags {
		c.owner.Post("/api/tags", object{"name": fmt.Sprint("Tag ", n)}).OK()
	}
}

// addReceivers makes three webhooks and the positions of the programs.
func (c *company) addReceivers() {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	c.t.Cleanup(server.Close)
	for _, events := range [][]string{{"*"}, {"entry.created", "timer.stopped"}, {"submission.submitted"}} {
		c.owner.Post("/api/webhooks", object{"url": server.URL, "events": events}).OK()
	}
	for range feedClients {
		c.cursors = append(c.cursors, c.owner.Get("/api/changes").OK()["next_cursor"].(string))
	}
}

// signIn signs everybody in for the next minutes.
func (c *company) signIn() {
	for _, u := range append([]*apitest.User{c.owner, c.analyst}, usersOf(c.people)...) {
		fresh := u.SignInAgain()
		u.Token, u.RefreshCookie = fresh.Token, fresh.RefreshCookie
	}
}

func usersOf(people []*employee) (all []*apitest.User) {
	for _, p := range people {
		all = append(all, p.User)
	}
	return all
}
