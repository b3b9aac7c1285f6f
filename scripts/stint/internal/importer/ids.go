package importer

import (
	"bytes"
	"encoding/binary"
	"strings"
	"time"

	"github.com/google/uuid"
)

// ids makes the ids of what an import writes. They are the same in every import of the source into the workspace.
type ids struct {
	workspace uuid.UUID
	source    string
}

// externalID is the external id of a client, project, task or tag, by which it is found again
// after it was renamed.
func (i ids) externalID(r ref) string {
	id := i.derive(r.kind.name, r.names[:r.kind.depth]...)
	return i.source + ":" + r.kind.name + ":" + id.String()
}

// sourceBytes is how many bytes of the id of an entry name the source.
const sourceBytes = 6

// entryID is the id of an entry (UUIDv8) that has an id in the source: the same in every import of
// the source into the workspace. It begins with the same bytes for all entries of the source.
func (i ids) entryID(key string) uuid.UUID {
	id, source := i.derive("entry", key), i.derive("source")
	copy(id[:sourceBytes], source[:])
	id[6] = id[6]&0x0f | 0x80
	return id
}

// group is a day of a member, in files without ids. Zero is for rows that have an id.
type group uint64

// groupOf is the group of a row. Rows with clock times and rows without them are apart.
func (i ids) groupOf(user uuid.UUID, day time.Time, dayOnly bool) group {
	kind := map[bool]string{false: "clock", true: "laid"}[dayOnly]
	id := i.derive(kind, user.String(), day.Format(time.DateOnly))
	id[6] = id[6]&0x0f | 0x80
	return groupOfID(id)
}

// rowID is the id of an entry (UUIDv8) that has no id in the source: its source, its group, and an
// ordinal that tells the entries of a group apart.
func (i ids) rowID(g group, ordinal int) uuid.UUID {
	id := i.derive("source")
	id[6], id[7], id[8] = 0x80|byte(g>>46), byte(g>>38), 0x80|byte(g>>32)&0x3f
	binary.BigEndian.PutUint32(id[9:], uint32(g)) // #nosec G115 -- the lower half
	id[13], id[14], id[15] = byte(ordinal>>16), byte(ordinal>>8), byte(ordinal)
	return id
}

// freeIDs returns a function that gives the ids of a group one after another, without those that are taken.
func (i ids) freeIDs(g group, taken []uuid.UUID) func() uuid.UUID {
	isTaken := map[uuid.UUID]bool{}
	for _, id := range taken {
		isTaken[id] = true
	}
	ordinal := -1
	return func() uuid.UUID {
		for {
			ordinal++
			if id := i.rowID(g, ordinal); !isTaken[id] {
				return id
			}
		}
	}
}

// groupOfID is the group in an id of rowID. Other ids have another one, by chance.
func groupOfID(id uuid.UUID) group {
	return group(id[6]&0x0f)<<46 | group(id[7])<<38 | group(id[8]&0x3f)<<32 | group(binary.BigEndian.Uint32(id[9:]))
}

// isImported reports whether the entry with an id is of an import of the source.
func (i ids) isImported(id uuid.UUID) bool {
	source := i.derive("source")
	return id.Version() == 8 && bytes.Equal(id[:sourceBytes], source[:sourceBytes])
}

// derive makes an id (UUIDv5) from the workspace, the source and what the source calls a record.
func (i ids) derive(kind string, parts ...string) uuid.UUID {
	name := strings.Join(append([]string{"import", i.source, kind}, parts...), "\x00")
	return uuid.NewSHA1(i.workspace, []byte(name))
}
