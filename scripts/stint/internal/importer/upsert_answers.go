package importer

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/domain"
	"stint/shared/problem"
)

// projectKind is the kind of record that may be hidden from members.
const projectKind = "project"

// answered is a record in the answer to an upsert.
type answered struct {
	id    uuid.UUID
	name  string
	isNew bool
}

func answers[T any](items []T, of func(T) answered) []answered {
	all := make([]answered, len(items))
	for i, item := range items {
		all[i] = of(item)
	}
	return all
}

// failure is why a record is not made. The records that need it have the same one.
type failure struct {
	reason   string
	label    string // of the record
	isListed bool   // with a row that refers to the record
}

// upsert makes records of a kind, as many with each request as the service takes. The records that
// the service refuses get a failure, and the others are made.
func (x *Import) upsert(kind string, records []*record, send func([]*record) ([]answered, error)) error {
	for chunk := range slices.Chunk(records, domain.MaxUpsertRows) {
		for left := chunk; len(left) > 0; {
			got, err := send(left)
			if err == nil {
				err, left = take(left, got), nil
			} else if p, ok := errors.AsType[*client.Problem](err); ok && p.Status == http.StatusUnprocessableEntity {
				left, err = x.settle(kind, left, p)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// errShortAnswer ends an import when the answer of the service has not one record for each that was sent.
var errShortAnswer = errors.New("the service did not answer with each record that was sent: run the same command again")

// take notes the ids of the records that were made, or that another program made since the plan. The
// latter may have the external id and another name.
func take(records []*record, got []answered) error {
	if len(got) != len(records) {
		return errShortAnswer
	}
	for i, r := range records {
		if normal(got[i].name) != normal(r.name) {
			return fmt.Errorf("%q is called %q in the workspace since the plan: run the same command again", r.label, got[i].name)
		}
		r.id, r.isOurs = got[i].id, got[i].isNew || r.external != ""
	}
	return nil
}

// settle decides what becomes of the records that a problem names. If only the external id of one, or
// its name with it, is that of another record, it is sent without the external id: the record with the
// name is used, or one is made. Any other one is refused. It returns the records to send again.
// Errors: the problem, if it names no record.
func (x *Import) settle(kind string, records []*record, p *client.Problem) (again []*record, err error) {
	named := map[int]bool{}
	for i, r := range records {
		switch codes := codesOf(p, i); {
		case len(codes) == 0:
			again = append(again, r)
			continue
		case r.external != "" && isTaken(codes):
			r.external = ""
			again = append(again, r)
		default:
			x.refuseRecordWith(r, refusedBecause(kind, r, codes, reasonOf(p, i)))
		}
		named[i] = true
	}
	if len(named) == 0 {
		return nil, p
	}
	return again, nil
}

// codesOf are the codes of what a problem says of a row, by property.
func codesOf(p *client.Problem, index int) map[string]string {
	codes := map[string]string{}
	for _, e := range p.Errors {
		if i, property, ok := rowProperty(e.Field); ok && i == index {
			codes[property] = e.Code
		}
	}
	return codes
}

// isTaken reports whether all that is wrong with a record is that others have its name or external id.
func isTaken(codes map[string]string) bool {
	for property, code := range codes {
		if code != string(problem.DuplicateValue) || property != "externalId" && property != "name" {
			return false
		}
	}
	return true
}

// refusedBecause says why a record is not made. A project whose name is in use and that no list has
// is one that the key's user does not see.
func refusedBecause(kind string, r *record, codes map[string]string, said string) string {
	if kind == projectKind && isTaken(codes) {
		return fmt.Sprintf("the project %s exists and you do not see it: ask an owner, an admin or a manager of the project to add you", r.label)
	}
	return fmt.Sprintf("the service refuses the %s %s: %s", kind, r.label, said)
}

// refuseRecordWith gives a record a failure, and an id that no record has: it tells the sums of its
// time from those of other records.
func (x *Import) refuseRecordWith(r *record, reason string) {
	r.failure = &failure{reason: reason, label: r.label}
	r.id = uuid.NewSHA1(uuid.Nil, []byte(reason))
	x.failures = append(x.failures, r.failure)
}

// refuseWith refuses a record that is to be made and needs one that is refused.
func (r *record) refuseWith(needed *record) {
	if needed.failure != nil && !r.exists() {
		r.failure, r.id = needed.failure, uuid.NewSHA1(uuid.Nil, []byte(r.label+needed.failure.reason))
	}
}

// failureOf is the failure of what a row refers to, nil if all of it exists.
func (x *Import) failureOf(i item) *failure {
	if len(x.failures) == 0 {
		return nil
	}
	c := &x.catalog
	needed := []*record{c.projects[projectOf(i.Row)], c.tasks[taskOf(i.Row)]}
	for _, tag := range i.Tags {
		needed = append(needed, c.tags[normal(tag)])
	}
	for _, r := range needed {
		if r != nil && r.failure != nil {
			r.failure.isListed = true
			return r.failure
		}
	}
	return nil
}

// listFailures lists the records that are refused and that no row refers to.
func (r *run) listFailures() {
	for _, f := range slices.SortedFunc(slices.Values(r.failures), func(a, b *failure) int { return cmp.Compare(a.label, b.label) }) {
		if !f.isListed {
			leaveOut(&r.result.Refused, f.reason, f.label)
		}
	}
}
