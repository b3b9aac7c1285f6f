package reports

import (
	"net/http"
	"strings"
	"time"
	"unicode"

	ics "github.com/arran4/golang-ical"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/route"
)

// feedRefresh is how often a calendar program should read a feed.
const feedRefresh = "PT1H"

// feedCalendar makes the file of a feed.
type feedCalendar struct {
	key      people.APIKey
	labels   labels
	host     string
	fallback domain.Name // of an event without any text
}

// encode makes the file of entries, newest first, and leaves out those that do not fit. Entries that did not change
// make the same bytes.
func (f feedCalendar) encode(entries []timelog.Entry) []byte {
	c := ics.NewCalendarFor("Stint")
	c.SetProductId("-//Stint//Stint//EN")
	c.SetCalscale("GREGORIAN")
	c.SetName(oneLine(string(f.key.Name)))
	c.SetXWRCalName(oneLine(string(f.key.Name)))
	c.SetRefreshInterval(feedRefresh)
	c.SetXPublishedTTL(feedRefresh)
	size := 0
	for _, e := range entries {
		v := f.event(e)
		if size += textSize(v); size > maxFeedText {
			break
		}
		c.AddVEvent(v)
	}
	return []byte(c.Serialize(ics.WithNewLine("\r\n"))) // the library would use that of the system
}

// textSize is the size of what an event says, in bytes.
func textSize(v *ics.VEvent) (size int) {
	for _, p := range v.Properties {
		size += len(p.IANAToken) + len(p.Value)
	}
	return size
}

// event shows an entry. It does not make its person busy: the time has passed.
func (f feedCalendar) event(e timelog.Entry) *ics.VEvent {
	v := ics.NewEvent(f.uid(e))
	v.SetDtStampTime(e.UpdatedAt.Time)
	v.SetCreatedTime(e.CreatedAt.Time)
	v.SetModifiedAt(e.UpdatedAt.Time)
	v.SetSequence(int(e.Version))
	v.SetStartAt(e.StartedAt.Time)
	if e.StoppedAt.Time.Truncate(time.Second).After(e.StartedAt.Time.Truncate(time.Second)) {
		v.SetEndAt(e.StoppedAt.Time) // an event without one ends as it starts, and one that ends as it starts is invalid
	}
	v.SetSummary(f.summary(e))
	if task := f.labels.taskName(e.TaskID); task != "" {
		v.SetDescription(oneLine(string(task)))
	}
	for _, id := range e.TagIDs {
		if tag := f.labels.Tags[id]; tag.Name != "" {
			v.AddCategory(oneLine(string(tag.Name)))
		}
	}
	v.SetTimeTransparency(ics.TransparencyTransparent)
	return v
}

// uid is the id of the entry. Entries of two people may have the same id, so the feed of a project adds the person.
func (f feedCalendar) uid(e timelog.Entry) string {
	id := string(e.ID)
	if f.key.Feed.ProjectID != "" {
		id += "." + string(e.UserID)
	}
	return id + "@" + f.host
}

// summary is the project and the description, or in the feed of a project the person and the description.
func (f feedCalendar) summary(e timelog.Entry) string {
	about := f.labels.Projects[e.ProjectID].Name
	if f.key.Feed.ProjectID != "" {
		about = f.labels.Users[e.UserID].DisplayName
	}
	var parts []string
	for _, part := range []string{oneLine(string(about)), oneLine(string(e.Description))} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return oneLine(string(f.fallback))
	}
	return strings.Join(parts, ": ")
}

// oneLine is a text whose line breaks and other control characters are blanks. The library escapes the rest.
func oneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text))
}

// feedFile is the file of a feed, which is left out for a program that has it.
type feedFile struct {
	content     []byte
	ifNoneMatch string
}

// typeCalendar is the media type of a feed.
const typeCalendar = "text/calendar"

// Respond sends the file, or 304 without a body. Only the program that asks may keep it, for a quarter of an hour.
func (f feedFile) Respond(w http.ResponseWriter) {
	tag := route.TagOf(f.content)
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "private, max-age=900")
	if route.MatchesTag(f.ifNoneMatch, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Type", typeCalendar+"; charset=utf-8")
	w.Header().Set("Content-Disposition", `inline; filename="stint.ics"`)
	_, _ = w.Write(f.content)
}

// Variants says that the response is an iCalendar file.
func (feedFile) Variants() []route.Variant {
	return []route.Variant{{Status: http.StatusOK, MediaType: typeCalendar}, {Status: http.StatusNotModified}}
}
