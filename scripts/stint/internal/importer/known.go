package importer

import (
	"context"
	"hash/fnv"
	"slices"
	"time"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
)

// knownEntry is an entry of a former import as it is in the workspace, in a few bytes.
type knownEntry struct {
	user, project  uuid.UUID // uuid.Nil for no project
	start, seconds int64
	content        uint64 // of everything that has no field here
	rate           int64  // 0 without one
	amount         int64
	hasRate        bool // rate is its own
	billable       bool
}

// pageRows is the entries on a page of a list.
const pageRows = 200

// readKnown reads the entries of the period of the files: those of former imports, and the sums
// of the others. It stops when the others are many more than the entries in the files.
func (x *Import) readKnown(ctx context.Context) error {
	if x.listed = true; len(x.ids) == 0 {
		return nil
	}
	x.to = x.to.Add(time.Second)
	read := 0
	for e, err := range client.All(ctx, x.EntriesListWithResponse, &api.EntriesListParams{From: &x.from, To: &x.to, Limit: most()}) {
		if err != nil {
			return err
		}
		if read++; read > len(x.ids)+10*pageRows {
			x.listed, x.others, x.missing = false, nil, nil
			return nil
		}
		x.remember(e)
	}
	return nil
}

func (x *Import) remember(e api.Entry) {
	laid, mine := x.ids[e.Id]
	switch {
	case mine:
		x.known[e.Id] = knownOf(e)
		if laid && e.StoppedAt != nil {
			x.ends.keep(e.UserId, e.StartedAt.In(x.place.zone), e.StoppedAt.In(x.place.zone))
		}
	case e.StoppedAt != nil:
		if x.users[e.UserId] && x.isImported(e.Id) {
			x.noteMissing(e)
		}
		x.others.add(x.keyOf(e.UserId, e.ProjectId, e.StartedAt), e.DurationSeconds, orZero(e.Amount))
	}
}

// noteMissing notes an entry of a former import that is not in the files.
func (x *Import) noteMissing(e api.Entry) {
	x.missing = append(x.missing, row{
		item:    item{line: "entry of " + e.StartedAt.In(x.place.zone).Format(time.DateTime), id: e.Id, user: e.UserId, seconds: e.DurationSeconds, from: e.StartedAt},
		project: e.ProjectId, isDelete: true, amount: orZero(e.Amount),
	})
	x.Plan.Missing.Entries++
	x.Plan.Missing.Seconds += e.DurationSeconds
}

func knownOf(e api.Entry) knownEntry {
	k := knownEntry{
		user: e.UserId, start: e.StartedAt.Unix(), seconds: e.DurationSeconds, content: contentOf(e.ProjectId, e.TaskId, e.TagIds, e.Description),
		rate: orZero(e.HourlyRate), amount: orZero(e.Amount), billable: e.IsBillable, hasRate: e.RateSource == "entry" && e.HourlyRate != nil,
	}
	if e.ProjectId != nil {
		k.project = *e.ProjectId
	}
	if e.StoppedAt == nil {
		k.seconds = -1 // it runs, which no file says
	}
	return k
}

// contentOf is a hash of what an entry is on.
func contentOf(project, task *uuid.UUID, tags []uuid.UUID, description string) uint64 {
	h := fnv.New64a()
	for _, id := range []*uuid.UUID{project, task} {
		if id == nil {
			id = &uuid.Nil
		}
		_, _ = h.Write(id[:])
	}
	tags = slices.SortedFunc(slices.Values(tags), func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	for _, id := range slices.Compact(tags) {
		_, _ = h.Write(id[:])
	}
	_, _ = h.Write([]byte(description))
	return h.Sum64()
}

func orZero(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

// isUnchanged reports whether an entry is as a row wants it.
func (k knownEntry) isUnchanged(w row) bool {
	return k.user == w.user && k.start == w.from.Unix() && k.seconds == w.seconds &&
		k.content == contentOf(w.project, w.task, w.tags, w.Description) &&
		(w.Billable == nil || *w.Billable == k.billable) &&
		(w.rate == nil || k.hasRate) && (w.worth == nil || *w.worth == k.rate)
}
