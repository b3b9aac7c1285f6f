package importer

import (
	"errors"
	"iter"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/timefile"
	"stint/shared/client/api"
)

// Export is the source of the folders that stint export writes.
func Export() timefile.Source {
	return timefile.Source{
		Name: exportName, Title: "Stint", HasClock: true, Read: readExport, Help: "the folder of stint export.",
	}
}

// readExport reads the entries of an export. Running timers are left out.
func readExport(f timefile.File, _ timefile.Options) iter.Seq2[timefile.Row, error] {
	return func(yield func(timefile.Row, error) bool) {
		records, err := openExport(f.Name())
		if err != nil {
			yield(timefile.Row{}, err)
			return
		}
		line := 0
		for entry, err := range linesOf[api.Entry](records, "entries") {
			var row timefile.Row
			if line++; err == nil {
				row, err = records.rowOf(entry, line)
			}
			_, refused := errors.AsType[timefile.Refused](err)
			if !yield(row, err) || err != nil && !refused {
				return
			}
		}
	}
}

// rowOf is an entry by the names of what it is on.
func (x exported) rowOf(e api.Entry, line int) (timefile.Row, error) {
	if e.StoppedAt == nil {
		return timefile.Row{Line: line}, timefile.Refused{Line: line, Reason: "the timer still runs"}
	}
	row := timefile.Row{
		Line: line, Key: e.UserId.String() + e.Id.String(), Person: x.personOf(e.UserId), ExternalID: deref(e.ExternalId),
		Description: e.Description, Start: e.StartedAt, Day: e.StartedAt, Duration: e.StoppedAt.Sub(e.StartedAt),
		Billable: &e.IsBillable, HourlyRate: e.HourlyRate, Currency: e.Currency,
	}
	x.addRate(&row, e)
	if e.ProjectId != nil {
		project := x.projects[*e.ProjectId]
		row.Project = nameOr(project.Name, *e.ProjectId)
		row.Client = x.clientOf(project)
	}
	if e.TaskId != nil {
		row.Task = nameOr(x.tasks[*e.TaskId].Name, *e.TaskId)
	}
	for _, tag := range e.TagIds {
		row.Tags = append(row.Tags, nameOr(x.tags[tag].Name, tag))
	}
	return row, nil
}

func (x exported) personOf(user uuid.UUID) timefile.Person {
	member, ok := x.members[user]
	if !ok {
		return timefile.Person{Name: user.String()}
	}
	return timefile.Person{Name: member.DisplayName, Email: string(member.Email)}
}

// nameOr is the name of a record, or its id if the export does not have its name, because the key
// could not read it.
func nameOr(name string, id uuid.UUID) string {
	if name == "" {
		return id.String()
	}
	return name
}
