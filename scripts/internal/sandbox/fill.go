package sandbox

import (
	"context"
	"encoding/json"
	"maps"
	"net/url"
	"regexp"
	"strings"
	"sync"

	"github.com/aws/aws-lambda-go/events"

	"stint/functions"
	"stint/scripts/internal/sample"
	"stint/scripts/internal/sampledata"
	"stint/shared/route"
)

// eventValues are the existing values that replace the made-up ones of an event.
type eventValues struct {
	user   *sampledata.Person
	apiKey string            // for routes under /api/v1, and /mcp
	token  string            // a mailed token or the token of a client link
	cookie string            // name=value; "" is none
	code   string            // of a second factor
	query  url.Values        // of an OAuth callback
	ids    map[string]string // as in fixtures

	credential map[string]any // of a passkey
}

// Fill replaces the values that a sample made up by existing ones: the credential,
// ids, tokens and cookies. It leaves all other values alone, so that an edited event
// is sent as it was edited. Some routes first need a change of the fixtures, which
// Fill makes (preparations).
func (sb *Sandbox) Fill(ctx context.Context, event *events.APIGatewayProxyRequest) error {
	v := eventValues{user: sb.fixtures.owner, apiKey: sb.fixtures.apiKey, ids: maps.Clone(sb.fixtures.ids)}
	s := sb.newClient(ctx)
	requested := event.HTTPMethod + " " + event.Resource
	if private, isTwin := privateRoutes()[requested]; isTwin {
		requested = private
	}
	if prepare := preparations[requested]; prepare != nil {
		prepare(s, &v)
	}
	if s.Err != nil {
		return s.Err
	}
	v.apply(event)
	return nil
}

// privateRoutes maps a route for API keys to the private route whose twin it is, both by
// method and path.
var privateRoutes = sync.OnceValue(func() map[string]string {
	byID := map[string]string{}
	for _, spec := range functions.Routes() {
		byID[spec.ID] = spec.Method + " " + spec.Path
	}
	all := map[string]string{}
	for id, name := range byID {
		if private, isTwin := byID[strings.TrimSuffix(id, route.TwinSuffix)]; isTwin {
			all[name] = private
		}
	}
	return all
})

func (v *eventValues) apply(event *events.APIGatewayProxyRequest) {
	path := v.fillPath(event)
	event.Path, event.RequestContext.Path = path, path
	v.setPathParameters(event)
	event.Body = v.fillCredential(v.fillBody(event.Body))
	if event.QueryStringParameters["code"] == sample.Code {
		for name, values := range v.query {
			setValue(event.QueryStringParameters, event.MultiValueQueryStringParameters, name, values[0])
		}
	}
	for name, value := range event.QueryStringParameters {
		if value == sample.Token {
			setValue(event.QueryStringParameters, event.MultiValueQueryStringParameters, name, v.token)
		}
	}
	if event.Headers["Authorization"] == sample.Credential {
		credential := v.user.Token
		if strings.HasPrefix(event.Path, "/api/v1/") || event.Path == "/mcp" {
			credential = v.apiKey
		}
		setValue(event.Headers, event.MultiValueHeaders, "Authorization", "Bearer "+credential)
	}
	if strings.HasSuffix(event.Headers["Cookie"], "="+sample.Cookie) {
		setValue(event.Headers, event.MultiValueHeaders, "Cookie", v.cookie)
	}
}

func setValue(single map[string]string, multi map[string][]string, name, value string) {
	single[name], multi[name] = value, []string{value}
}

// fillPath is the event's path with existing ids and tokens.
func (v *eventValues) fillPath(event *events.APIGatewayProxyRequest) string {
	segments := strings.Split(event.Path, "/")
	for i, segment := range segments {
		switch {
		case i > 0 && segment == sample.ID:
			segments[i] = v.ids[segments[i-1]]
		case segment == sample.Token:
			segments[i] = v.token
		}
	}
	return strings.Join(segments, "/")
}

// setPathParameters sets the path parameters from the changed path.
func (v *eventValues) setPathParameters(event *events.APIGatewayProxyRequest) {
	values := strings.Split(event.Path, "/")
	for i, segment := range strings.Split(event.Resource, "/") {
		if name, ok := strings.CutPrefix(segment, "{"); ok && i < len(values) {
			event.PathParameters[strings.TrimSuffix(name, "}")] = values[i]
		}
	}
}

// idSegments are the keys of eventValues.ids by the property of a body.
var idSegments = map[string]string{
	"projectId": "projects", "taskId": "tasks", "clientId": "clients", "workspaceId": "workspaces", "userId": "members",
	"id": "entries",
}

var idProperty = regexp.MustCompile(`"(\w+)": ?"` + sample.ID + `"`)

// fillCredential is a body with the credential of a passkey, if the event needs one.
func (v *eventValues) fillCredential(body string) string {
	var filled map[string]any
	if v.credential == nil || json.Unmarshal([]byte(body), &filled) != nil {
		return body
	}
	filled["credential"] = v.credential
	text, err := json.Marshal(filled)
	if err != nil {
		return body
	}
	return string(text)
}

func (v *eventValues) fillBody(body string) string {
	body = idProperty.ReplaceAllStringFunc(body, func(property string) string {
		name := idProperty.FindStringSubmatch(property)[1]
		id, err := json.Marshal(v.ids[idSegments[name]])
		if err != nil || idSegments[name] == "" {
			return property
		}
		return `"` + name + `": ` + string(id)
	})
	if v.code != "" {
		body = strings.ReplaceAll(body, sample.Code, v.code)
	}
	return strings.ReplaceAll(body, sample.Token, v.token)
}
