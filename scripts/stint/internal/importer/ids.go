package importer

import (
	"strings"

	"github.com/google/uuid"
)

// entryID is the id of an entry: the same in every import of the source into the workspace.
func (x *Import) entryID(key string) uuid.UUID { return x.derive("entry", key) }

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
