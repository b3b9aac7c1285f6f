// Package sample makes up requests for the routes of a table: what a caller
// might send, in the form of an API Gateway event.
package sample

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/aws/aws-lambda-go/events"
	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/accounts"
	"stint/shared/auth"
	"stint/shared/gateway"
	"stint/shared/oauth"
	"stint/shared/route"
	"stint/shared/wire"
)

// What a sample stands with where a caller would have something of their own.
const (
	ID              = "019a0000-0000-7000-8000-000000000001" // of every thing
	Token           = "SampleTokenSampleTokenSampleTokenSampleToken"
	Credential      = "Bearer SampleCredential" // the Authorization of routes that ask for one
	Cookie          = "SampleCookie"            // the value of a cookie, for routes that read one
	Code            = "SampleCode"              // of an identity provider
	sampleRequestID = "0a1b2c3d-0000-4000-8000-000000000001"
	host            = "api.stint.example"
)

// cookies are the names of those that routes read.
var cookies = map[string]string{
	"account.refresh":   accounts.RefreshCookie,
	"account.logout":    accounts.RefreshCookie,
	"sso.callback":      oauth.BrowserCookie,
	"calendar.callback": oauth.BrowserCookie,
}

// Event is a request to a route: the properties and parameters that must be
// given, and where there are none the first one or those that extraProperties names. The body is plain text, to
// be read and edited; API Gateway sends the same in base64.
func Event(spec route.Spec) (events.APIGatewayProxyRequest, error) {
	in, m := wire.Describe(spec.Op.In), newExampleMaker(spec.ID)
	r, err := http.NewRequest(spec.Method, "https://"+host+examplePath(spec)+m.query(in.Query), nil)
	if err != nil {
		return events.APIGatewayProxyRequest{}, err
	}
	r.RemoteAddr = "192.0.2.1:40000"
	r.Header.Set("User-Agent", "stint-sample")
	for _, name := range spec.Params() {
		r.SetPathValue(name, exampleParam(name))
	}
	if spec.Credential != auth.Public {
		r.Header.Set("Authorization", Credential)
	}
	if name, ok := cookies[spec.ID]; ok {
		r.Header.Set("Cookie", name+"="+Cookie)
	}
	body, err := m.body(in)
	if err != nil {
		return events.APIGatewayProxyRequest{}, err
	}
	switch {
	case in.Form:
		r.Header.Set("Content-Type", wire.FormType)
	case body != "":
		r.Header.Set("Content-Type", "application/json")
	}
	event := gateway.NewEvent(r, nil, spec.Path, sampleRequestID)
	event.Body, event.IsBase64Encoded = body, false
	return event, nil
}

func examplePath(spec route.Spec) string {
	parts := strings.Split(spec.Path, "/")
	for i, part := range parts {
		if strings.HasPrefix(part, "{") {
			parts[i] = exampleParam(strings.Trim(part, "{}"))
		}
	}
	return strings.Join(parts, "/")
}

// exampleParam is what stands for a path parameter of that name.
func exampleParam(name string) string {
	switch {
	case route.IsIDParam(name):
		return ID
	case name == "provider":
		return "external"
	case name == "code":
		return "not_found"
	}
	return Token
}

func (m exampleMaker) query(parameters []wire.Property) string {
	var properties []wire.Property
	for _, p := range parameters {
		if p.Required || slices.Contains(m.extra, p.Name) {
			properties = append(properties, p)
		}
	}
	if len(properties) == 0 {
		return ""
	}
	return "?" + m.encodeForm(properties)
}

// encodeForm writes an example of every property as queries and forms do.
func (m exampleMaker) encodeForm(properties []wire.Property) string {
	values := url.Values{}
	for _, p := range properties {
		values.Set(p.Name, strings.Trim(string(m.value(p.Name, p.Schema)), `"`))
	}
	return values.Encode()
}

func (m exampleMaker) body(in wire.Request) (string, error) {
	if !in.Body.Set {
		return "", nil
	}
	if in.Form {
		return m.encodeForm(in.Body.Value.Properties), nil
	}
	text := m.value("", in.Body.Value)
	err := text.Indent(jsontext.WithIndent("  "))
	return string(text), err
}
