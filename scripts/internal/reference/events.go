package reference

import (
	"slices"
	"strings"

	"stint/shared/openapi"
)

// event is an event that webhooks are sent.
type event struct {
	Name, Meaning string
	Schema        string // of the body
	Payload       string // an example of the body
}

// Anchor is the anchor of an event.
func (e event) Anchor() string { return "event-" + strings.ReplaceAll(e.Name, "*", "all") }

// eventSchemas are the schemas that only events have. Their properties are on the page of the events.
func eventSchemas(d *openapi.Document, all []event) openapi.Map[*openapi.Schema] {
	return slices.DeleteFunc(slices.Clone(d.Components.Schemas), func(m openapi.Member[*openapi.Schema]) bool {
		return !slices.ContainsFunc(all, func(e event) bool { return m.Name == e.Schema || m.Name == e.Schema+"Data" })
	})
}

// eventsOf lists the events of the document.
func eventsOf(d *openapi.Document) []event {
	var all []event
	for _, item := range d.Webhooks {
		o, _ := item.Value.Get("post")
		body := o.RequestBody.Content[0].Value
		all = append(all, event{Name: item.Name, Meaning: o.Description, Schema: nameOf(body.Schema.Ref),
			Payload: exampleText(body.Example)})
	}
	return all
}
