package importer

import (
	"encoding/binary"
	"hash/fnv"
	"slices"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/when"
	"stint/shared/client/api"
)

// fingerprint is what is compared of rows and entries, in a few bytes: names and texts are hashes.
type fingerprint struct {
	start        int64  // Unix time; of a row without a clock time that of its day
	seconds      int64  // -1 for a running entry, which no file has
	project      uint64 // with its client; 0 for none
	text         uint64 // the description
	content      uint64 // project, task, tags and description
	rate         int64  // of its own; -1 for none
	snapshotRate int64  // the rate of an entry, from wherever it is; of a row the rate that need not be its own, or -1
	billable     int8   // 0 or 1; -1 if the file does not say
}

// fingerprintOf is the fingerprint of a row whose names are noted in the catalog.
func (c *catalog) fingerprintOf(i item) fingerprint {
	f := fingerprint{start: i.from.Unix(), seconds: i.seconds, text: hashOf([]byte(i.Description)), rate: -1,
		snapshotRate: -1, billable: -1}
	if i.from.IsZero() {
		f.start = when.StartOfDay(i.Day, c.workspace.zone).Unix()
	}
	var task uint64
	if i.Project != "" {
		f.project = c.project(i.Row).hash()
	}
	if i.Task != "" {
		task = c.task(i.Row).hash()
	}
	var tags []uint64
	for _, tag := range i.Tags {
		tags = append(tags, c.tag(tag).hash())
	}
	f.content = contentOf(f.project, task, tags, f.text)
	switch {
	case !c.workspace.takesRate(i.Row):
	case i.IsInherited:
		f.snapshotRate = *i.HourlyRate
	default:
		f.rate = *i.HourlyRate
	}
	if i.Billable != nil {
		f.billable = bit(*i.Billable)
	}
	return f
}

// fingerprintOfEntry is the fingerprint of an entry of the workspace.
func (m *matching) fingerprintOfEntry(e api.Entry) fingerprint {
	f := fingerprint{
		start: e.StartedAt.Unix(), seconds: entryOf(e).seconds, text: hashOf([]byte(e.Description)),
		project: m.hashOfID(e.ProjectId), rate: -1, snapshotRate: orZero(e.HourlyRate), billable: bit(e.IsBillable),
	}
	var tags []uint64
	for _, id := range e.TagIds {
		tags = append(tags, m.hashOfID(&id))
	}
	f.content = contentOf(f.project, m.hashOfID(e.TaskId), tags, f.text)
	if e.RateSource == "entry" && e.HourlyRate != nil {
		f.rate = *e.HourlyRate
	}
	return f
}

// satisfies reports whether an entry is as a row wants it.
func (f fingerprint) satisfies(row fingerprint) bool {
	return f.start == row.start && f.satisfiesButStart(row)
}

func (f fingerprint) satisfiesButStart(row fingerprint) bool {
	return f.seconds == row.seconds && f.content == row.content &&
		(row.billable < 0 || row.billable == f.billable) && (row.rate < 0 || row.rate == f.rate) &&
		(row.snapshotRate < 0 || row.snapshotRate == f.snapshotRate)
}

// hash is the same in the fingerprint of a row and in that of an entry on the record. It is 0 for a record
// that no row had before.
func (r *record) hash() uint64 {
	if r == nil {
		return 0
	}
	return r.mark
}

// hashOfID is the hash of the record with an id, 0 for none.
func (m *matching) hashOfID(id *uuid.UUID) uint64 {
	if id == nil {
		return 0
	}
	if h, ok := m.hashes[*id]; ok {
		return h
	}
	return hashOf(id[:]) // no file has it
}

// noteHashes notes the records that exist.
func (m *matching) noteHashes() {
	m.hashes = map[uuid.UUID]uint64{}
	for _, r := range m.files.catalog.records {
		if r.exists() {
			m.hashes[r.id] = r.hash()
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
