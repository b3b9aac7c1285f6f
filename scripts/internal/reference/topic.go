package reference

import (
	"slices"
	"strings"

	"stint/scripts/internal/samples"
	"stint/shared/openapi"
	"stint/shared/route"
)

// topic is a tag of the document with its operations.
type topic struct {
	topicText
	Operations []*operation
}

// call is one address of an operation.
type call struct {
	*openapi.Operation
	Method, Path string
}

// operation is what a section of the reference describes: a call, or the two calls of a route
// and its twin, which differ in the credential only.
type operation struct {
	call           // the one that is described: with an API key where there is one
	ID      string // anchor of the section: the operation id without the suffix of twins
	Session *call  // the same with a session; nil without a twin
	Samples []samples.Sample
}

// callsOf lists the calls with a tag.
func callsOf(d *openapi.Document, tag string) []call {
	var all []call
	for _, path := range d.Paths {
		for _, method := range *path.Value {
			if slices.Contains(method.Value.Tags, tag) {
				all = append(all, call{method.Value, strings.ToUpper(method.Name), path.Name})
			}
		}
	}
	return all
}

// operations joins each call with its twin.
func (s *site) operations(calls []call) []*operation {
	var all []*operation
	byID := map[string]*operation{}
	for _, c := range calls {
		id := strings.TrimSuffix(c.OperationID, route.TwinSuffix)
		o, known := byID[id]
		if !known {
			o = &operation{call: c, ID: id}
			byID[id], all = o, append(all, o)
			continue
		}
		if o.isForKeys() {
			o.Session = &c
		} else {
			session := o.call
			o.call, o.Session = c, &session
		}
	}
	for _, o := range all {
		o.Samples = s.Samples[o.OperationID]
	}
	return all
}

// isForKeys reports whether a call takes an API key.
func (c call) isForKeys() bool { return len(c.Security) > 0 && c.Security[0]["api_key"] != nil }

// Credential names the credential that a call takes.
func (c call) Credential() string {
	switch {
	case len(c.Security) == 0:
		return "No credential"
	case c.isForKeys():
		return "API key"
	case c.Security[0]["refresh_cookie"] != nil:
		return "Cookie"
	default:
		return "Session"
	}
}

// titleOf is the title of a tag that has no text: time_off is "Time off".
func titleOf(name string) string {
	return strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], "_", " ")
}
