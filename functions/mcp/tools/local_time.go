package tools

import (
	"time"

	"stint/shared/domain"
)

// loadZone reads the time zone and the week of the workspace once in a call.
func (c *call) loadZone() error {
	if c.zone != nil {
		return nil
	}
	w, err := run[struct {
		Timezone  string
		WeekStart domain.WeekStart `json:"week_start"`
	}](c, Request{Operation: "workspaces.get.v1"})
	if err != nil {
		return err
	}
	c.weekStart = w.WeekStart
	c.zone, err = time.LoadLocation(w.Timezone)
	return err
}

// show is a moment with the offset of the workspace's time zone, or the text as it is when it is no moment.
func (c *call) show(moment string) string {
	at, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		return moment
	}
	return at.In(c.zone).Format(time.RFC3339)
}

// localLayouts are the forms of a local time.
var localLayouts = []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04"}

// readTime reads a moment with an offset, or a local time of the workspace. Of a local time that comes twice, the first
// moment counts. "" stays "". Errors: a failure for other texts and for a local time that a change of the clocks leaves
// out.
func (c *call) readTime(field, text string) (string, error) {
	if text == "" {
		return "", nil
	}
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at.UTC().Format(time.RFC3339), nil
	}
	for _, layout := range localLayouts {
		shown, err := time.Parse(layout, text)
		if err != nil {
			continue
		}
		if all := domain.LocalMoments(shown, c.zone); len(all) > 0 {
			return all[0].UTC().Format(time.RFC3339), nil
		}
		return "", invalid(field, "date_time_invalid", "The clocks leave this local time out.")
	}
	return "", invalid(field, "date_time_invalid", "Write 2026-06-17T09:00 for local time, or add an offset.")
}

// now is the time of the request in the workspace.
func (c *call) now() string { return c.Now.In(c.zone).Format(time.RFC3339) }

// readDay is readTime for a text that may also be a day, whose start it means.
func (c *call) readDay(field, text string) (string, error) {
	var day domain.Date
	if day.ParseText(text) == "" {
		return day.StartOfDay(c.zone).String(), nil
	}
	return c.readTime(field, text)
}
