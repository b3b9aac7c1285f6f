package importer

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/timefile"
	"stint/shared/client"
	"stint/shared/client/api"
)

// people are the members that time can be written for, former ones too.
type people struct {
	byAddress map[string]api.WorkspaceMember
	mapped    map[string]uuid.UUID // by the name or address in the files
	inFiles   map[timefile.Person]*PlannedPerson
}

// MapError is the error of a mapping to an address that no member has, or that a key does not see that
// imports only the time of its owner.
type MapError struct {
	Name, Address string
	Owner         string // the address of the owner of such a key; "" for one that sees all members
}

func (e *MapError) Error() string {
	if e.Owner != "" {
		return fmt.Sprintf("%q cannot be mapped to %s: this key imports only the time of its owner, %s, and does not see "+
			"who else is a member. Leave this --map out",
			e.Name, e.Address, e.Owner)
	}
	return fmt.Sprintf("%q cannot be mapped to %s: no member, and no former one, has this address", e.Name, e.Address)
}

// readPeople reads the members. Who is no owner or admin writes their own time only.
func (x *destination) readPeople(ctx context.Context) error {
	x.people = people{byAddress: map[string]api.WorkspaceMember{}, mapped: map[string]uuid.UUID{},
		inFiles: map[timefile.Person]*PlannedPerson{}}
	if x.workspace.isAdmin {
		for m, err := range client.All(ctx, x.MembersListWithResponse,
			&api.MembersListParams{Limit: most(), IncludeDeactivated: new(true)}) {
			if err != nil {
				return err
			}
			x.people.byAddress[normal(string(m.Email))] = m
		}
	} else {
		x.people.byAddress[normal(x.workspace.email)] = api.WorkspaceMember{
			UserId: x.workspace.user, DisplayName: x.workspace.email}
	}
	for name, address := range x.options.People {
		member, ok := x.people.byAddress[normal(address)]
		if !ok && !x.workspace.isAdmin {
			return &MapError{name, address, x.workspace.email}
		}
		if !ok {
			return &MapError{Name: name, Address: address}
		}
		x.people.mapped[normal(name)] = member.UserId
	}
	return nil
}

// userOf finds the member who worked: by the mapping of their name or address, or by their
// address. Time of nobody is that of the key's user.
func (x *destination) userOf(p timefile.Person) (uuid.UUID, bool) {
	if p == (timefile.Person{}) {
		return x.workspace.user, true
	}
	for _, text := range []string{p.Email, p.Name} {
		if id, ok := x.people.mapped[normal(text)]; ok && text != "" {
			return id, true
		}
	}
	member, ok := x.people.byAddress[normal(p.Email)]
	return member.UserId, ok && p.Email != ""
}

// noteMappings names the mappings that fit nobody in the files.
func (x *destination) noteMappings() {
	for name := range x.options.People {
		if !x.people.isInFiles(name) {
			x.notef("Nobody in the files is called %q, so the mapping to %s does nothing.", name, x.options.People[name])
		}
	}
}

func (p people) isInFiles(name string) bool {
	for who := range p.inFiles {
		if normal(who.Name) == normal(name) || normal(who.Email) == normal(name) {
			return true
		}
	}
	return false
}

// suggest names a member of the same name, for a mapping that a person has to confirm.
func (x *destination) suggest(p timefile.Person) string {
	for _, m := range x.people.byAddress {
		if normal(m.DisplayName) == normal(p.Name) {
			return string(m.Email)
		}
	}
	return ""
}

// note counts an entry of a person.
func (p *people) note(who timefile.Person, user uuid.UUID, found bool, seconds int64) *PlannedPerson {
	counted := p.inFiles[who]
	if counted == nil {
		counted = &PlannedPerson{Name: who.Name, Address: who.Email}
		if found {
			counted.User = &user
		}
		p.inFiles[who] = counted
	}
	counted.Entries++
	counted.Seconds += seconds
	return counted
}

// label names a person in a sentence.
func label(p timefile.Person) string {
	if p.Email == "" {
		return strings.TrimSpace(p.Name)
	}
	return strings.TrimSpace(p.Name + " <" + p.Email + ">")
}

