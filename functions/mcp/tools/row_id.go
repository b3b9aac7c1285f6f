package tools

import (
	"crypto/sha256"
	"fmt"

	"github.com/google/uuid"

	"stint/shared/domain"
)

// derivedID is the id of a row of log_time. It follows from the workspace, the person, the key of the call and the
// number of the row, so that the same call names the same entries.
func derivedID(workspace, user, key string, row int) string {
	digest := sha256.Sum256(fmt.Appendf(nil, "log_time\n%s\n%s\n%d\n%s", workspace, user, row, key))
	id := domain.ID(uuid.Must(uuid.FromBytes(digest[:16])).String())
	return string(id.OfOwner(domain.ID(user)))
}
