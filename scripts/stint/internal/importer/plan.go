package importer

import (
	"cmp"
	"slices"

	"github.com/google/uuid"
)

// Plan is what an import would do.
type Plan struct {
	Source   string          `json:"source"`
	Zone     string          `json:"zone"` // of the clock times in the files
	People   []PlannedPerson `json:"people"`
	Clients  PlannedRecords  `json:"clients"`
	Projects PlannedRecords  `json:"projects"`
	Tasks    PlannedRecords  `json:"tasks"`
	Tags     PlannedRecords  `json:"tags"`
	Entries  PlannedEntries  `json:"entries"`
	Amounts  PlannedAmounts  `json:"amounts"` // that are not as in the files
	Missing  MissingEntries  `json:"missing"`
	LeftOut  []LeftOut       `json:"left_out"`
	Notes    []string        `json:"notes"` // what comes differently than the files have it

	Settings       PlannedSettings   `json:"settings"` // these three of exports only
	ProjectMembers PlannedRecords    `json:"project_members"`
	Timesheets     PlannedTimesheets `json:"timesheets"`
	Invoiced       int               `json:"invoiced"` // rows with the mark of an invoice
	Archive        int               `json:"archive"`  // records that are archived in the end
}

func newPlan(source string) *Plan {
	return &Plan{
		Source: source, People: []PlannedPerson{}, LeftOut: []LeftOut{}, Notes: []string{},
		Settings:       PlannedSettings{Differ: []DifferentSetting{}},
		ProjectMembers: PlannedRecords{New: []string{}}, Timesheets: PlannedTimesheets{LeftOut: []LeftOut{}},
	}
}

// PlannedPerson is who worked, and the member who they are; none for unmapped people, whose time
// is left out.
type PlannedPerson struct {
	Name    string     `json:"name"`
	Address string     `json:"address"`
	User    *uuid.UUID `json:"user_id"`
	Like    string     `json:"suggested_address,omitempty"` // of a member with the same name
	Entries int        `json:"entries"`
	Seconds int64      `json:"seconds"`
}

// PlannedRecords are the records of a kind that entries refer to.
type PlannedRecords struct {
	Existing int      `json:"existing"`
	New      []string `json:"new"` // names
}

// PlannedEntries are the entries in the files that would be written.
type PlannedEntries struct {
	Total     int   `json:"total"`
	New       int   `json:"new"`
	Changed   int   `json:"changed"` // of former imports
	Unchanged int   `json:"unchanged"`
	Seconds   int64 `json:"seconds"`
}

// MissingEntries are entries of former imports, in the period of the files and of the people in
// them, that the files do not have: they were changed or deleted in the source.
type MissingEntries struct {
	Entries int   `json:"entries"`
	Seconds int64 `json:"seconds"`
	Deleted bool  `json:"deleted"` // whether the import deletes them
}

// IsEmpty reports whether there is nothing to import.
func (p Plan) IsEmpty() bool {
	return p.Entries.Total+len(p.Clients.New)+len(p.Projects.New)+len(p.Tasks.New)+len(p.Tags.New)+
		len(p.ProjectMembers.New)+
		p.Timesheets.Submit+p.Timesheets.Decide+p.Archive == 0 && !p.Settings.Taken
}

// LeftOut is rows that are not imported, for the same reason.
type LeftOut struct {
	Reason string   `json:"reason"`
	Rows   int      `json:"rows"`
	Lines  []string `json:"lines"` // the first of them, such as "time.csv:12"
}

// maxLines bounds the lines that are named with a reason, and maxReasons the reasons.
const (
	maxLines   = 10
	maxReasons = 200
)

// leaveOut notes a row that is not imported.
func leaveOut(all *[]LeftOut, reason, line string) {
	at := slices.IndexFunc(*all, func(l LeftOut) bool { return l.Reason == reason })
	if at < 0 && len(*all) >= maxReasons {
		reason = "other reasons: remove the causes that are named, and import again to see more"
		at = slices.IndexFunc(*all, func(l LeftOut) bool { return l.Reason == reason })
	}
	if at < 0 {
		*all = append(*all, LeftOut{Reason: reason})
		at = len(*all) - 1
	}
	group := &(*all)[at]
	if group.Rows++; len(group.Lines) < maxLines && !slices.Contains(group.Lines, line) {
		group.Lines = append(group.Lines, line)
	}
}

