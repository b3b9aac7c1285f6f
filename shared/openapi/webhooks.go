package openapi

import (
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"stint/shared/domain/feed"
)

// eventRecord is how the data of events shows a kind of record.
type eventRecord struct {
	title  string // the schema of such an event begins with it: EntryWebhook
	schema string // of the record
	sample string // the route whose sample answer is such a record, or a list of them
}

// eventRecords are the records that events show, by their kind.
var eventRecords = map[feed.ChangeType]eventRecord{
	feed.ChangeEntry:         {"Entry", "Entry", "entries.get"},
	feed.ChangeClient:        {"Customer", "Customer", "clients.get"},
	feed.ChangeProject:       {"Project", "Project", "projects.get"},
	feed.ChangeProjectMember: {"ProjectMember", "ProjectMember", "projects.members.list"},
	feed.ChangeTask:          {"Task", "Task", "tasks.get"},
	feed.ChangeTag:           {"Tag", "Tag", "tags.list"},
	feed.ChangeMember:        {"Member", "WorkspaceMember", "members.list"},
	feed.ChangeSubmission:    {"Submission", "Submission", "submissions.get"},
	feed.ChangeWorkspace:     {"Workspace", "Workspace", "workspaces.get"},
}

// webhooks describes the requests that webhooks send, by the name of the event. It is empty for a document
// without the change feed.
func (b *builder) webhooks() Map[*PathItem] {
	if _, hasFeed := b.schemas.Get("Change"); !hasFeed {
		return nil
	}
	var all Map[*PathItem]
	for _, e := range feed.Catalogue() {
		all.add(string(e.Name), &PathItem{{"post", b.eventOperation(e)}})
	}
	return all
}

// eventOperation is the request that sends an event.
func (b *builder) eventOperation(e feed.Event) *Operation {
	body := &MediaType{Schema: &Schema{Ref: "#/components/schemas/" + b.eventSchema(e)}}
	if example := b.examples.event(e); example != nil {
		body.Example = example
	}
	return &Operation{
		OperationID: "event." + string(e.Name), Summary: string(e.Name), Description: e.Meaning, Tags: []string{"webhooks"},
		Parameters:  webhookHeaders(),
		RequestBody: &RequestBody{Required: true, Content: Map[*MediaType]{{"application/json", body}}},
		Responses: Map[*Response]{{"200", &Response{
			Description: "Any status from 200 to 299 says that the delivery has arrived. After any other one it is sent again."}}},
	}
}

