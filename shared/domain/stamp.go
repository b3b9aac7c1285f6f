package domain

import (
	"fmt"
	"strconv"
	"strings"
)

// Stamp is the claim that a submission has laid on an entry. By itself it means
// nothing: whether it holds is for the submission to say (see
// Submission.Holds), so that deciding about a thousand entries changes none of
// them.
type Stamp struct {
	SubmissionID ID
	Line         int // number of the line
	Round        int // in which it was laid; unique for every attempt
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
	*s = Stamp{SubmissionID: ID(parts[0]), Line: line, Round: round}
	return nil
}
