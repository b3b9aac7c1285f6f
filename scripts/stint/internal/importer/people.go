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
		return fmt.Sprintf("%q cannot be mapped to %s: this key imports only the time of its owner, %s, and does not see who else is a member. Leave this --map out",
			e.Name, e.Address, e.Owner)
	}
	return fmt.Sprintf("%q cannot be mapped to %s: no member, and no former one, has this address", e.Name, e.Address)
}

// readPeople reads the members. Who is no owner or admin writes their own time only.
func (x *Import) readPeople(ctx context.Context) error {
	x.people = people{byAddress: map[string]api.WorkspaceMember{}, mapped: map[string]uuid.UUID{}, inFiles: map[timefile.Person]*PlannedPerson{}}
	if x.place.isAdmin {
		for m, err := range client.All(ctx, x.MembersListWithResponse, &api.MembersListParams{Limit: most(), IncludeDeactivated: new(true)}) {
			if err != nil {
				return err
			}
			x.people.byAddress[normal(string(m.Email))] = m
		}
	} else {
		x.people.byAddress[normal(x.place.email)] = api.WorkspaceMember{UserId: x.place.user, DisplayName: x.place.email}
	}
	for name, address := range x.options.People {
		member, ok := x.people.byAddress[normal(address)]
		if !ok && !x.place.isAdmin {
			return &MapError{name, address, x.place.email}
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
func (x *Import) userOf(p timefile.Person) (uuid.UUID, bool) {
	if p == (timefile.Person{}) {
		return x.place.user, true
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
func (x *Import) noteMappings() {
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
func (x *Import) suggest(p timefile.Person) string {
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
func label(p timefile.Person) string { return strings.TrimSpace(p.Name + " " + angled(p.Email)) }

func angled(address string) string {
	if address == "" {
		return ""
	}
	return "<" + address + ">"
}
