package submissions_test

import (
	"fmt"
	"slices"
	"strings"

	"stint/shared/domain"
)

// compare holds everything in the table against the model, and now and then
// against what the API shows.
func (p *play) compare(when string, shown bool) {
	l := always(p.t, p.team.House)
	if got, want := p.told(l), p.model.String(); got != want {
		p.t.Fatalf("%s: %s\n--- the table has\n%s\n--- the model has\n%s", when, p.last, got, want)
	}
	if shown {
		l.agrees(p.t, p.team.owner)
	}
}

// told is the table in the words of the model.
func (p *play) told(l *ledger) string {
	projects := map[domain.ID]string{}
	for name, id := range p.projects {
		projects[domain.ID(id)] = name
	}
	var all []string
	for _, e := range l.entries {
		lock := "free"
		if s := l.lockOf(e); s != "" {
			lock = "in " + string(s)
		}
		is := modelEntry{
			id: string(e.ID), owner: p.names[string(e.UserID)], day: e.StartedAt.Day(), minutes: int(e.StoppedAt.Sub(e.StartedAt.Time).Minutes()),
			project: projects[e.ProjectID], billable: e.IsBillable, version: int(e.Version),
		}
		all = append(all, is.String()+" "+lock)
	}
	for id, s := range l.heads {
		var events []string
		for _, e := range l.events[id] {
			events = append(events, string(e.Type))
		}
		all = append(all, fmt.Sprintf("sheet %s of %s, %s-%s, %s: %s", id, p.names[string(s.UserID)], s.PeriodStart[9:], s.PeriodEnd[9:], s.Status(), strings.Join(events, " ")))
		for i, line := range l.lines[id][0].Lines {
			all = append(all, fmt.Sprintf("sheet %s line %q %t: %s, %d entries, %d min, %d, v%d", id, projects[line.ProjectID], line.IsBillable, s.Lines[i].Status, line.Entries, line.Seconds/60, line.Amount, s.Lines[i].Version))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}
