package openapi

import (
	"encoding/json"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/domain/feed"
	"stint/shared/domain/timesheets"
)

// sampleTime is when everything in the examples happens.
const sampleTime = "2026-06-17T12:00:00Z"

// record is a JSON object.
type record = map[string]json.RawMessage

// eventBody is the body of a delivery.
type eventBody struct {
	Type        feed.EventName  `json:"type"`
	Timestamp   string          `json:"timestamp"`
	WorkspaceID string          `json:"workspace_id"`
	Data        json.RawMessage `json:"data"`
}

// changeItem is an item of the change feed.
type changeItem struct {
	Type      feed.ChangeType `json:"type"`
	ID        json.RawMessage `json:"id"`
	UserID    json.RawMessage `json:"user_id"`
	ProjectID json.RawMessage `json:"project_id"`
	Change    feed.ChangeKind `json:"change"`
	ChangedAt string          `json:"changed_at"`
	Revision  string          `json:"revision"`
	Record    json.RawMessage `json:"record"`
	Event     json.RawMessage `json:"event,omitempty"`
}

// event is an example of the body that sends an event, made of the sample answers; nil without them.
func (e examples) event(of feed.Event) any {
	data := e.eventData(of)
	if data == nil {
		return nil
	}
	name := of.Name
	if name == feed.AuditEvents {
		var shown struct{ Action string }
		if json.Unmarshal(data, &shown) != nil {
			return nil
		}
		name = feed.AuditEvent(shown.Action)
	}
	return jsontext.Value(encoded(eventBody{name, sampleTime, exampleID("workspace"), data}))
}

func (e examples) eventData(of feed.Event) json.RawMessage {
	switch of.Name {
	case feed.AuditEvents:
		return e.sampleOf("audit_log.list")
	case feed.TestEvent:
		return encoded(feed.TestData{WebhookID: "01980b5c-6f0a-7d21-8a3e-2f6d0c9b4e11", Message: feed.TestMessage})
	case feed.BudgetReached:
		budget := e.sampleOf("projects.budget.get")
		if budget == nil {
			return nil
		}
		return encoded(map[string]any{"project_id": exampleID("project"), "percent": 80, "budget": budget})
	}
	item, ok := e.change(of.Type, e.sampleFor(of), isDelete(of.Name))
	if !ok {
		return nil
	}
	if step, isStep := of.Name.StepOf(); isStep {
		item.Event = e.submissionStep(step)
	}
	return encoded(item)
}

// sampleFor is the route whose answer is the record of an event.
func (e examples) sampleFor(of feed.Event) string {
	if of.Name == feed.TimerStarted || of.Name == feed.TimerUpdated {
		return "timers.edit"
	}
	if of.Name == feed.TimerStopped {
		return "timers.stop"
	}
	return eventRecords[of.Type].sample
}

// change is an item of the change feed with the answer of a route as its record.
func (e examples) change(kind feed.ChangeType, route string, isDeleted bool) (item changeItem, ok bool) {
	text := e.sampleOf(route)
	var shown record
	if text == nil || json.Unmarshal(text, &shown) != nil {
		return item, false
	}
	item = changeItem{Type: kind, ID: shown["id"], UserID: orNull(shown["user_id"]), ProjectID: json.RawMessage("null"),
		Change: feed.ChangeUpsert, ChangedAt: sampleTime, Revision: "Vq0C1r3e", Record: text}
	if item.ID == nil {
		item.ID = shown["user_id"]
	}
	if kind == feed.ChangeProjectMember {
		item.ProjectID = encoded(exampleID("project"))
	}
	if isDeleted {
		item.Change, item.Record = feed.ChangeDelete, json.RawMessage("null")
	}
	return item, true
}

// submissionStep is an example of a step in the history of a timesheet.
func (e examples) submissionStep(step timesheets.EventType) json.RawMessage {
	var shown record
	if json.Unmarshal(e.sampleOf("submissions.events"), &shown) != nil {
		return nil
	}
	shown["type"] = encoded(step)
	if strings.HasSuffix(string(step), "_rejected") {
		shown["reason"] = encoded("Two hours, surely?")
	}
	return encoded(shown)
}

// sampleOf is the sample answer of a route, or the first item of its list; nil without one.
func (e examples) sampleOf(route string) json.RawMessage {
	answer := json.RawMessage(e[route].answer)
	var list struct{ Items []json.RawMessage }
	if json.Unmarshal(answer, &list) == nil && len(list.Items) > 0 {
		return list.Items[0]
	}
	return answer
}

// changes is an example of a page of the change feed: a new entry, and a project that was deleted. The sandbox of
// the samples has none, because its clock stands still and the feed shows what is some seconds old.
func (e examples) changes() jsontext.Value {
	entry, ok := e.change(feed.ChangeEntry, "entries.get", false)
	project, both := e.change(feed.ChangeProject, "projects.get", true)
	if !ok || !both {
		return nil
	}
	return jsontext.Value(encoded(map[string]any{"items": []changeItem{entry, project},
		"next_cursor": "qT3vX9bLm2RkY7wZ0aHcJ5dNf8sPuE1g", "has_more": false}))
}

// encoded is a value as JSON.
func encoded(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // only values that encode
	}
	return text
}

func orNull(value json.RawMessage) json.RawMessage {
	if value == nil {
		return json.RawMessage("null")
	}
	return value
}
