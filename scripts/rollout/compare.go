package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"stint/internal/apiclient"
	"stint/scripts/internal/sampledata"
)

// notCompared are the beginnings of paths that say something about the release, or that begin a visit to a provider.
var notCompared = []string{"/api/v1/", "/api/health", "/api/openapi.json", "/api/docs", "/api/public/",
	"/api/auth/sso/", "/api/calendar-connections/external"}

// comparison compares what both releases show the owner of a workspace.
type comparison struct {
	ctx   context.Context
	owner *sampledata.Maker
	both  *releases
	ids   map[string]string // the first of a list, by the path of the list
}

// compareAll compares the answers of both releases to every GET of the old one's OpenAPI document.
func compareAll(ctx context.Context, owner *sampledata.Maker, both *releases) (compared int, err error) {
	owner.SignIn(owner.Team.Owner())
	c := &comparison{ctx: ctx, owner: owner, both: both, ids: map[string]string{}}
	document, err := both.old.client().Send(ctx, apiclient.Call{Method: http.MethodGet, Path: "/api/openapi.json"})
	if err = errors.Join(err, owner.Err); err != nil {
		return 0, err
	}
	paths, _ := document["paths"].(object)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		operations, _ := paths[path].(object)
		get, isGet := operations["get"].(object)
		isOther := slices.ContainsFunc(notCompared, func(beginning string) bool { return strings.HasPrefix(path, beginning) })
		if !isGet || isOther || !strings.HasPrefix(path, "/api/") {
			continue
		}
		address, ok := c.fill(path)
		if !ok {
			continue
		}
		compared++
		err = errors.Join(err, c.compare(address+queryOf(get)))
	}
	return compared, err
}

// fill fills the parameters of a path; ok is false if there is no such record.
func (c *comparison) fill(path string) (filled string, ok bool) {
	for segment := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		if strings.HasPrefix(segment, "{") {
			if segment = c.firstOf(filled); segment == "" {
				return "", false
			}
		}
		filled += "/" + segment
	}
	return filled, true
}

// firstOf is the id of the first record of a list; "" is none.
func (c *comparison) firstOf(list string) string {
	switch {
	case strings.HasSuffix(list, "/workspaces"):
		return c.owner.Team.ID
	case list == "/api/tasks":
		list = "/api/projects/" + c.firstOf("/api/projects") + "/tasks"
	}
	if id, known := c.ids[list]; known {
		return id
	}
	answer, err := c.ask(c.both.new, list)
	if err != nil {
		return ""
	}
	found, _ := answer.Object()
	if items, _ := found["items"].([]any); len(items) > 0 {
		first, _ := items[0].(object)
		c.ids[list] = apiclient.Text(first, "id")
	}
	return c.ids[list]
}

// queryOf asks for two months where a time can be chosen.
func queryOf(operation object) string {
	parameters, _ := operation["parameters"].([]any)
	for _, each := range parameters {
		if p, _ := each.(object); p["name"] == "from" && p["in"] == "query" {
			to := time.Now().UTC().Truncate(24 * time.Hour)
			from := to.AddDate(0, 0, -60)
			return "?" + url.Values{"from": {from.Format(time.RFC3339)}, "to": {to.Format(time.RFC3339)}}.Encode()
		}
	}
	return ""
}

func (c *comparison) ask(r *release, path string) (apiclient.Answer, error) {
	return r.client().Do(c.ctx, apiclient.Call{Token: c.owner.Team.Owner().Token, Method: http.MethodGet, Path: path})
}

// compare asks the old release, the new one, and the old one again.
func (c *comparison) compare(path string) error {
	var answers [3]apiclient.Answer
	for i, r := range []*release{c.both.old, c.both.new, c.both.old} {
		var err error
		if answers[i], err = c.ask(r, path); err != nil {
			return err
		}
	}
	old, now := answers[0], answers[1]
	kind := func(a apiclient.Answer) string { return fmt.Sprint(a.Status, " ", a.Header.Get("Content-Type")) }
	if kind(old) != kind(now) {
		return fmt.Errorf("%s: %s in the old release, and %s in the new one", path, kind(old), kind(now))
	}
	if old.Status != http.StatusOK || !strings.HasPrefix(old.Header.Get("Content-Type"), "application/json") {
		return nil
	}
	var shown [3]object
	for i, a := range answers {
		var err error
		if shown[i], err = a.Object(); err != nil {
			return err
		}
	}
	if err := within("", shown[0], shown[2], shown[1]); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