// bar leaves rows out whose client, project, task or tag does not exist and may not be made by the
// key's user, and those on projects that take no time of the user. Owners and admins may make all.
func (x *reading) bar(context.Context) error {
	mayBar := func(r *record) bool { return !r.exists() || r.closed }
	if x.workspace.isAdmin || !slices.ContainsFunc(slices.Collect(maps.Values(x.catalog.records)), mayBar) {
		return nil
	}
	all := x.catalog
	x.unbarred, x.catalog = all, newCatalog() // of the rows that are left
	err := x.eachCandidate(x.rowsAgain(), func(c *candidate, i item) error {
		if reason := x.barredBy(all, i.Row); reason != "" {
			x.barRow(c, reason)
		} else {
			x.count(i)
		}
		return nil
	})
	x.catalog.addRead(all)
	return err
}

// barRow leaves a row out. It keeps the entry of a former import.
func (x *reading) barRow(c *candidate, reason string) {
	c.barred = true
	if c.group == 0 {
		delete(x.ids, c.id)
		x.leftOut[c.id] = true
	}
	x.leaveOutRow(c, reason)
}

// barredBy says why the key may not write a row, "" if it may.
func (x *destination) barredBy(c catalog, r timefile.Row) string {
	may := x.workspace.settings
	project := c.project(r)
	isNew := project != nil && !project.exists()
	switch {
	case project != nil && project.closed:
		return fmt.Sprintf("you are no member of the project %s", project.label)
	case isNew && !x.mayMake(may.MembersCanCreateProjects):
		return fmt.Sprintf("the project %s does not exist, or you do not see it, and %s", project.label,
			x.cannotMake("projects"))
	case isNew && r.Client != "" && !c.records[project.above()].exists():
		return fmt.Sprintf("the client %s does not exist, and %s", r.Client, x.cannotMake("clients"))
	}
	if task := c.task(r); r.Task != "" && !task.exists() && !x.manages(project) {
		return fmt.Sprintf("the task %s does not exist, and %s", task.label, x.cannotMakeTasks())
	}
	for _, name := range r.Tags {
		if tag := c.tag(name); !tag.exists() && !x.mayMake(may.MembersCanCreateTags) {
			return fmt.Sprintf("the tag %s does not exist, and %s", tag.label, x.cannotMake("tags"))
		}
	}
	return ""
}

// dropClients leaves out the new clients that no new project needs: the projects of their rows are below
// other clients by now. An owner or admin brings those of an export anyway.
func (x *reading) dropClients(context.Context) error {
	needed := map[ref]bool{}
	for p := range x.catalog.of(projectKind) {
		needed[p.above()] = needed[p.above()] || !p.exists()
	}
	maps.DeleteFunc(x.catalog.records, func(r ref, c *record) bool {
		return r.kind == clientKind && !c.exists() && !needed[r] && (c.customer == nil || !x.workspace.isAdmin)
	})
	return nil
}

// manages reports whether the key may change a project and its tasks. Who makes a project manages it.
func (x *destination) manages(project *record) bool {
	return x.workspace.isAdmin || x.workspace.isFull && project != nil && (project.managed || !project.exists())
}

// mayMake reports whether the key makes records that the settings of the workspace allow to members
// or not.
func (x *destination) mayMake(members bool) bool {
	return x.workspace.isFull && (members || x.workspace.setsRates)
}

// cannotMake says why records cannot be made.
func (x *destination) cannotMake(kind string) string {
	if !x.workspace.isFull {
		return "a key that does not have the access full makes no " + kind
	}
	return "your role here makes no " + kind + ": ask an owner or admin"
}

// cannotMakeTasks says why the tasks of a project cannot be made. Managers of the project may make them.
func (x *destination) cannotMakeTasks() string {
	if !x.workspace.isFull {
		return x.cannotMake("tasks")
	}
	return "only an owner, an admin or a manager of the project makes tasks: ask one of them to make it, or to let " +
		"you manage the project"
}
