package importer

import (
	"stint/scripts/stint/internal/timefile"
	"stint/shared/client/api"
)

// rowOfLine has the names of the project and of the task of a line.
func (x exported) rowOfLine(l api.SubmissionLine) timefile.Row {
	if l.ProjectId == nil {
		return timefile.Row{}
	}
	p := x.projects[*l.ProjectId]
	row := rowNamed(x.clientOf(p), nameOr(p.Name, *l.ProjectId), "")
	if l.TaskId != nil {
		row.Task = nameOr(x.tasks[*l.TaskId].Name, *l.TaskId)
	}
	return row
}

// barredIn says which project or task of a timesheet bars the rows on it, "" for none. The time itself
// may be in the workspace: an owner or admin imports it for its user, who does not see the project.
func (x *Import) barredIn(s timesheet) string {
	for _, l := range s.Lines {
		row := s.of.rowOfLine(l)
		project := x.unbarred.projects[projectOf(row)]
		if project == nil || row.Task != "" && x.unbarred.tasks[taskOf(row)] == nil {
			continue
		}
		reason := x.barredBy(x.unbarred, row)
		if reason != "" && (project.closed || !project.exists()) {
			reason += "; an import by an owner or admin with --settings adds the members of the projects in the export"
		}
		if reason != "" {
			return reason
		}
	}
	return ""
}

// refusedIn says why a project or a task of a timesheet was not made, "" if all were.
func (x *Import) refusedIn(s timesheet) string {
	for _, l := range s.Lines {
		row := s.of.rowOfLine(l)
		for _, r := range []*record{x.catalog.projects[projectOf(row)], x.catalog.tasks[taskOf(row)]} {
			if r != nil && r.failure != nil {
				return r.failure.reason
			}
		}
	}
	return ""
}
