package trial

import (
	"context"
	"encoding/json"
	"maps"
	"net/url"
	"regexp"
	"strings"

	"github.com/aws/aws-lambda-go/events"

	"stint/scripts/internal/sample"
)

// eventValues is what stands in one event for what its sample made up.
type eventValues struct {
	user   *testUser
	apiKey string            // the API key, for routes of scripts
	token  string            // that was mailed
	cookie string            // of a browser; "" is none
	query  url.Values        // that comes in place of the sample's
	ids    map[string]string // as in house
}

// Fill puts what exists where an event has what its sample made up: a
// credential, ids, a token, a cookie. All else stays as it is, so that events
// that were edited are sent as they were. Some routes need the workspace in
// another state than it stands in; it is brought there.
func (tr *Trial) Fill(ctx context.Context, event *events.APIGatewayProxyRequest) error {
	p := eventValues{user: tr.fixtures.olga, apiKey: tr.fixtures.apiKey, ids: maps.Clone(tr.fixtures.ids)}
	s := &apiClient{tr: tr, ctx: ctx}
	resource := strings.Replace(event.Resource, "/api/v1/", "/api/", 1)
	if prepare := preparations[event.HTTPMethod+" "+resource]; prepare != nil {
		prepare(s, &p)
	}
	if s.err != nil {
		return s.err
	}
	p.apply(event)
	return nil
}

func (p *eventValues) apply(event *events.APIGatewayProxyRequest) {
	path := p.fillPath(event)
	event.Path, event.RequestContext.Path = path, path
	p.setPathParameters(event)
	event.Body = p.fillBody(event.Body)
	if event.QueryStringParameters["code"] == sample.Code {
		for name, values := range p.query {
			setValue(event.QueryStringParameters, event.MultiValueQueryStringParameters, name, values[0])
		}
	}
	for name, value := range event.QueryStringParameters {
		if value == sample.Token {
			setValue(event.QueryStringParameters, event.MultiValueQueryStringParameters, name, p.token)
		}
	}
	if event.Headers["Authorization"] == sample.Credential {
		credential := p.user.accessToken
		if strings.HasPrefix(event.Path, "/api/v1/") {
			credential = p.apiKey
		}
		setValue(event.Headers, event.MultiValueHeaders, "Authorization", "Bearer "+credential)
	}
	if strings.HasSuffix(event.Headers["Cookie"], "="+sample.Cookie) {
		setValue(event.Headers, event.MultiValueHeaders, "Cookie", p.cookie)
	}
}

func setValue(single map[string]string, multi map[string][]string, name, value string) {
	single[name], multi[name] = value, []string{value}
}

// fillPath is the event's, with the ids and tokens of what exists.
func (p *eventValues) fillPath(event *events.APIGatewayProxyRequest) string {
	segments := strings.Split(event.Path, "/")
	for i, segment := range segments {
		switch {
		case i > 0 && segment == sample.ID:
			segments[i] = p.ids[segments[i-1]]
		case segment == sample.Token:
			segments[i] = p.token
		}
	}
	return strings.Join(segments, "/")
}

// setPathParameters reads the path's parameters anew.
func (p *eventValues) setPathParameters(event *events.APIGatewayProxyRequest) {
	values := strings.Split(event.Path, "/")
	for i, segment := range strings.Split(event.Resource, "/") {
		if name, ok := strings.CutPrefix(segment, "{"); ok && i < len(values) {
			event.PathParameters[strings.TrimSuffix(name, "}")] = values[i]
		}
	}
}

// idSegments is which thing a property of a body is the id of.
var idSegments = map[string]string{
	"projectId": "projects", "taskId": "tasks", "clientId": "clients", "workspaceId": "workspaces", "userId": "members", "id": "entries",
}

var idProperty = regexp.MustCompile(`"(\w+)": "` + sample.ID + `"`)

func (p *eventValues) fillBody(body string) string {
	body = idProperty.ReplaceAllStringFunc(body, func(property string) string {
		name := idProperty.FindStringSubmatch(property)[1]
		id, err := json.Marshal(p.ids[idSegments[name]])
		if err != nil || idSegments[name] == "" {
			return property
		}
		return `"` + name + `": ` + string(id)
	})
	return strings.ReplaceAll(body, sample.Token, p.token)
}
