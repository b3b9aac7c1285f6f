package importer

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

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
func (x *reading) fingerprintOf(i item) fingerprint {
	f := fingerprint{start: i.from.Unix(), seconds: i.seconds, text: hashOf([]byte(i.Description)), rate: -1,
		snapshotRate: -1, billable: -1}
	if i.from.IsZero() {
		f.start = startOf(i.Day, x.workspace.zone).Unix()
	}
	var task uint64
	if i.Project != "" {
		f.project = x.catalog.project(i.Row).hash()
	}
	if i.Task != "" {
		task = x.catalog.task(i.Row).hash()
	}
	var tags []uint64
	for _, tag := range i.Tags {
		tags = append(tags, x.catalog.tag(tag).hash())
	}
	f.content = contentOf(f.project, task, tags, f.text)
	switch {
	case !x.takesRate(i.Row):
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
func (x *matching) fingerprintOfEntry(e api.Entry) fingerprint {
	f := fingerprint{
		start: e.StartedAt.Unix(), seconds: entryOf(e).seconds, text: hashOf([]byte(e.Description)),
		project: x.hashOfID(e.ProjectId), rate: -1, snapshotRate: orZero(e.HourlyRate), billable: bit(e.IsBillable),
	}
	var tags []uint64
	for _, id := range e.TagIds {
		tags = append(tags, x.hashOfID(&id))
	}
	f.content = contentOf(f.project, x.hashOfID(e.TaskId), tags, f.text)
	if e.RateSource == "entry" && e.HourlyRate != nil {
		f.rate = *e.HourlyRate
	}
	return f
}

// isAsIn reports whether an entry is as a row wants it.
func (f fingerprint) isAsIn(row fingerprint) bool {
	return f.start == row.start && f.isAsInButStart(row)
}

func (f fingerprint) isAsInButStart(row fingerprint) bool {
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
func (x *matching) hashOfID(id *uuid.UUID) uint64 {
	if id == nil {
		return 0
	}
	if h, ok := x.hashes[*id]; ok {
		return h
	}
	return hashOf(id[:]) // no file has it
}

// noteHashes notes the records that exist.
func (x *matching) noteHashes() {
	x.hashes = map[uuid.UUID]uint64{}
	for _, r := range x.catalog.records {
		if r.exists() {
			x.hashes[r.id] = r.hash()
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

// sourceBytes is how many bytes of the id of an entry name the source.
const sourceBytes = 6

// entryID is the id of an entry (UUIDv8) that has an id in the source: the same in every import of
// the source into the workspace. It begins with the same bytes for all entries of the source.
func (x *destination) entryID(key string) uuid.UUID {
	id, source := x.derive("entry", key), x.derive("source")
	copy(id[:sourceBytes], source[:])
	id[6] = id[6]&0x0f | 0x80
	return id
}

// group is a day of a member, in files without ids. Zero is for rows that have an id.
type group uint64

// groupOf is the group of a row. Rows with clock times and rows without them are apart.
func (x *destination) groupOf(user uuid.UUID, day time.Time, dayOnly bool) group {
	kind := map[bool]string{false: "clock", true: "laid"}[dayOnly]
	id := x.derive(kind, user.String(), day.Format(time.DateOnly))
	id[6] = id[6]&0x0f | 0x80
	return groupOfID(id)
}

// rowID is the id of an entry (UUIDv8) that has no id in the source: its source, its group, and an
// ordinal that tells the entries of a group apart.
func (x *destination) rowID(g group, ordinal int) uuid.UUID {
	id := x.derive("source")
	id[6], id[7], id[8] = 0x80|byte(g>>46), byte(g>>38), 0x80|byte(g>>32)&0x3f
	binary.BigEndian.PutUint32(id[9:], uint32(g)) // #nosec G115 -- the lower half
	id[13], id[14], id[15] = byte(ordinal>>16), byte(ordinal>>8), byte(ordinal)
	return id
}

// groupOfID is the group in an id of rowID. Other ids have another one, by chance.
func groupOfID(id uuid.UUID) group {
	return group(id[6]&0x0f)<<46 | group(id[7])<<38 | group(id[8]&0x3f)<<32 | group(binary.BigEndian.Uint32(id[9:]))
}

// isImported reports whether the entry with an id is of an import of the source.
func (x *destination) isImported(id uuid.UUID) bool {
	source := x.derive("source")
	return id.Version() == 8 && bytes.Equal(id[:sourceBytes], source[:sourceBytes])
}

// derive makes an id (UUIDv5) from the workspace, the source and what the source calls a record.
func (x *destination) derive(kind string, parts ...string) uuid.UUID {
	name := strings.Join(append([]string{"import", x.options.Source.Name, kind}, parts...), "\x00")
	return uuid.NewSHA1(x.workspace.id, []byte(name))
}
