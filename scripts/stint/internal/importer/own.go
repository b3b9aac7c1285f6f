package importer

import (
	"fmt"

	"github.com/google/uuid"
)

// OwnError is the error of files that have entries of the workspace itself. Importing them would
// write this time twice.
type OwnError struct{ File string }

func (e *OwnError) Error() string {
	return fmt.Sprintf("%s is an export of this workspace: its time is here already, and would come twice. Import it into another workspace", e.File)
}

// noteOwn keeps the id that a row has if it is an entry of Stint. In a folder of stint export the id
// of the user comes before it.
func (x *Import) noteOwn(i item) {
	const length = 36
	if len(i.Key) < length {
		return
	}
	if id, err := uuid.Parse(i.Key[len(i.Key)-length:]); err == nil {
		x.exportedIDs[id] = i.file
	}
}

// refuseOwn refuses files that have an entry of the workspace. Errors: *OwnError.
func (x *Import) refuseOwn(id uuid.UUID) error {
	if file, ok := x.exportedIDs[id]; ok {
		return &OwnError{x.options.Files[file].Name()}
	}
	return nil
}
