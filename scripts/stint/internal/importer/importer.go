// Package importer brings the time of other services into a workspace, through the public API. It
// plans first. Ids of entries are made from the source and its keys, so an import that was broken
// off can be repeated, and one of a longer file adds what is new.
package importer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/sources/stintfolder"
	"stint/scripts/stint/internal/timefile"
	"stint/shared/client"
)

// Options are what the files do not say.
type Options struct {
	Source   timefile.Source
	Files    []timefile.File
	Zone     *time.Location    // of the clock times in the files; nil is the workspace's
	DayFirst *bool             // whether dates such as 03/04/2026 begin with the day; nil to find out
	People   map[string]string // from a name or address in the files to the address of a member
	// Clients are the clients of projects that the files name without one, by the name of the project; "" is none. Only
	// projects whose name several in the workspace have need one.
	Clients map[string]string
	// DeleteMissing deletes entries of former imports that the files no longer have: those in their
	// period, of the people in them.
	DeleteMissing bool
	// Settings takes settings, rates and members of projects of an export also into a workspace that
	// has data.
	Settings bool

	Now  func() time.Time
	Wait func(context.Context) error // a few seconds, until lists and reports have what was written

	Reading func(Read) // called while the import is planned, often; nil for nobody
}

// Read is how much was read for a plan so far.
type Read struct {
	Rows    int // of the files, also those that are left out
	Again   int // rows of the files that the last further reading has read
	Entries int // of the workspace
}

// An import is a pipeline: what the workspace is (destination), what the files have for it (reading), which
// entries of former imports the rows are (matching), what else is planned (Import), and writing (run). Each
// stage names the stages that it is made of, and cannot reach a later one.

// destination is the workspace that an import goes to, with what the key's user may do in it.
type destination struct {
	*client.Client
	options Options
	plan    *Plan // of the stages so far

	workspace workspace
	ids       ids
	records   records
	people    people
	now       time.Time
	read      Read
}

// reading is what the files have.
type reading struct {
	to *destination

	exports  []stintfolder.Folder // what an export has beside entries
	settings settings

	catalog     catalog
	unbarred    catalog // also of the rows that the key may not write; empty if it may write all
	candidates  candidates
	workers     workers
	users       map[uuid.UUID]bool
	projects    map[uint64]bool     // by their hashes
	covered     []coverage          // by each file
	exportedIDs map[uuid.UUID]int32 // ids of entries of Stint, with the index of the file
	first, last time.Time           // of all files

	rowIDs     map[uuid.UUID]bool // ids of the entries of rows that have ids
	leftOutIDs map[uuid.UUID]bool // as rowIDs, of rows that are left out although a former import wrote them
	unread     unread             // rows that are left out, and may have entries of former imports
}

// matching is which entry of the workspace each row is.
type matching struct {
	to    *destination
	files *reading

	rowIDs     map[uuid.UUID]bool   // ids of the entries of all rows
	leftOutIDs map[uuid.UUID]bool   // as rowIDs, of rows that are left out
	hashes     map[uuid.UUID]uint64 // of the records that rows refer to
	known      map[uuid.UUID]knownEntry
	knowsAll   bool            // others has all others
	others     sums            // of the entries that no row is
	ofNobody   int             // entries of former imports, of people who are not in the files
	ofOthers   int             // rows whose entries are of another member
	kept       int             // entries of former imports that would be missing, and may be rows that are left out
	moved      int             // rows whose entries are on a project that no row has
	newEntries map[uint64]bool // the projects of new entries, by their hashes

	missing []row   // entries of former imports that are not in the files
	dayEnds dayEnds // of the entries without clock times that are there already
}

// Import is an import that was planned.
type Import struct {
	Plan Plan

	to    *destination
	files *reading
	match *matching

	newMembers []*newMember // of projects
	archivings []*record    // what is archived in the end: tasks, then projects, then clients
}

// ErrNotPossible is the error of an import that the key's user may not make at all.
var ErrNotPossible = errors.New("this key cannot write time in the workspace")

// ErrAnalyst is the error of an import of an analyst.
var ErrAnalyst = fmt.Errorf("%w: its owner is an analyst, who only reads", ErrNotPossible)

// ErrReadKey is the error of an import with a key that writes nothing.
var ErrReadKey = fmt.Errorf("%w: the key has the access read. Make one with the access full, and sign in with it: "+
	"stint login", ErrNotPossible)

// Prepare reads the files and the workspace, and plans the import. It writes nothing.
// Errors: those of the client and of the files; *MapError, *OwnError.
func Prepare(ctx context.Context, c *client.Client, o Options) (*Import, error) {
	to := &destination{Client: c, options: o, now: o.Now(), plan: newPlan(o.Source.Name)}
	if err := inOrder(ctx, to.readWorkspace, to.readPeople, to.readRecords); err != nil {
		return nil, err
	}
	files := &reading{to: to, workers: workers{}, users: map[uuid.UUID]bool{}, projects: map[uint64]bool{},
		covered: make([]coverage, len(o.Files)), exportedIDs: map[uuid.UUID]int32{}, leftOutIDs: map[uuid.UUID]bool{},
		unread: unread{days: map[personDay]bool{}}}
	if err := inOrder(ctx, files.readExports, files.readSettings, files.scan, files.dropRepeated, files.addExports,
		files.readCatalog, files.bar, files.dropClients); err != nil {
		return nil, err
	}
	match := &matching{to: to, files: files, rowIDs: maps.Clone(files.rowIDs), leftOutIDs: maps.Clone(files.leftOutIDs),
		known: map[uuid.UUID]knownEntry{}, others: sums{}, newEntries: map[uint64]bool{}, dayEnds: dayEnds{}}
	if err := inOrder(ctx, match.readKnown, match.identify); err != nil {
		return nil, err
	}
	x := &Import{to: to, files: files, match: match}
	if err := inOrder(ctx, x.planProjectMembers, files.planTimesheets, x.planArchiving); err != nil {
		return nil, err
	}
	match.finishPlan()
	x.Plan = *to.plan
	return x, nil
}

// inOrder does steps until one fails.
func inOrder(ctx context.Context, steps ...func(context.Context) error) error {
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// countRead counts one more of what is read.
func (d *destination) countRead(n *int) {
	*n++
	if d.options.Reading != nil {
		d.options.Reading(d.read)
	}
}
