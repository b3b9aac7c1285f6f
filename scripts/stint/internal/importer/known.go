package importer

import (
	"context"
	"math"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
)

// knownEntry is an entry of a former import as it is in the workspace, in a few bytes.
type knownEntry struct {
	fingerprint
	user, project uuid.UUID // uuid.Nil for no project
	amount        int64
	version       int64
	invoice       string // "" if it is not invoiced
}

// pageRows is the entries on a page of a list.
const pageRows = 200

// readKnown reads the entries of the period of the files: those of former imports, and the sums
// of the others. If the others are many more than the entries in the files, it reads only those of
// the people in the files, and no sums.
func (x *matching) readKnown(ctx context.Context) error {
	x.noteHashes()
	if x.knowsAll = true; len(x.candidates) == 0 {
		return nil
	}
	most := len(x.candidates) + 10*pageRows
	if all, err := x.readEntries(ctx, nil, most); all || err != nil {
		return err
	}
	x.knowsAll, x.others, x.ofNobody, x.read.Entries = false, nil, 0, 0
	for user := range x.users {
		if _, err := x.readEntries(ctx, &user, math.MaxInt); err != nil {
			return err
		}
	}
	return nil
}

// readEntries reads the entries of the period, or of one user in it. It reports whether it read all.
func (x *matching) readEntries(ctx context.Context, user *uuid.UUID, limit int) (all bool, err error) {
	read := 0
	for e, err := range client.All(ctx, x.EntriesListWithResponse,
		&api.EntriesListParams{From: &x.from, To: &x.to, UserId: user, Limit: most()}) {
		if err != nil {
			return false, err
		}
		x.countRead(&x.read.Entries)
		if read++; read > limit {
			return false, nil
		}
		if err := x.refuseOwn(e.Id); err != nil {
			return false, err
		}
		x.remember(e)
	}
	return true, nil
}

func (x *matching) remember(e api.Entry) {
	isImported := x.isImported(e.Id)
	switch {
	case isImported && (x.users[e.UserId] || x.ids[e.Id]):
		x.known[e.Id] = knownEntry{fingerprint: x.fingerprintOfEntry(e), user: e.UserId, project: orZero(e.ProjectId),
			amount: orZero(e.Amount), version: e.Version, invoice: orZero(e.Invoice)}
		return
	case isImported:
		x.ofNobody++
	}
	if e.StoppedAt != nil {
		x.others.add(x.keyOf(e.UserId, e.ProjectId, e.StartedAt), e.DurationSeconds, orZero(e.Amount))
	}
}

// orZero is a value, or zero for none.
func orZero[T any](value *T) (none T) {
	if value == nil {
		return none
	}
	return *value
}
