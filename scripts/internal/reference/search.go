package reference

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"stint/shared/problem"
)

// hit is what the search can find.
type hit struct {
	Title string   `json:"t"`
	Kind  string   `json:"k"`
	Note  string   `json:"n,omitempty"` // a line below the title
	Link  string   `json:"u"`           // relative to /api/docs/
	Names []string `json:"p,omitempty"` // of properties and parameters
	Text  string   `json:"x,omitempty"`
}

// searchIndex is the index of guides, operations, errors and their reasons, and other pages. Of entries that fit a
// query equally, the first one is found first. Links are relative to the pages below the start page.
func (s *site) searchIndex() ([]byte, error) {
	var all []hit
	for _, g := range s.Guides {
		all = append(all, s.textHits("Guide", g)...)
	}
	for _, g := range s.Commands {
		all = append(all, hit{Title: g.Title, Kind: "Command", Note: g.Lead, Link: s.placeOf("", g.Page), Text: g.Text})
	}
	for _, e := range s.Events {
		all = append(all, hit{Title: e.Name, Kind: "Event", Note: e.Meaning, Link: s.placeOf("", e.Anchor())})
	}
	for _, t := range s.Topics {
		all = append(all, hit{Title: t.Title, Kind: "Topic", Link: t.Name, Text: t.Lead})
		for _, o := range t.Operations {
			all = append(all, s.operationHit(t, o))
		}
	}
	for _, g := range s.Papers {
		all = append(all, s.textHits("Page", g)...)
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(append(all, s.errorHits()...))
	return out.Bytes(), err
}

// textHits are the hits of a guide or a paper: itself and its headings.
func (s *site) textHits(kind string, g guide) []hit {
	all := []hit{{Title: g.Title, Kind: kind, Link: s.placeOf("", g.Page), Text: g.Text}}
	for _, h := range g.Headings {
		all = append(all, hit{Title: h.Text, Kind: kind, Note: g.Title, Link: s.placeOf("", h.Anchor)})
	}
	return all
}

func (s *site) operationHit(t *topic, o *operation) hit {
	names := map[string]bool{}
	for _, g := range s.parameters(o) {
		for _, p := range g.Parameters {
			names[p.Name] = true
		}
	}
	if o.RequestBody != nil {
		addNames(names, s.object(o.RequestBody.Content[0].Value.Schema))
	}
	for _, a := range answersOf(o) {
		addNames(names, s.object(a.Schema))
	}
	note := o.Method + " " + o.Path
	if o.Session != nil && o.Session.Path != o.Path {
		note += " " + o.Session.Path
	}
	return hit{
		Title: o.Summary, Kind: t.Title, Note: o.Method + " " + o.Path, Link: s.placeOf("", o.ID),
		Names: slices.Sorted(maps.Keys(names)), Text: o.ID + " " + o.Description + " " + note,
	}
}

// addNames adds the names of all properties of an object.
func addNames(names map[string]bool, o *object) {
	if o == nil {
		return
	}
	for _, p := range o.Properties {
		names[p.Name] = true
		addNames(names, p.Inner)
	}
}

func (s *site) errorHits() []hit {
	var all []hit
	for _, e := range s.Errors {
		all = append(all, hit{Title: string(e.Code), Kind: "Error", Note: strconv.Itoa(e.Status) + " " + e.Meaning,
			Link: s.placeOf("", string(e.Code))})
	}
	for _, group := range reasonGroups() {
		for _, r := range group.Reasons {
			all = append(all, hit{Title: r.Name, Kind: group.Kind, Note: r.Meaning, Link: errorsPage + "#" + group.anchorOf(r)})
		}
	}
	return all
}

// reason is a word of a problem with its meaning.
type reason struct{ Name, Meaning string }

// reasonGroup has the words that problems with one code have.
type reasonGroup struct {
	Code    problem.Code
	Title   string
	Kind    string // of the words, in the search
	Reasons []reason
}

// anchorOf is the anchor of a word: reason-<word> or field-<word>.
func (g reasonGroup) anchorOf(r reason) string {
	if g.Code == problem.CodeValidation {
		return "field-" + r.Name
	}
	return "reason-" + r.Name
}

// reasonGroups lists the reasons of conflict and forbidden, and the codes of validation.
func reasonGroups() []reasonGroup {
	conflict := reasonGroup{Code: problem.CodeConflict, Title: "Reasons", Kind: "Reason of conflict"}
	for _, r := range problem.Reasons() {
		conflict.Reasons = append(conflict.Reasons, reason{string(r.Reason), r.Meaning})
	}
	forbidden := reasonGroup{Code: problem.CodeForbidden, Title: "Reasons", Kind: "Reason of forbidden"}
	for _, d := range problem.Details() {
		forbidden.Reasons = append(forbidden.Reasons, reason{string(d), d.Meaning()})
	}
	validation := reasonGroup{Code: problem.CodeValidation, Title: "Codes of properties", Kind: "Code of validation"}
	messages := problem.FieldCodes()
	for _, code := range slices.Sorted(maps.Keys(messages)) {
		validation.Reasons = append(validation.Reasons, reason{string(code), messages[code]})
	}
	return []reasonGroup{forbidden, conflict, validation}
}
