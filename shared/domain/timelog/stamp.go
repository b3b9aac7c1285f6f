package timelog

import (
	"fmt"
	"strconv"
	"strings"

	"stint/shared/domain"
)

// Stamp names the submission, line and round that claimed an entry. A stamp alone
// does not lock the entry: Submission.LocksStamp decides that. So approving or
// rejecting a line changes the submission and none of its entries.
type Stamp struct {
	SubmissionID domain.ID
	Line         int // number of the line
	Round        int // the round that claimed the entry; every attempt has another number
}

// String is the stamp as it is stored: submission#line#round.
func (s Stamp) String() string {
	return string(s.SubmissionID) + "#" + strconv.Itoa(s.Line) + "#" + strconv.Itoa(s.Round)
}

// MarshalText writes the stamp for storage.
func (s Stamp) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (s *Stamp) UnmarshalText(text []byte) error {
	parts := strings.Split(string(text), "#")
	if len(parts) != 3 {
		return fmt.Errorf("a stamp has three parts, not %d", len(parts))
	}
	line, err := strconv.Atoi(parts[1])
	if err != nil {
		return fmt.Errorf("line of a stamp: %w", err)
	}
	round, err := strconv.Atoi(parts[2])
	if err != nil {
		return fmt.Errorf("round of a stamp: %w", err)
	}
	*s = Stamp{SubmissionID: domain.ID(parts[0]), Line: line, Round: round}
	return nil
}
