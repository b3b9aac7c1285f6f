package tools

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stint/shared/domain"
	"stint/shared/problem"
)

var reviewTimesheet = declaration{"review_timesheet", "Review a timesheet",
	"Approves or rejects the lines of a timesheet that wait for a decision of the person; timesheet_status lists such " +
		"timesheets. First call it with preview, show the person the lines, and call again with the fingerprint.", destroys}

type reviewInput struct {
	ID          string   `json:"id" jsonschema:"the timesheet"`
	Action      string   `json:"action" jsonschema:"approve or reject"`
	Reason      string   `json:"reason,omitempty" jsonschema:"why it is rejected; the person who submitted reads it"`
	Lines       []string `json:"lines,omitempty" jsonschema:"the ids of these lines only; all that the person may decide on, if absent; at most 20 to reject"`
	Preview     bool     `json:"preview,omitempty" jsonschema:"true: only show what would be decided, and answer a fingerprint"`
	Fingerprint string   `json:"fingerprint,omitempty" jsonschema:"of the preview of the same call"`
}

// Reviewed says what deciding did.
type Reviewed struct {
	Status    string    `json:"status" jsonschema:"decided or preview"`
	Action    string    `json:"action"`
	Timesheet Timesheet `json:"timesheet" jsonschema:"as it is now, with its lines"`
	Lines     []string  `json:"lines" jsonschema:"the ids of the lines that were decided, or in a preview would be"`
	Preview
}

func (c *call) reviewTimesheet(in reviewInput) (Reviewed, error) {
	if err := checkReview(in); err != nil {
		return Reviewed{}, err
	}
	if err := c.loadZone(); err != nil {
		return Reviewed{}, err
	}
	act := act{"review " + in.Action, append([]string{in.ID, in.Reason}, in.Lines...)}
	state, err := "", error(nil)
	if !in.Preview {
		if state, err = c.stateOf(act, in.Fingerprint); err != nil {
			return Reviewed{}, err
		}
	}
	s, lines, err := c.readReview(in, state)
	if err != nil {
		return Reviewed{}, err
	}
	if in.Preview {
		p, err := c.fingerprint(act, stateOfReview(s, lines))
		if err != nil {
			return Reviewed{}, err
		}
		return c.reviewed("preview", in, s, lines, p)
	}
	if err := c.decide(in, s, lines); err != nil {
		return Reviewed{}, explainStale(err)
	}
	if s, err = c.submission(s.ID); err != nil {
		return Reviewed{}, err
	}
	return c.reviewed("decided", in, s, lines, Preview{})
}

// maxRejected bounds the lines of one call, because each is an operation.
const maxRejected = 20

func checkReview(in reviewInput) error {
	switch {
	case in.Action != "approve" && in.Action != "reject":
		return invalid("action", "enum_invalid", "The action is approve or reject.")
	case in.Action == "approve" && in.Reason != "":
		return invalid("reason", "text_not_allowed", "Only what is rejected has a reason.")
	case len(in.Lines) > maxRejected:
		return invalid("lines", "max_items", "One call names at most 20 lines.")
	}
	return nil
}

// stateOfReview names what a preview shows: the timesheet as it is, and the lines that the person may decide on. These
// are others once the person manages another project, which leaves the version of the timesheet as it is.
func stateOfReview(s sentTimesheet, lines []sentLine) string {
	ids := ""
	for _, l := range lines {
		ids += l.ID
	}
	return strconv.FormatInt(s.Version, 10) + "-" + domain.Digest(ids)[:32]
}

// readReview reads the timesheet and the lines to decide on. state is what a preview showed; "" is any. Errors: a
// failure where that has changed, for unknown lines, and where nothing waits for the person.
func (c *call) readReview(in reviewInput, state string) (s sentTimesheet, lines []sentLine, err error) {
	me, err := c.identity()
	if err != nil {
		return s, nil, err
	}
	if s, err = c.submission(in.ID); err != nil {
		return s, nil, err
	}
	lines = slices.DeleteFunc(c.decidable(s, me), func(l sentLine) bool {
		isNamed := slices.ContainsFunc(in.Lines, func(id string) bool { return strings.EqualFold(id, l.ID) })
		return len(in.Lines) > 0 && !isNamed
	})
	switch {
	case state != "" && state != stateOfReview(s, lines):
		return s, nil, explainStale(failure{Code: "conflict", Reason: string(problem.VersionStale)})
	case len(lines) < len(in.Lines), len(lines) == 0:
		return s, nil, failure{Code: "conflict", Reason: string(problem.NothingPending),
			Detail: "These lines do not wait for a decision of the person: they are decided, or others decide on them."}
	case in.Action == "reject" && len(lines) > maxRejected:
		return s, nil, invalid("lines", "max_items", "One call rejects at most 20 lines. Name them by their ids.")
	}
	return s, lines, nil
}

// decide decides on the lines, each on condition that it is as it was shown: all at once to approve the whole,
// otherwise one after the other.
func (c *call) decide(in reviewInput, s sentTimesheet, lines []sentLine) error {
	if in.Action == "approve" && len(in.Lines) == 0 {
		_, err := run[sentTimesheet](c, Request{Operation: "submissions.approve_all.v1", IDs: []string{s.ID},
			Version: s.Version})
		return err
	}
	for n, l := range lines {
		r := Request{Operation: "submissions.approve_line.v1", IDs: []string{l.ID}, Version: l.Version}
		if in.Action == "reject" {
			r.Operation, r.Body = "submissions.reject_line.v1", map[string]any{"reason": nil}
			if in.Reason != "" {
				r.Body = map[string]any{"reason": in.Reason}
			}
		}
		if _, err := run[sentLine](c, r); err != nil {
			return explainRest(err, n, len(lines))
		}
	}
	return nil
}

// explainRest says how many lines were decided before one failed.
func explainRest(err error, done, all int) error {
	f, ok := explainStale(err).(failure)
	if !ok || done == 0 {
		return err
	}
	f.Detail = fmt.Sprintf("%d of %d lines were decided before this one failed. Call with preview again for the rest. %s",
		done, all, f.Detail)
	return f
}

// reviewed shows the timesheet with the name of its person.
func (c *call) reviewed(status string, in reviewInput, s sentTimesheet, lines []sentLine, p Preview) (Reviewed, error) {
	if err := c.namePeople(s.UserID); err != nil {
		return Reviewed{}, err
	}
	out := Reviewed{Status: status, Action: in.Action, Timesheet: c.timesheet(s), Lines: []string{}, Preview: p}
	for _, l := range lines {
		out.Lines = append(out.Lines, l.ID)
	}
	return out, nil
}
