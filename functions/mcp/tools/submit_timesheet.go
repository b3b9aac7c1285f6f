package tools

import (
	"net/url"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
)

var submitTimesheet = declaration{"submit_timesheet", "Submit a timesheet",
	"Submits the person's own time of a period for approval, which locks it. Where lines of a timesheet of the period were " +
		"rejected, it submits their time again, as it is now. First call it with preview, show the person what would be " +
		"submitted, and call again with the fingerprint.", destroys}

type submitInput struct {
	Period      string `json:"period,omitempty" jsonschema:"last week, if absent; this or last week or month, or 2026-06-15; at most 31 days"`
	Note        string `json:"note,omitempty" jsonschema:"for those who approve; only for a new timesheet"`
	Preview     bool   `json:"preview,omitempty" jsonschema:"true: only show what would be submitted, and answer a fingerprint"`
	Fingerprint string `json:"fingerprint,omitempty" jsonschema:"of the preview of the same call"`
}

// Submitted says what submitting did.
type Submitted struct {
	Status    string    `json:"status" jsonschema:"submitted or preview"`
	Action    string    `json:"action" jsonschema:"submit: a new timesheet; resubmit: rejected lines of one that is there"`
	Timesheet Timesheet `json:"timesheet" jsonschema:"as it is, or in a preview as it would be"`
	Preview
}

// submitting is an action on a period or on a timesheet.
type submitting struct {
	act
	request Request
}

func (c *call) submitTimesheet(in submitInput) (Submitted, error) {
	if err := c.loadZone(); err != nil {
		return Submitted{}, err
	}
	days, err := c.readPeriod(orWords(in.Period, "last week"))
	if err != nil {
		return Submitted{}, err
	}
	what, err := c.submitting(in, days)
	if err != nil {
		return Submitted{}, err
	}
	if in.Preview {
		return c.previewSubmit(what)
	}
	digest, err := c.stateOf(what.act, in.Fingerprint)
	if err != nil {
		return Submitted{}, err
	}
	what.request.Query = url.Values{"contentDigest": {digest}}
	sent, err := run[sentTimesheet](c, what.request)
	if err != nil {
		return Submitted{}, explainStale(err)
	}
	return c.submitted("submitted", what, sent, Preview{})
}

// submitting decides what to submit: the rejected lines of a timesheet that has a day of the period, or the period.
func (c *call) submitting(in submitInput, days domain.DaySpan) (submitting, error) {
	me, err := c.identity()
	if err != nil {
		return submitting{}, err
	}
	all, err := c.submissionsOf(me.User.ID, days)
	if err != nil {
		return submitting{}, err
	}
	for _, s := range all {
		if s.Status == string(timesheets.Rejected) || s.Status == string(timesheets.PartiallyRejected) {
			if in.Note != "" {
				return submitting{}, invalid("note", "text_not_allowed", "Rejected lines of a timesheet are submitted again "+
					"without a new note.")
			}
			return submitting{act{"resubmit", []string{s.ID}},
				Request{Operation: "submissions.resubmit.v1", IDs: []string{s.ID}}}, nil
		}
	}
	body := map[string]any{"periodStart": days.First, "periodEnd": days.Last}
	if in.Note != "" {
		body["note"] = in.Note
	}
	return submitting{act{"submit", []string{string(days.First), string(days.Last), in.Note}},
		Request{Operation: "submissions.create.v1", Body: body}}, nil
}

// previewSubmit shows what would be submitted.
func (c *call) previewSubmit(what submitting) (Submitted, error) {
	what.request.Query = url.Values{"dryRun": {"true"}}
	sent, err := run[struct {
		sentTimesheet
		ContentDigest string `json:"content_digest"`
	}](c, what.request)
	if err != nil {
		return Submitted{}, err
	}
	preview, err := c.fingerprint(what.act, sent.ContentDigest)
	if err != nil {
		return Submitted{}, err
	}
	return c.submitted("preview", what, sent.sentTimesheet, preview)
}

// submitted shows the timesheet. One that is not there yet has no id and no version.
func (c *call) submitted(status string, what submitting, sent sentTimesheet, p Preview) (Submitted, error) {
	me, err := c.identity()
	if err != nil {
		return Submitted{}, err
	}
	c.names[me.User.ID] = &Text{me.User.Name}
	if status == "preview" && what.action == "submit" {
		sent.ID, sent.Version = "", 0
		for i := range sent.Lines {
			sent.Lines[i].ID = ""
		}
	}
	return Submitted{Status: status, Action: what.action, Timesheet: c.timesheet(sent), Preview: p}, nil
}
