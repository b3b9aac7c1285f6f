// Package stintfolder reads the folders that stint export writes.
package stintfolder

import (
	"cmp"
	"errors"
	"iter"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/timefile"
	"stint/shared/client/api"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
)

// Source reads the entries of such folders. Running timers are left out.
var Source = timefile.Source{
	Name: "stint", Title: "Stint", HasClock: true, IsFolder: true, Read: read, Help: "the folder of stint export.",
}

func read(f timefile.File, _ timefile.Options) iter.Seq2[timefile.Row, error] {
	folder, err := Open(f.Name())
	if err != nil {
		return timefile.Failed(err)
	}
	return func(yield func(timefile.Row, error) bool) {
		line := 0
		for entry, err := range linesOf[api.Entry](folder, "entries") {
			var row timefile.Row
			if line++; err == nil {
				row, err = folder.rowOf(entry, line)
			}
			_, refused := errors.AsType[timefile.Refused](err)
			if !yield(row, err) || err != nil && !refused {
				return
			}
		}
	}
}

// rowOf is an entry by the names of what it is on.
func (f Folder) rowOf(e api.Entry, line int) (timefile.Row, error) {
	if e.StoppedAt == nil {
		return timefile.Row{Line: line}, timefile.Refused{Line: line, Reason: "the timer still runs"}
	}
	row := f.RowOn(e.ProjectId, e.TaskId)
	row.Line, row.Key, row.Person = line, e.UserId.String()+e.Id.String(), f.PersonOf(e.UserId)
	row.ExternalID, row.Invoice = *cmp.Or(e.ExternalId, new("")), *cmp.Or(e.Invoice, new(""))
	row.Start, row.Day, row.Duration = e.StartedAt, e.StartedAt, e.StoppedAt.Sub(e.StartedAt)
	row.Description, row.Billable, row.HourlyRate, row.Currency = e.Description, &e.IsBillable, e.HourlyRate, e.Currency
	f.addRate(&row, e)
	for _, tag := range e.TagIds {
		row.Tags = append(row.Tags, nameOr(f.Tags[tag].Name, tag))
	}
	return row, nil
}

// RowOn has the names of a project and of a task, which may be nil. A record whose name the export does not have,
// because the key could not read it, has its id.
func (f Folder) RowOn(project, task *uuid.UUID) (row timefile.Row) {
	if project != nil {
		p := f.Projects[*project]
		row.Project = nameOr(p.Name, *project)
		if p.ClientId != nil {
			row.Client = f.Clients[*p.ClientId].Name
		}
	}
	if task != nil {
		row.Task = nameOr(f.Tasks[*task].Name, *task)
	}
	return row
}

func nameOr(name string, id uuid.UUID) string { return cmp.Or(name, id.String()) }

// PersonOf is a member, or the id of one whom the export does not have.
func (f Folder) PersonOf(user uuid.UUID) timefile.Person {
	member, ok := f.Members[user]
	if !ok {
		return timefile.Person{Name: user.String()}
	}
	return timefile.Person{Name: member.DisplayName, Email: string(member.Email)}
}

// addRate says what an entry bills. The rate that the workspace gives it, too, is inherited. An
// entry without a rate has 0, so that it bills nothing where the workspace has a rate by now.
func (f Folder) addRate(row *timefile.Row, e api.Entry) {
	if e.Amount == nil {
		return // the key may not read rates
	}
	rate, source := f.rateOf(e)
	row.IsInherited = e.RateSource == string(source) && domain.Same(e.HourlyRate, rate)
	if e.HourlyRate == nil {
		row.HourlyRate, row.Currency = new(int64), ""
	}
}

// rateOf is the rate that an entry would get at the end of the export, and its source.
func (f Folder) rateOf(e api.Entry) (*int64, timelog.RateSource) {
	if e.ProjectId != nil {
		if m := f.ProjectMembers[MemberOf{*e.ProjectId, e.UserId}]; m.HourlyRate != nil {
			return m.HourlyRate, timelog.RateOfProjectMember
		}
		if p := f.Projects[*e.ProjectId]; p.HourlyRate != nil {
			return p.HourlyRate, timelog.RateOfProject
		}
	}
	if m := f.Members[e.UserId]; m.HourlyRate != nil {
		return m.HourlyRate, timelog.RateOfMember
	}
	if f.Billing != nil && f.Billing.DefaultHourlyRate != nil {
		return f.Billing.DefaultHourlyRate, timelog.RateOfWorkspace
	}
	return nil, timelog.RateNone
}
