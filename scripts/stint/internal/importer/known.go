package importer

import (
	"cmp"
	"context"
	"math"
	"time"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
)

// entry is what the service has of an entry, as far as sums need it.
type entry struct {
	user, project uuid.UUID // uuid.Nil for no project
	start         time.Time
	seconds       int64 // -1 for a running entry
	amount        int64
	invoice       string // "" if it is not invoiced
}

func (e entry) end() time.Time { return e.start.Add(time.Duration(e.seconds) * time.Second) }

func entryOf(e api.Entry) entry {
	of := entry{user: e.UserId, project: orZero(e.ProjectId), start: e.StartedAt.Truncate(time.Second),
		seconds: e.DurationSeconds, amount: orZero(e.Amount), invoice: orZero(e.Invoice)}
	if e.StoppedAt == nil {
		of.seconds = -1
	}
	return of
}

// knownEntry is an entry of a former import as it is in the workspace, in a few bytes.
type knownEntry struct {
	entry
	fingerprint fingerprint
	version     int64
}

// pageRows is the entries on a page of a list.
const pageRows = 200

// readKnown reads the entries of the period of the files: those of former imports, and the sums
// of the others. If the others are many more than the entries in the files, it reads only those of
// the people in the files, and no sums.
func (m *matching) readKnown(ctx context.Context) error {
	m.noteHashes()
	if m.knowsAll = true; len(m.files.candidates) == 0 {
		return nil
	}
	most := len(m.files.candidates) + 10*pageRows
	if all, err := m.readEntries(ctx, nil, most); all || err != nil {
		return err
	}
	m.knowsAll, m.others, m.ofNobody, m.to.read.Entries = false, nil, 0, 0
	for user := range m.files.users {
		if _, err := m.readEntries(ctx, &user, math.MaxInt); err != nil {
			return err
		}
	}
	return nil
}

// readEntries reads the entries of the period, or of one user in it. It reports whether it read all.
func (m *matching) readEntries(ctx context.Context, user *uuid.UUID, limit int) (all bool, err error) {
	read := 0
	for e, err := range client.All(ctx, m.to.EntriesListWithResponse,
		&api.EntriesListParams{From: &m.files.first, To: &m.files.last, UserId: user}) {
		if err != nil {
			return false, err
		}
		m.to.countRead(&m.to.read.Entries)
		if read++; read > limit {
			return false, nil
		}
		if err := m.files.refuseOwn(e.Id); err != nil {
			return false, err
		}
		m.remember(e)
	}
	return true, nil
}

func (m *matching) remember(e api.Entry) {
	isImported := m.to.ids.isImported(e.Id)
	switch {
	case isImported && (m.files.users[e.UserId] || m.rowIDs[e.Id]):
		m.known[e.Id] = knownEntry{entryOf(e), m.fingerprintOfEntry(e), e.Version}
		return
	case isImported:
		m.ofNobody++
	}
	m.to.workspace.addTo(m.others, entryOf(e))
}

// orZero is a value, or zero for none.
func orZero[T any](value *T) T { return *cmp.Or(value, new(T)) }
