package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/functions"
	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
	"stint/shared/store"
)

func TestMain(m *testing.M) { apitest.MainOfAll(m, functions.Families()...) }

type object = map[string]any

// restorable lets a deleted workspace be restored for 14 days.
func restorable(c *config.Config) { c.PurgeAfterDays = 14 }

// console runs commands on the table of a service.
type console struct {
	t *testing.T
	operator
	out *bytes.Buffer
}

func newConsole(t *testing.T, api *apitest.Service) console {
	return consoleThrough(t, api, testkit.Connect(t))
}

// consoleThrough runs commands through a client.
func consoleThrough(t *testing.T, api *apitest.Service, client *dynamodb.Client) console {
	out := new(bytes.Buffer)
	open := func(name string) *store.Store { return store.New(client, name, nil, api.Clock.Now) }
	return console{t, operator{
		store: open(api.Table.Name), out: out, getenv: func(string) string { return "" },
		openOther: func(_ context.Context, name string) (*store.Store, func(), error) { return open(name), func() {}, nil },
	}, out}
}

// ok runs a command that must succeed, and returns what it printed.
func (d console) ok(args ...string) string {
	d.t.Helper()
	d.out.Reset()
	if err := d.run(d.t.Context(), args); err != nil {
		d.t.Fatalf("%v: %v", args, err)
	}
	return d.out.String()
}

// fails runs a command that must fail with an error that has the text.
func (d console) fails(text string, args ...string) {
	d.t.Helper()
	d.out.Reset()
	if err := d.run(d.t.Context(), args); err == nil || !strings.Contains(err.Error(), text) {
		d.t.Errorf("%v: %v, want an error with %q", args, err, text)
	}
}

func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("it lacks %q:\n%s", part, text)
		}
	}
}

func TestWrongUsage(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	d := newConsole(t, api)
	for _, args := range [][]string{
		nil, {"account"}, {"workspace"}, {"registration", "open"}, {"users"}, {"queue"}, {"queue", "bury"},
		{"workspace", "w", "delete"}, {"workspace", "w", "export"}, {"workspace", "w", "bring-back", "t"},
		{"workspace", "w", "bring-back", "-from"}, {"workspace", "w", "restore", "-in-use"},
		{"workspace", "w", "restore", "x"},
		{"workspace", "ada@example.com", "purge"}, {"account", "a", "-from", "t"}, {"account", "a", "disable", "b"},
	} {
		d.fails("usage", args...)
	}
	d.fails("there is no account", "account", "nobody@example.com")
	d.fails("there is no account", "account", "nobody")
	d.fails("no e-mail address", "account", "no@")
	for _, args := range [][]string{nil, {"restore"}, {"purge"}, {"export", "f"},
		{"bring-back", "-from", api.Table.Name}} {
		d.fails("there is no such workspace", append([]string{"workspace", "w"}, args...)...)
	}
	contains(t, d.ok("registration"), "first account", "none is recorded", "REGISTRATION", "not set here")
	api.Register("ada")
	contains(t, d.ok("registration"), "the instance has one")
	contains(t, d.ok("queue", "list"), "GIVEN UP")
}
