// Package sampledata makes the data of a described workspace through the API: for the demo, the
// benchmark and the sandbox of samples.
package sampledata

import (
	"fmt"

	"stint/internal/apiclient"
)

type object = apiclient.Object

// Team describes a workspace. Make fills in the ids and tokens.
type Team struct {
	Password  string    // of every person
	Workspace object    // properties of the workspace in the owner's registration
	People    []*Person // the first is the owner
	Clients   []Client
	Tags      []string

	ID        string   // of the workspace
	ClientIDs []string // in the order of Clients, without the one that has no name
	TagIDs    []string
	Work      []Work
}

// Person is a member of the workspace.
type Person struct {
	Name, Email, Role string
	Language          string // of mails and pages; "" is the service's
	Rate              any    // in cents per hour; nil takes the workspace's rate

	ID, Token string
	Cookie    string // the refresh cookie as name=value
}

// Client is a client with its projects. Projects of the client without a name have no client.
type Client struct {
	Name     string
	Projects []Project
}

// Project is a project with its members and tasks.
type Project struct {
	Fields  object         // of the request that creates it, without its client
	Members map[int]object // further fields of each member, by the position among People
	Tasks   []Task
	Texts   []string // descriptions of entries without a task
}

// Task is a task with descriptions of its entries.
type Task struct {
	Name  string
	Texts []string
}

// Work is what time is tracked to. A project without tasks has an empty TaskID.
type Work struct {
	ProjectID, TaskID string
	Texts             []string // descriptions of entries
}

// Owner is the first person.
func (t *Team) Owner() *Person { return t.People[0] }

// descriptions is the number of descriptions of entries in a workspace of Sized.
const descriptions = 40

// Sized is a workspace with a number of people and of clients. Each client has one project, and
// everyone is a member of every project.
func Sized(people, clients int) *Team {
	t := &Team{Password: "stint bench password", Workspace: object{"workspaceName": "Bench", "timezone": "Europe/Berlin"}}
	everyone, texts := map[int]object{}, make([]string, descriptions)
	for i := range texts {
		texts[i] = fmt.Sprintf("Work on part %d", i)
	}
	for i := range people {
		t.People = append(t.People, &Person{Name: fmt.Sprintf("Person %d", i), Email: fmt.Sprintf("person%d@example.com", i),
			Role: "user"})
		everyone[i] = object{"isManager": i == 0}
	}
	for i := range clients {
		fields := object{"name": fmt.Sprintf("Project %d", i), "hourlyRate": 8500}
		t.Clients = append(t.Clients, Client{fmt.Sprintf("Client %d", i),
			[]Project{{Fields: fields, Members: everyone, Texts: texts}}})
	}
	return t
}
