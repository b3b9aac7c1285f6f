package importer

import (
	"encoding/binary"
	"hash/fnv"
	"slices"

	"github.com/google/uuid"

	"stint/shared/client/api"
)

// look is what is compared of rows and entries, in a few bytes: names and texts are hashes.
type look struct {
	start    int64  // Unix time; of a row without a clock time that of its day
	seconds  int64  // -1 for a running entry, which no file has
	project  uint64 // with its client; 0 for none
	text     uint64 // the description
	content  uint64 // project, task, tags and description
	rate     int64  // of its own; -1 for none
	worth    int64  // the rate of an entry, from wherever it is; of a row the rate that need not be its own, or -1
	billable int8   // 0 or 1; -1 if the file does not say
}

// lookOf is the look of a row whose names are noted in the catalog.
func (x *Import) lookOf(i item) look {
	l := look{start: i.from.Unix(), seconds: i.seconds, text: hashOf([]byte(i.Description)), rate: -1, worth: -1, billable: -1}
	if i.from.IsZero() {
		l.start = startOf(i.Day, x.place.zone).Unix()
	}
	var task uint64
	if i.Project != "" {
		l.project = x.catalog.projects[projectOf(i.Row)].hash()
	}
	if i.Task != "" {
		task = x.catalog.tasks[taskOf(i.Row)].hash()
	}
	var tags []uint64
	for _, tag := range i.Tags {
		tags = append(tags, x.catalog.tags[normal(tag)].hash())
	}
	l.content = contentOf(l.project, task, tags, l.text)
	switch {
	case !x.takesRate(i.Row):
	case i.IsInherited:
		l.worth = *i.HourlyRate
	default:
		l.rate = *i.HourlyRate
	}
	if i.Billable != nil {
		l.billable = bit(*i.Billable)
	}
	return l
}

// lookOfEntry is the look of an entry of the workspace.
func (x *Import) lookOfEntry(e api.Entry) look {
	l := look{
		start: e.StartedAt.Unix(), seconds: e.DurationSeconds, text: hashOf([]byte(e.Description)),
		project: x.hashOfID(e.ProjectId), rate: -1, worth: orZero(e.HourlyRate), billable: bit(e.IsBillable),
	}
	var tags []uint64
	for _, id := range e.TagIds {
		tags = append(tags, x.hashOfID(&id))
	}
	l.content = contentOf(l.project, x.hashOfID(e.TaskId), tags, l.text)
	if e.RateSource == "entry" && e.HourlyRate != nil {
		l.rate = *e.HourlyRate
	}
	if e.StoppedAt == nil {
		l.seconds = -1
	}
	return l
}

// isAsIn reports whether an entry is as a row wants it.
func (l look) isAsIn(row look) bool {
	return l.start == row.start && l.isAsInButStart(row)
}

func (l look) isAsInButStart(row look) bool {
	return l.seconds == row.seconds && l.content == row.content &&
		(row.billable < 0 || row.billable == l.billable) && (row.rate < 0 || row.rate == l.rate) &&
		(row.worth < 0 || row.worth == l.worth)
}

// hash is the same in the look of a row and in that of an entry on the record. It is 0 for a record
// that no row had before.
func (r *record) hash() uint64 {
	if r == nil {
		return 0
	}
	return r.mark
}

// hashOfID is the hash of the record with an id, 0 for none.
func (x *Import) hashOfID(id *uuid.UUID) uint64 {
	if id == nil {
		return 0
	}
	if h, ok := x.hashes[*id]; ok {
		return h
	}
	return hashOf(id[:]) // no file has it
}

// noteHashes notes the records that exist.
func (x *Import) noteHashes() {
	x.hashes = map[uuid.UUID]uint64{}
	noteAll(x.hashes, x.catalog.projects)
	noteAll(x.hashes, x.catalog.tasks)
	noteAll(x.hashes, x.catalog.tags)
}

func noteAll[K comparable](hashes map[uuid.UUID]uint64, records map[K]*record) {
	for _, r := range records {
		if r.exists() {
			hashes[r.id] = r.hash()
		}
	}
}

func contentOf(project, task uint64, tags []uint64, text uint64) uint64 {
	slices.Sort(tags)
	var all []byte
	for _, n := range append([]uint64{project, task, text}, slices.Compact(tags)...) {
		all = binary.LittleEndian.AppendUint64(all, n)
	}
	return hashOf(all)
}

func hashOf(b []byte) uint64 {
	h := fnv.New64a()
	_, _ = h.Write(b)
	return h.Sum64()
}

func bit(b bool) int8 {
	if b {
		return 1
	}
	return 0
}
