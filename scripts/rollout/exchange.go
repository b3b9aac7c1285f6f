package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"stint/internal/apiclient"
)

// kind is a kind of record that users make, change and delete.
type kind struct {
	path    string // to make one
	record  string // path of one, before its id; "" is the same
	listed  bool   // it is read in the list at path, and has no address of its own
	made    object
	changed object // nil is a kind that nobody changes
}

func (k kind) at(id string) string {
	if k.record != "" {
		return k.record + "/" + id
	}
	return k.path + "/" + id
}

// kinds are those of a workspace. name makes names that no other record has.
func kinds(workspace, project string, name func() string) []kind {
	yesterday := time.Now().UTC().AddDate(0, 0, -1).Truncate(time.Hour)
	return []kind{
		{path: "/api/clients", made: object{"name": name(), "externalId": name()}, changed: object{"name": name()}},
		{path: "/api/tags", listed: true, made: object{"name": name(), "externalId": name()},
			changed: object{"name": name()}},
		{path: "/api/projects", made: object{"name": name(), "visibility": "private", "hourlyRate": 8000,
			"budget": object{"kind": "time", "limit": 36_000}},
			changed: object{"hourlyRate": 9000}},
		{path: "/api/projects/" + project + "/tasks", record: "/api/tasks", made: object{"name": name()},
			changed: object{"name": name()}},
		{path: "/api/entries", made: object{"projectId": project, "description": name(), "externalId": name(),
			"startedAt": yesterday.Format(time.RFC3339), "stoppedAt": yesterday.Add(time.Hour).Format(time.RFC3339)},
			changed: object{"description": name()}},
		{path: "/api/webhooks", made: object{"url": "https://hooks.example.com/in", "events": []string{"tag.created"}},
			changed: object{"description": name()}},
		{path: "/api/workspaces/" + workspace + "/invitations", listed: true,
			made: object{"email": name() + "@example.com", "role": "user"}},
		{path: "/api/me/workspaces/" + workspace + "/api-keys", listed: true,
			made: object{"name": name()}},
		{path: "/api/workspaces/" + workspace + "/oauth-clients", listed: true, made: object{"name": name(),
			"redirectUris": []string{"https://app.example.com/callback"}},
			changed: object{"name": name()}},
		{path: "/api/workspaces/" + workspace + "/calendar-feeds", listed: true, made: object{"name": name()}},
	}
}

// exchange is one record on its way between two releases.
type exchange struct {
	kind
	ctx     context.Context
	token   string
	both    *releases
	id      string
	written object // the answer to the last write
}

// exchangeAll lets each release write a record of each kind, and the other one read, change and delete it.
func exchangeAll(ctx context.Context, t *team, both *releases) (done int, err error) {
	number := 0
	name := func() string { number++; return fmt.Sprintf("exchanged-%d", number) }
	owner := t.Team.Owner()
	t.SignIn(owner)
	for _, pair := range [][2]*release{{both.old, both.new}, {both.new, both.old}} {
		for _, k := range kinds(t.Team.ID, t.Team.Work[0].ProjectID, name) {
			x := &exchange{kind: k, ctx: ctx, token: owner.Token, both: both}
			if failed := x.run(pair[0], pair[1]); failed != nil {
				err = errors.Join(err, fmt.Errorf("%s, written by %s: %w", k.path, pair[0].version, failed))
				continue
			}
			done++
		}
	}
	return done, errors.Join(err, t.Err)
}

// run lets one release make the record, the other one change it, and the first one delete it.
func (x *exchange) run(first, second *release) (err error) {
	if err = x.write(first, http.MethodPost, x.path, x.made); err != nil {
		return err
	}
	x.id = apiclient.Text(x.written, "id")
	if err = x.check(); err == nil && x.changed != nil {
		if err = x.write(second, http.MethodPatch, x.at(x.id), x.changed); err == nil {
			err = x.check()
		}
	}
	if err == nil {
		err = x.write(first, http.MethodDelete, x.at(x.id), nil)
	}
	if err != nil {
		return err
	}
	return x.checkGone(second)
}

func (x *exchange) write(by *release, method, path string, body any) (err error) {
	answer, err := by.client().DoOK(x.ctx, apiclient.Call{Token: x.token, Method: method, Path: path, Body: body})
	if err == nil && len(answer.Body) > 0 {
		x.written, err = answer.Object()
	}
	return err
}

// read reads the record through a release; nil is none.
func (x *exchange) read(by *release) (object, error) {
	path := x.at(x.id)
	if x.listed {
		path = x.path
	}
	answer, err := by.client().Do(x.ctx, apiclient.Call{Token: x.token, Method: http.MethodGet, Path: path})
	if err != nil || answer.Status == http.StatusNotFound {
		return nil, err
	}
	if answer.Status != http.StatusOK {
		return nil, &apiclient.StatusError{Answer: answer}
	}
	found, err := answer.Object()
	if !x.listed || err != nil {
		return found, err
	}
	items, _ := found["items"].([]any)
	for _, item := range items {
		if record, is := item.(object); is && record["id"] == x.id && record["status"] != "revoked" {
			return record, nil
		}
	}
	return nil, nil
}

// check checks that both releases show what was written last.
func (x *exchange) check() error {
	shown := map[*release]object{}
	for _, by := range []*release{x.both.old, x.both.new} {
		record, err := x.read(by)
		if err != nil || record == nil {
			return fmt.Errorf("%s does not show it: %w", by.version, err)
		}
		if err := agree("", record, x.written); err != nil {
			return fmt.Errorf("%s shows something else than was written: %w", by.version, err)
		}
		shown[by] = record
	}
	return within("", shown[x.both.old], shown[x.both.old], shown[x.both.new])
}

func (x *exchange) checkGone(by *release) error {
	record, err := x.read(by)
	if err == nil && record != nil {
		err = fmt.Errorf("%s still shows it after it was deleted: %v", by.version, record)
	}
	return err
}
