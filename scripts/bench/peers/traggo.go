package peers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"stint/internal/apiclient"
)

// traggo is https://traggo.net, GPL-3.0: a server in Go with SQLite, whose API is GraphQL. An entry is a time span, and
// its project is the value of a tag.
type traggo struct{}

// The account that is there from the start, and the password of all accounts.
const (
	traggoAdmin    = "admin"
	traggoPassword = "traggo bench password"
)

// Command implements Peer.
func (traggo) Command(ctx context.Context, b Begin) (*exec.Cmd, error) {
	command := exec.CommandContext(ctx, filepath.Join(b.Programs, "traggo", "traggo"))
	command.Env = append(os.Environ(), fmt.Sprint("TRAGGO_PORT=", b.Port), "TRAGGO_LOG_LEVEL=error",
		"TRAGGO_DATABASE_CONNECTION="+filepath.Join(b.Data, "traggo.db"),
		"TRAGGO_DEFAULT_USER_NAME="+traggoAdmin, "TRAGGO_DEFAULT_USER_PASS="+traggoPassword)
	return command, nil
}

// ReadyPath implements Peer.
func (traggo) ReadyPath() string { return "/graphql?query=%7Bversion%7Bname%7D%7D" }

// SignIn implements Peer. The administrator makes the account.
func (g traggo) SignIn(ctx context.Context, api *apiclient.Client, person int) (token string, err error) {
	admin, err := g.login(ctx, api, traggoAdmin)
	if err != nil {
		return "", err
	}
	name := fmt.Sprint("person", person)
	if _, err := g.ask(ctx, Session{api, admin}, `mutation($name: String!, $pass: String!) {
		createUser(name: $name, pass: $pass, admin: false) { id } }`,
		object{"name": name, "pass": traggoPassword}); err != nil {
		return "", err
	}
	if token, err = g.login(ctx, api, name); err != nil {
		return "", err
	}
	_, err = g.ask(ctx, Session{api, token}, `mutation { createTag(key: "project", color: "#888888") { key } }`, nil)
	return token, err
}

func (g traggo) login(ctx context.Context, api *apiclient.Client, name string) (token string, err error) {
	data, err := g.ask(ctx, Session{API: api}, `mutation($name: String!, $pass: String!) {
		login(username: $name, pass: $pass, deviceName: "bench", type: NoExpiry, cookie: false) { token } }`,
		object{"name": name, "pass": traggoPassword})
	return apiclient.Text(data, "login", "token"), err
}

// Track implements Peer. There is no operation for several time spans, so the request has one for each. They are not
// one transaction.
func (g traggo) Track(ctx context.Context, s Session, all []Entry) error {
	var each []string
	for i, e := range all {
		each = append(each, fmt.Sprintf("e%d: createTimeSpan(start: %s, end: %s, %s) { id }", i, quote(rfc3339(e.Start)),
			quote(rfc3339(e.Stop)), workOf(e)))
	}
	_, err := g.send(ctx, s, "mutation { "+strings.Join(each, "\n")+" }", nil)
	return err
}

// Requests implements Peer.
func (g traggo) Requests() map[string]Request {
	const fields = `{ timeSpans { id start end note tags { key value } } cursor { hasMore } }`
	return map[string]Request{
		"list 50": g.query(`query { timeSpans(cursor: {pageSize: 50}) ` + fields + ` }`),
		"list of a week": g.period(7, `query($from: Time!, $to: Time!) {
			timeSpans(fromInclusive: $from, toInclusive: $to, cursor: {pageSize: 100}) `+fields+` }`),
		"suggestions, search": g.query(`query { suggestTagValue(key: "project", query: "7") }`),
		"start and stop":      g.startAndStop,
		"summary of a month, own": g.period(30, `query($from: Time!, $to: Time!) {
			stats(ranges: [{start: $from, end: $to}], tags: ["project"]) { entries { key value timeSpendInSeconds } } }`),
	}
}

func (g traggo) query(text string) Request {
	return func(ctx context.Context, s Session, _ Entry) error {
		_, err := g.send(ctx, s, text, nil)
		return err
	}
}

func (g traggo) period(n int, text string) Request {
	return func(ctx context.Context, s Session, _ Entry) error {
		from, to := days(n)
		_, err := g.send(ctx, s, text, object{"from": rfc3339(from), "to": rfc3339(to)})
		return err
	}
}

func (g traggo) startAndStop(ctx context.Context, s Session, work Entry) error {
	now := quote(rfc3339(time.Now()))
	data, err := g.ask(ctx, s, fmt.Sprintf("mutation { started: createTimeSpan(start: %s, %s) { id } }", now,
		workOf(work)), nil)
	if err != nil {
		return err
	}
	started, _ := data["started"].(object)
	id, _ := started["id"].(float64)
	_, err = g.send(ctx, s, fmt.Sprintf("mutation { stopTimeSpan(id: %.0f, end: %s) { id } }", id, now), nil)
	return err
}

// ask sends a request and returns its data.
func (g traggo) ask(ctx context.Context, s Session, query string, variables object) (data object, err error) {
	answer, err := g.send(ctx, s, query, variables)
	if err != nil {
		return nil, err
	}
	in, err := answer.Object()
	data, _ = in["data"].(object)
	return data, err
}

// send sends a request. Errors: also those that traggo answers with 200, which come first.
func (traggo) send(ctx context.Context, s Session, query string, variables object) (apiclient.Answer, error) {
	answer, err := s.API.DoOK(ctx, apiclient.Call{Method: http.MethodPost, Path: "/graphql",
		Header: http.Header{"Authorization": {"traggo " + s.Token}}, Body: object{"query": query, "variables": variables}})
	if err == nil && bytes.HasPrefix(answer.Body, []byte(`{"errors"`)) {
		err = fmt.Errorf("traggo: %s", answer.Body)
	}
	return answer, err
}

// workOf are the arguments of a time span that say what was done.
func workOf(e Entry) string {
	return fmt.Sprintf(`tags: [{key: "project", value: %s}], note: %s`, quote(e.Project), quote(e.Text))
}

// quote makes a string of GraphQL, which has the form of one of JSON.
func quote(text string) string {
	quoted, _ := json.Marshal(text) // any string can be one
	return string(quoted)
}

func rfc3339(at time.Time) string { return at.UTC().Format(time.RFC3339) }
