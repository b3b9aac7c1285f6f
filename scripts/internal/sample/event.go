// Package sample makes a sample request for each route, in the form of an API
// Gateway event.
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

// Made-up values of samples. A sandbox replaces them by existing ones.
const (
	ID              = "019a0000-0000-7000-8000-000000000001" // of every record
	Token           = "SampleTokenSampleTokenSampleTokenSampleToken"
	Credential      = "Bearer SampleCredential" // the Authorization of routes that need one
	Cookie          = "SampleCookie"            // the value of every cookie
	Code            = "SampleCode"              // of a provider's callback
	sampleRequestID = "0a1b2c3d-0000-4000-8000-000000000001"
	host            = "api.stint.example"
)

// cookies are the names of the cookies that routes read.
var cookies = map[string]string{
	"account.refresh":   accounts.RefreshCookie,
	"account.logout":    accounts.RefreshCookie,
	"sso.callback":      oauth.BrowserCookie,
	"calendar.callback": oauth.BrowserCookie,
}

// ownBodies are the bodies of routes with a protocol of their own.
var ownBodies = map[string]string{
	"mcp.serve": `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"who_am_i","arguments":{}}}`,
}

// ownForms are the forms of routes with a protocol of their own, and ownQueries the queries.
var (
	ownForms = map[string]string{
		"oauth.consent":       "act=refuse",
		"oauth.decide_device": "act=sign_out",
		"oauth.token":         "grant_type=refresh_token&client_id=stint&refresh_token=" + Token,
		"oauth.revoke":        "client_id=stint&token=" + Token,
		"oauth.begin_device":  "client_id=stint&scope=time",
	}
	ownQueries = map[string]string{"oauth.authorize": authorization, "oauth.consent": authorization}
)

// authorization is the query with which an app asks for access.
const authorization = "?client_id=stint&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM" +
	"&code_challenge_method=S256&redirect_uri=http%3A%2F%2F127.0.0.1%3A49152%2Fcallback&response_type=code&scope=time&state=1"

// Event is a request to a route. It has the required parameters and properties and
// those of extraProperties. A body without any of them has its first property. The
// body is plain text, so that people can read and edit it; API Gateway sends base64.
func Event(spec route.Spec) (events.APIGatewayProxyRequest, error) {
	in, m := wire.Describe(spec.Op.In), newExampleMaker(spec.ID)
	r, err := http.NewRequest(spec.Method, "https://"+host+examplePath(spec)+m.query(in.Query)+ownQueries[spec.ID], nil)
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
	if spec.OwnProtocol {
		body = ownBodies[spec.ID] + ownForms[spec.ID]
	}
	switch {
	case in.File != nil:
		r.Header.Set("Content-Type", in.File.Types[len(in.File.Types)-1])
	case in.Form || ownForms[spec.ID] != "":
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

// exampleParam is an example of the path parameter with a name.
func exampleParam(name string) string {
	switch {
	case route.IsIDParam(name):
		return ID
	case name == "provider":
		return "external"
	case name == "code":
		return "not_found"
	case name == "page":
		return "timers"
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

// encodeForm encodes an example of every property as a query or a form. A list has one value.
func (m exampleMaker) encodeForm(properties []wire.Property) string {
	values := url.Values{}
	for _, p := range properties {
		values.Set(p.Name, strings.Trim(string(m.value(p.Name, p.Schema)), `"[]`))
	}
	return values.Encode()
}

// drawing is the example of a file: a picture as text, so that people can read it.
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18" ` +
	`fill="#0b5394"/><path d="M20 8v12l8 6" fill="none" stroke="#fff" stroke-width="4"/></svg>`

func (m exampleMaker) body(in wire.Request) (string, error) {
	if in.File != nil {
		return drawing, nil
	}
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
