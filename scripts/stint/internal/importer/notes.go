package importer

import (
	"fmt"
	"maps"
	"slices"

	"stint/scripts/stint/internal/screen"
)

// note says what comes differently than the files have it.
func (m *matching) note() {
	m.files.noteMappings()
	m.to.noteRights()
	m.files.noteNotImported()
	m.files.noteMoney()
	m.files.noteRows()
	m.noteRecords()
	m.noteFormer()
	slices.Sort(m.to.plan.Notes)
}

func (p *Plan) notef(format string, values ...any) {
	p.Notes = append(p.Notes, fmt.Sprintf(format, values...))
}

// noteCount notes how many there are, if there are any.
func (p *Plan) noteCount(format string, n int) {
	if n > 0 {
		p.notef(format, n)
	}
}

// noteRows notes in how many rows something is, if there are any. format has a place for these rows.
func (p *Plan) noteRows(format string, n int, values ...any) {
	if n > 0 {
		p.notef(format, append([]any{screen.Counted(n, "row has", "rows have")}, values...)...)
	}
}

// noteMappings names the mappings that fit nobody in the files.
func (r *reading) noteMappings() {
	for name, address := range r.to.options.People {
		if !r.workers.have(name) {
			r.to.plan.notef("Nobody in the files is called %q, so the mapping to %s does nothing.", name, address)
		}
	}
}

// noteRights says what the key may not do.
func (d *destination) noteRights() {
	if !d.workspace.isFull {
		d.plan.notef("This key does not have the access full: it writes only the time of its owner, and makes no clients, " +
			"projects, tasks and tags.")
	}
	if !d.workspace.setsRates && len(d.plan.Projects.New) > 0 {
		d.plan.notef("A project that you do not see may have the name of a new one. The rows of the new one are refused then.")
	}
	if !d.workspace.isAdmin {
		d.plan.noteCount("Entries that are invoiced in the files: %d. An owner or admin marks them, by importing the files "+
			"with their own key.", d.plan.Invoiced)
	}
}

// noteNotImported names what an import leaves out, beside the audit log.
func (r *reading) noteNotImported() {
	for _, e := range r.exports {
		n, p := e.Manifest.Records, r.to.plan
		p.noteCount("Webhooks (%d) are not imported, because an export has no secrets.", n["webhooks"])
		p.noteCount("Invitations (%d) are not imported, because each sends a mail.", n["invitations"])
		p.noteCount("Client links (%d) and their signatures are not imported, because a client signs in one workspace.",
			n["client_links"])
	}
}

// noteMoney warns of money that comes differently than the files have it, or not at all.
func (r *reading) noteMoney() {
	m, p := r.catalog.money, r.to.plan
	for _, currency := range slices.Sorted(maps.Keys(m.foreign)) {
		p.noteRows("%s rates or amounts in %s, and the workspace counts in %s. They come without them. To bring them along, "+
			"set the currency of the workspace to %[2]s before the import.", m.foreign[currency], currency,
			r.to.workspace.currency)
	}
	p.noteRows("%s rates or amounts, and only owners and admins may set rates. They come without them.", m.lost)
	if len(m.inexact.NoTime) > 0 {
		p.notef("Entries have an amount and no time, so they are worth nothing here: %s.",
			firstOf(m.inexact.NoTime, maxLines))
	}
}

// noteRows names what rows have that entries cannot have.
func (r *reading) noteRows() {
	r.to.plan.noteRows("%s a client and no project. They come without the client, because an entry has the client of its "+
		"project.", r.catalog.clientsLost)
	r.to.plan.noteCount("Tags whose names have no characters that show are left out, %d times.", r.catalog.emptiedTags)
}

// maxNamed bounds the names in a note.
const maxNamed = 10

// firstNames are the first names in their order, and how many more there are.
func firstNames(all []string) (first []string, more int) {
	slices.Sort(all)
	first = all[:min(len(all), maxNamed)]
	return first, len(all) - len(first)
}

// noteRecords names the records that are made without an external id, and warns of new time that the service will
// refuse.
func (m *matching) noteRecords() {
	var archived []string
	for _, r := range m.files.catalog.records {
		if r.isWithoutID && !r.exists() {
			m.to.plan.notef("The %s %s is made without an external id, because another %[1]s has it.", r.kind.name, r.label)
		}
		if r.kind == projectKind && r.archived && m.newEntries[r.hash()] {
			archived = append(archived, r.label)
		}
	}
	named, more := firstNames(archived)
	for _, label := range named {
		m.to.plan.notef("The project %s is archived: new time on it is refused.", label)
	}
	m.to.plan.noteCount("More projects of new time are archived: %d. New time on them is refused, too.", more)
}

// noteOtherNames names the records that are found by their external ids and have other names.
func (r *reading) noteOtherNames() {
	for _, one := range r.catalog.records {
		switch {
		case one.called == "":
		case normal(one.called) == normal(one.name):
			r.to.plan.notef("The %s %s has another client here. It is found by its external id.", one.kind.name, one.label)
		default:
			r.to.plan.notef("The %s %s is called %q here. It is found by its external id.", one.kind.name, one.label, one.called)
		}
	}
}

// noteFormer warns of entries of former imports that are not as the files say, or that stay because of rows that are
// left out.
func (m *matching) noteFormer() {
	p := m.to.plan
	p.noteCount("Entries of former imports that move to another project, because theirs is not in the files any more: %d.",
		m.moved)
	p.noteCount("Entries that are not written, because they are the time of another member since a former import: %d.",
		m.ofOthers)
	p.noteCount("Entries of former imports in this period that are of members who are not in the files, and that stay: %d.",
		m.ofNobody)
	why := "They stay, and do not count as missing."
	if m.files.unread.isAny {
		why = "They stay, and none counts as missing, because a row that is left out has no day that can be read."
	}
	p.noteCount("%d entries of former imports may be those of rows that are left out. "+why, m.kept)
}
