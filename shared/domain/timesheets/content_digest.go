package timesheets

import (
	"fmt"
	"slices"
	"strings"

	"stint/shared/domain"
)

// Digest is a digest of what a round submits: its lines with their sums, and the entries that it claims with their
// versions. Two rounds with one digest submit the same.
func (r SubmissionRound) Digest() string {
	var content strings.Builder
	for i, l := range r.Lines {
		fmt.Fprintf(&content, "%+v %s\n", l, r.Submission.Lines[i].Status)
	}
	claims := make([]string, len(r.Claims))
	for i, c := range r.Claims {
		claims[i] = fmt.Sprintln(c.Entry.ID, c.Entry.Version, c.Stamp.Line)
	}
	slices.Sort(claims)
	return domain.Digest(content.String() + strings.Join(claims, ""))
}
