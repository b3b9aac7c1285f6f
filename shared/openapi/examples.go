package openapi

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/route"
)

// examples are the bodies of the sample events, by the id of their route.
type examples map[string]example

// example is the body of a request and of its answer; empty without one.
type example struct {
	request, answer jsontext.Value
	file, fileType  string // of a request whose body is a file that is text
	status          int
}

// addRequestTo puts the example into the description of a body.
func (e example) addRequestTo(body *RequestBody) {
	if e.request != nil {
		body.Content[0].Value.Example = e.request
	}
	if media, ok := body.Content.Get(e.fileType); ok {
		media.Example = e.file
	}
}

// readExamples reads the sample events <family>/<id>.json and <family>/<id>.answer.json.
// A file that cannot be read is no example: tests find the missing one.
func readExamples(files fs.FS) examples {
	all := examples{}
	if files == nil {
		return all
	}
	names, _ := fs.Glob(files, "*/*.json")
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			continue
		}
		id := strings.TrimSuffix(path.Base(name), ".json")
		if route, isAnswer := strings.CutSuffix(id, ".answer"); isAnswer {
			all.addAnswer(route, text)
		} else {
			all.addRequest(id, text)
		}
	}
	return all
}

func (e examples) addRequest(id string, text []byte) {
	var event struct {
		Body    string
		Headers map[string]string
	}
	if json.Unmarshal(text, &event) != nil {
		return
	}
	one := e[id]
	if json.Valid([]byte(event.Body)) {
		one.request = fillPlaceholders(event.Body)
	} else {
		one.file, one.fileType = event.Body, event.Headers["Content-Type"]
	}
	e[id] = one
}

func (e examples) addAnswer(id string, text []byte) {
	var answer struct {
		Status int
		Body   json.RawMessage
	}
	if json.Unmarshal(text, &answer) == nil && len(answer.Body) > 0 {
		one := e[id]
		one.answer, one.status = fillPlaceholders(string(answer.Body)), answer.Status
		e[id] = one
	}
}

// placeholder stands in a sample event for what is different in each run, such as <id>.
var placeholder = regexp.MustCompile(`<([A-Za-z][A-Za-z ]*)>`)

// fillPlaceholders replaces each placeholder by a value of its format. The same placeholder
// always has the same value.
func fillPlaceholders(text string) jsontext.Value {
	return jsontext.Value(placeholder.ReplaceAllStringFunc(text, func(found string) string {
		switch name := strings.Trim(found, "<>"); name {
		case "token":
			return "qT3vX9bLm2RkY7wZ0aHcJ5dNf8sPuE1gKiVxQoB4tCM"
		case "last four":
			return "k7Qx"
		case "provider", "calendars":
			return "https://" + name + ".example"
		default:
			return exampleID(name)
		}
	}))
}

// exampleID is a UUID of version 7 that follows from a name.
func exampleID(name string) string {
	digits := fmt.Sprintf("%x", sha256.Sum256([]byte(name)))
	return "01980b5c-" + digits[:4] + "-7" + digits[4:7] + "-8" + digits[7:10] + "-" + digits[10:22]
}

// otherAnswers are examples of answers whose sample event has no body, because it is a file
// or too long.
var otherAnswers = map[string]any{
	"meta.openapi":   jsontext.Value(`{"openapi":"3.1.1","info":{"title":"Stint","version":"v1"},"paths":{}}`),
	"meta.docs":      "<!doctype html><title>Stint API reference</title>",
	"meta.docs_page": "<!doctype html><title>Timers · Stint API</title>",
	"meta.llms": "# Stint API\n\n- [Timers](api/docs/timers.md): Start, switch and stop the one timer that a person may have " +
		"running in a workspace.\n",
	"meta.security_txt": "Contact: mailto:security@example.com\nExpires: 2026-07-17T00:00:00Z\nPreferred-Languages: " +
		"en\nCanonical: https://stint.example/.well-known/security.txt\n",
	"calendar_feeds.read": calendarFeed,
	"entries.export":      "date,start,end_date,end,hours,seconds,user,email,client,project,task,description,tags,billable,hourly_rate,amount,currency,started_at,stopped_at,id,duration,invoice\r\n",
}

// calendarFeed is a feed with one entry.
const calendarFeed = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Stint//Stint//EN\r\nX-WR-CALNAME:Olga's time\r\n" +
	"BEGIN:VEVENT\r\nUID:01980b5c-1f00-7000-8000-000000000001@api.stint.example\r\nDTSTAMP:20260616T100000Z\r\n" +
	"DTSTART:20260616T090000Z\r\nDTEND:20260616T100000Z\r\nSUMMARY:Website: Checking the charts\r\nEND:VEVENT\r\n" +
	"END:VCALENDAR\r\n"

// addTo puts the example of a route into its operation.
func (e examples) addTo(spec route.Spec, o *Operation) {
	one := e[spec.ID]
	if o.RequestBody != nil {
		one.addRequestTo(o.RequestBody)
	}
	if spec.ID == "changes.list" || spec.ID == "changes.list"+route.TwinSuffix {
		one.answer = e.changes()
	}
	success, ok := o.Responses.Get(strconv.Itoa(one.status))
	if other, known := otherAnswers[strings.TrimSuffix(spec.ID, route.TwinSuffix)]; known && len(e) > 0 {
		success, _ = o.Responses.Get("200")
		success.Content[0].Value.Example = other
		return
	}
	if ok && len(success.Content) > 0 {
		success.Content[0].Value.Example = one.answer
	}
	id := strings.TrimSuffix(spec.ID, route.TwinSuffix)
	if (id == "reports.summary" || id == "reports.summary_job") && ok && len(e) > 0 {
		csv, _ := success.Content.Get("text/csv")
		csv.Example = summaryCSV
	}
}

// summaryCSV is the header of a summary by project in CSV.
const summaryCSV = "project,project_id,hours,seconds,billable_hours,billable_seconds,hourly_rate,amount,currency," +
	"duration\r\n"
