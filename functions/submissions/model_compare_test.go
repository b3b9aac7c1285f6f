package submissions_test

import (
	"fmt"
	"slices"
	"strings"

	"stint/shared/domain"
)

// compare holds everything in the table against the model, and now and then
// against what the API shows.
func (p *modelRun) compare(when string, shown bool) {
	l := checkInvariants(p.t, p.team.Service)
	if got, want := p.describeTable(l), p.model.String(); got != want {
		p.t.Fatalf("%s: %s\n--- the table has\n%s\n--- the model has\n%s", when, p.lastStep, got, want)
	}
	if shown {
		l.checkShown(p.t, p.team.owner)
	}
}

// describeTable is the table in the words of the model.
func (p *modelRun) describeTable(l *tableState) string {
	projects := map[domain.ID]string{}
	for name, id := range p.projects {
		projects[domain.ID(id)] = name
	}
	var all []string
	for _, e := range l.entries {
		lock := "free"
		if s := l.lockedBy(e); s != "" {
			lock = "in " + string(s)
		}
		is := modelEntry{
			id: string(e.ID), owner: p.names[string(e.UserID)], day: e.StartedAt.Day(),
			minutes: int(e.StoppedAt.Sub(e.StartedAt.Time).Minutes()), project: projects[e.ProjectID], billable: e.IsBillable,
			version: int(e.Version),
		}
		all = append(all, is.String()+" "+lock)
	}
	for id, s := range l.submissions {
		var events []string
		for _, e := range l.events[id] {
			events = append(events, string(e.Type))
		}
		all = append(all, fmt.Sprintf("sheet %s of %s, %s-%s, %s: %s", id, p.names[string(s.UserID)], s.PeriodStart[9:],
			s.PeriodEnd[9:], s.Status(), strings.Join(events, " ")))
		for i, line := range l.lines[id][0].Lines {
			all = append(all, fmt.Sprintf("sheet %s line %q %t: %s, %d entries, %d min, %d, v%d", id, projects[line.ProjectID],
				line.IsBillable, s.Lines[i].Status, line.Entries, line.Seconds/60, line.Amount, s.Lines[i].Version))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}
