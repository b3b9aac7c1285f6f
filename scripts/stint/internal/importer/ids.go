package importer

import (
	"bytes"
	"strings"

	"github.com/google/uuid"
)

// sourceBytes is how many bytes of the id of an entry name the source.
const sourceBytes = 6

// entryID is the id of an entry (UUIDv8): the same in every import of the source into the
// workspace. It begins with the same bytes for all entries of the source.
func (x *Import) entryID(key string) uuid.UUID {
	id, source := x.derive("entry", key), x.derive("source")
	copy(id[:sourceBytes], source[:])
	id[6] = id[6]&0x0f | 0x80
	return id
}

// isImported reports whether the entry with an id is of an import of the source.
func (x *Import) isImported(id uuid.UUID) bool {
	source := x.derive("source")
	return id.Version() == 8 && bytes.Equal(id[:sourceBytes], source[:sourceBytes])
}

// externalID is the external id of a client, project, task or tag, by which it is found again
// after it was renamed.
func (x *Import) externalID(kind string, names ...string) string {
	for i := range names {
		names[i] = normal(names[i])
	}
	return x.options.Source.Name + ":" + kind + ":" + x.derive(kind, names...).String()
}

// derive makes an id (UUIDv5) from the workspace, the source and what the source calls a record.
func (x *Import) derive(kind string, parts ...string) uuid.UUID {
	name := strings.Join(append([]string{"import", x.options.Source.Name, kind}, parts...), "\x00")
	return uuid.NewSHA1(x.place.workspace, []byte(name))
}