// webhookHeaders are the headers of a delivery (Standard Webhooks). They stand in each operation: generators drop
// shared parameters that no path refers to.
func webhookHeaders() []*Parameter {
	header := func(name, description string, schema *Schema) *Parameter {
		return &Parameter{Name: name, In: "header", Required: true, Description: description, Schema: schema}
	}
	return []*Parameter{
		header("webhook-id", "The id of the delivery. It stays the same when the delivery is sent again.",
			&Schema{Type: Types{"string"}, Format: "uuid"}),
		header("webhook-timestamp", "When this attempt was made, in seconds since 1970. Refuse what is older than five minutes.",
			&Schema{Type: Types{"string"}, Examples: []any{"1781697661"}}),
		header("webhook-signature", "HMAC-SHA256 over id, timestamp and body, as v1, and base64. Two signatures with a space "+
			"between them for 24 hours after the secret was rotated.",
			&Schema{Type: Types{"string"}, Examples: []any{"v1,EI2GhTRl3F5t/5vPrjzd83Hzlptm3j16MKd4ZZ3Bcs8="}}),
		header("traceparent", "W3C Trace Context: continues the trace of the request that made the change, where it is known.",
			&Schema{Type: Types{"string"}, Examples: []any{"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}}),
	}
}

// addCallback says at the route that makes a webhook what its address is sent. Generators keep only schemas to which a
// path leads, and those of events are used by webhooks alone.
func addCallback(paths, webhooks Map[*PathItem]) {
	path, _ := paths.Get("/api/webhooks")
	if path == nil || len(webhooks) == 0 {
		return
	}
	create, _ := path.Get("post")
	create.Callbacks = Map[*Callback]{{"event", &Callback{PathItem{{"post", &Operation{
		OperationID: "webhooks.event", Summary: "Receive an event", Tags: create.Tags,
		Security:    openapi3.SecurityRequirements{},
		Description: "Each event that the webhook asks for is sent to its address.",
		Parameters:  webhookHeaders(),
		RequestBody: &RequestBody{Required: true, Content: Map[*MediaType]{{"application/json",
			&MediaType{Schema: &Schema{AnyOf: bodiesOf(webhooks)}, Example: bodyOf(webhooks[0]).Example}}}},
		Responses: Map[*Response]{{"2XX", &Response{Description: "The delivery has arrived."}},
			{"4XX", &Response{Description: "410 switches the webhook off. After any other one the delivery is sent again."}}},
	}}}}}}
}

// bodiesOf are the schemas of what webhooks send, each once.
func bodiesOf(webhooks Map[*PathItem]) (all []*Schema) {
	for _, event := range webhooks {
		ref := bodyOf(event).Schema.Ref
		if !slices.ContainsFunc(all, func(s *Schema) bool { return s.Ref == ref }) {
			all = append(all, &Schema{Ref: ref})
		}
	}
	return all
}

// bodyOf is the body that an event is sent in.
func bodyOf(event Member[*PathItem]) *MediaType {
	operation, _ := event.Value.Get("post")
	body, _ := operation.RequestBody.Content.Get("application/json")
	return body
}

// eventSchema makes the schema of the body with an event, and returns its name.
func (b *builder) eventSchema(e feed.Event) string {
	title, data := b.eventData(e)
	name := title + "Webhook"
	if known, made := b.schemas.Get(name); made {
		kind, _ := known.Properties.Get("type")
		kind.ExtensibleEnum = append(kind.ExtensibleEnum, string(e.Name))
		return name
	}
	kind := &Schema{Type: Types{"string"}, Description: "The name of the event.", ExtensibleEnum: []any{string(e.Name)}}
	if e.Name == feed.AuditEvents {
		kind.ExtensibleEnum, kind.Description = nil, "audit. and the action."
	}
	b.schemas.add(name, requiredObject("What a webhook is sent. With isBatch, data is a list of up to 100 events instead, "+
		"each with its id and these properties.", 4,
		property{"type", kind},
		property{"timestamp", &Schema{Type: Types{"string"}, Format: "date-time", Description: "When it happened."}},
		property{"workspace_id", &Schema{Type: Types{"string"}, Format: "uuid", Description: "The id of the workspace."}},
		property{"data", data}))
	return name
}

// eventData is the schema of the data of an event, and what names it.
func (b *builder) eventData(e feed.Event) (title string, data *Schema) {
	uuid := func(what string) *Schema {
		return &Schema{Type: Types{"string"}, Format: "uuid", Description: what}
	}
	switch e.Name {
	case feed.AuditEvents:
		return "AuditLog", refTo("AuditEvent", "The record of the audit log.")
	case feed.TestEvent:
		return "Test", b.addEventData("TestWebhookData", requiredObject("The data of a test.", 2,
			property{"webhook_id", uuid("The id of the webhook.")},
			property{"message", &Schema{Type: Types{"string"}, Description: "A sentence for people."}}))
	case feed.BudgetReached:
		return "Budget", b.addEventData("BudgetWebhookData", requiredObject("A budget that was reached.", 3,
			property{"project_id", uuid("The id of the project.")},
			property{"percent", &Schema{Type: Types{"integer"}, Format: "int64",
				Description: "What was reached of it: 80 or 100."}},
			property{"budget", refTo("Budget", "The budget, and what is used of it.")}))
	}
	record := eventRecords[e.Type]
	return record.title, b.addEventData(record.title+"WebhookData", b.changeData(e.Type, record))
}

// changeData is an item of the change feed whose record has one type. Events of submissions also have the step.
func (b *builder) changeData(kind feed.ChangeType, record eventRecord) *Schema {
	change, _ := b.schemas.Get("Change")
	data := &Schema{Type: Types{"object"}, Description: "A changed record, as in the change feed.",
		Required: slices.Clone(change.Required), Properties: slices.Clone(change.Properties)}
	for i, p := range data.Properties {
		if p.Name == "record" {
			data.Properties[i].Value = &Schema{AnyOf: []*Schema{refTo(record.schema, ""), {Type: Types{"null"}}},
				Description: "The record as it is now. null after a delete, and where it makes the delivery larger than 300 KB."}
		}
	}
	if kind == feed.ChangeSubmission {
		data.addProperty("event", refTo("SubmissionEvent", "The step in the history of the timesheet."), true)
	}
	return data
}

// addEventData makes a component of the data of events, and refers to it.
func (b *builder) addEventData(name string, data *Schema) *Schema {
	if _, made := b.schemas.Get(name); !made {
		b.schemas.add(name, data)
	}
	return refTo(name, data.Description)
}

func refTo(schema, description string) *Schema {
	return &Schema{Ref: "#/components/schemas/" + schema, Description: description}
}

// isDelete reports whether the record of an event is gone.
func isDelete(name feed.EventName) bool {
	return strings.HasSuffix(string(name), ".deleted") || name == feed.TimerDiscarded
}
