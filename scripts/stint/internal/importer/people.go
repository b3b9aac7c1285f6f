package importer

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/timefile"
	"stint/shared/client"
	"stint/shared/client/api"
)

// people are the members that time can be written for, former ones too.
type people struct {
	owner     uuid.UUID // of the key
	byAddress map[string]api.WorkspaceMember
	mapped    map[string]uuid.UUID // by the name or address in the files
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
func (d *destination) readPeople(ctx context.Context) error {
	d.people = people{owner: d.workspace.user, byAddress: map[string]api.WorkspaceMember{},
		mapped: map[string]uuid.UUID{}}
	if d.workspace.isAdmin {
		if err := client.ForEach(client.All(ctx, d.MembersListWithResponse,
			&api.MembersListParams{IncludeDeactivated: new(true)}), func(m api.WorkspaceMember) {
			d.people.byAddress[normal(string(m.Email))] = m
		}); err != nil {
			return err
		}
	} else {
		d.people.byAddress[normal(d.workspace.email)] = api.WorkspaceMember{
			UserId: d.workspace.user, DisplayName: d.workspace.email}
	}
	for name, address := range d.options.People {
		member, ok := d.people.byAddress[normal(address)]
		if !ok && !d.workspace.isAdmin {
			return &MapError{name, address, d.workspace.email}
		}
		if !ok {
			return &MapError{Name: name, Address: address}
		}
		d.people.mapped[normal(name)] = member.UserId
	}
	return nil
}

// userOf finds the member who worked: by the mapping of their name or address, or by their
// address. Time of nobody is that of the key's user.
func (p *people) userOf(who timefile.Person) (uuid.UUID, bool) {
	if who == (timefile.Person{}) {
		return p.owner, true
	}
	for _, text := range []string{who.Email, who.Name} {
		if id, ok := p.mapped[normal(text)]; ok && text != "" {
			return id, true
		}
	}
	member, ok := p.byAddress[normal(who.Email)]
	return member.UserId, ok && who.Email != ""
}

// suggest names a member of the same name, for a mapping that a person has to confirm.
func (p *people) suggest(who timefile.Person) string {
	for _, m := range p.byAddress {
		if normal(m.DisplayName) == normal(who.Name) {
			return string(m.Email)
		}
	}
	return ""
}

// memberBy is the member with an id; an empty one if there is none.
func (p *people) memberBy(user uuid.UUID) (member api.WorkspaceMember) {
	for _, m := range p.byAddress {
		if m.UserId == user {
			return m
		}
	}
	return member
}

// workers are the people in the files, with their entries.
type workers map[timefile.Person]*PlannedPerson

// have reports whether somebody in the files has a name or an address.
func (w workers) have(name string) bool {
	for who := range w {
		if normal(who.Name) == normal(name) || normal(who.Email) == normal(name) {
			return true
		}
	}
	return false
}

// note counts an entry of a person. user is the member who they are, nil for nobody.
func (w workers) note(who timefile.Person, user *uuid.UUID, seconds int64) *PlannedPerson {
	if w[who] == nil {
		w[who] = &PlannedPerson{Name: who.Name, Address: who.Email, User: user}
	}
	w[who].Entries++
	w[who].Seconds += seconds
	return w[who]
}

// label names a person in a sentence.
func label(p timefile.Person) string {
	if p.Email == "" {
		return strings.TrimSpace(p.Name)
	}
	return strings.TrimSpace(p.Name + " <" + p.Email + ">")
}