// finishPlan puts together what was found.
func (m *matching) finishPlan() {
	p := m.to.plan
	for who, counted := range m.files.workers {
		if counted.User == nil {
			counted.Like = m.to.people.suggest(who)
		}
		p.People = append(p.People, *counted)
	}
	slices.SortFunc(p.People, func(a, b PlannedPerson) int {
		return cmp.Or(cmp.Compare(b.Entries, a.Entries), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Address, b.Address))
	})
	p.Clients, p.Projects = m.files.catalog.planned(clientKind), m.files.catalog.planned(projectKind)
	p.Tasks, p.Tags = m.files.catalog.planned(taskKind), m.files.catalog.planned(tagKind)
	p.Missing.Deleted = m.to.options.DeleteMissing && len(m.missing) > 0
	m.finishSettings()
	p.Amounts = m.files.catalog.money.inexact
	p.Amounts.Currency = m.to.workspace.currency
	m.note()
}

// Result is what an import did.
type Result struct {
	Created   int       `json:"created"`
	Changed   int       `json:"changed"`
	Unchanged int       `json:"unchanged"`
	Deleted   int       `json:"deleted"`
	Refused   []LeftOut `json:"refused"` // rows that the service did not take
	// RefusedRecords are the records that the service did not take and for which no row is refused.
	RefusedRecords []RefusedRecord `json:"refused_records"`

	Seconds     int64        `json:"seconds"`  // of the entries in the files
	LeftOut     int          `json:"left_out"` // rows that the plan left out
	Compared    string       `json:"compared"`
	Differences []Difference `json:"differences"`
	// Inexact are the amounts of the files that its hours and rates do not make, as the plan said.
	Inexact    []Difference   `json:"inexact"`
	Amounts    ComparedRows   `json:"amounts"`
	Missing    MissingEntries `json:"missing"` // entries that the files no longer have and that stay
	Timesheets Timesheets     `json:"timesheets"`
	Invoices   Invoices       `json:"invoices"`
}

// ComparedRows are the rows with rates or amounts.
type ComparedRows struct {
	Compared    int `json:"compared"`
	NotCompared int `json:"not_compared"` // in another currency, or of a user who may not set rates
}

// Failed reports whether something is not as the files and the plan say.
func (r Result) Failed() bool { return len(r.Differences)+len(r.Refused)+len(r.RefusedRecords) > 0 }

// Nothing is the result of an import that has nothing to write.
func (x *Import) Nothing() Result {
	result := Result{
		Refused: []LeftOut{}, RefusedRecords: []RefusedRecord{}, Differences: []Difference{}, Inexact: []Difference{},
		Timesheets: Timesheets{LeftOut: []LeftOut{}}, Invoices: Invoices{LeftOut: []LeftOut{}},
		Seconds: x.Plan.Entries.Seconds, Missing: x.Plan.Missing,
		Amounts: ComparedRows{x.files.catalog.money.taken, x.files.catalog.money.notTaken()},
	}
	for _, l := range x.Plan.LeftOut {
		result.LeftOut += l.Rows
	}
	return result
}

// sumKey is a user, a project and a month: "2026-11".
type sumKey struct {
	user, project uuid.UUID // uuid.Nil for no project
	month         string
}

// sum is tracked time and what it is worth.
type sum struct{ seconds, amount int64 }

// sums are sums of entries.
type sums map[sumKey]sum

func (s sums) add(key sumKey, seconds, amount int64) {
	if s == nil {
		return
	}
	was := s[key]
	s[key] = sum{was.seconds + seconds, was.amount + amount}
}

// addTo adds an entry that does not run to sums.
func (w *workspace) addTo(s sums, e entry) {
	if e.seconds >= 0 {
		s.add(w.keyOf(e), e.seconds, e.amount)
	}
}

// keyOf is the group of an entry. It belongs to the month of its start in the workspace's zone.
func (w *workspace) keyOf(e entry) sumKey {
	return sumKey{user: e.user, project: e.project, month: e.start.In(w.zone).Format("2006-01")}
}

// amountOf is seconds at a rate per hour, rounded half up as the service does.
func amountOf(seconds, rate int64) int64 { return (seconds*rate + 1800) / 3600 }
