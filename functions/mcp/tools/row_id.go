package tools

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/google/uuid"
)

// ownerDigits is how many digits of the owner's id the ids of entries end with (docs/interface.md, "Ids of entries").
const ownerDigits = 11

// derivedID is the id of a row of log_time. It follows from the workspace, the person, the key of the call and the
// number of the row, and names its owner as the ids of Stint do.
func derivedID(workspace, user, key string, row int) string {
	digest := sha256.Sum256(fmt.Appendf(nil, "log_time\n%s\n%s\n%d\n%s", workspace, user, row, key))
	id := uuid.Must(uuid.FromBytes(digest[:16])).String()
	return id[:len(id)-ownerDigits] + strings.ReplaceAll(user, "-", "")[:ownerDigits]
}
