package main

import (
	"bytes"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/store"
)

type object = map[string]any

// restorable lets a deleted workspace be restored for 14 days.
func restorable(c *config.Config) { c.PurgeAfterDays = 14 }

// console runs commands on the table of a service.
type console struct {
	t *testing.T
	operator
	out *bytes.Buffer
}

func newConsole(t *testing.T, h *apitest.Service) console {
	client, out := testkit.Connect(t), new(bytes.Buffer)
	open := func(name string) *store.Store { return store.New(client, name, nil, h.Clock.Now) }
	return console{t, operator{
		store: open(h.Table.Name), openTable: open, out: out, getenv: func(string) string { return "" },
		now: func() domain.Instant { return domain.InstantOf(h.Clock.Now()) },
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
	h := apitest.New(t)
	d := newConsole(t, h)
	for _, args := range [][]string{
		nil, {"account"}, {"workspace"}, {"registration", "open"}, {"users"}, {"queue"}, {"queue", "bury"},
		{"workspace", "w", "delete"}, {"workspace", "w", "export"}, {"workspace", "w", "bring-back", "t"},
	} {
		d.fails("usage", args...)
	}
	d.fails("there is no account", "account", "nobody@example.com")
	d.fails("there is no account", "account", "nobody")
	d.fails("no e-mail address", "account", "no@")
	for _, args := range [][]string{nil, {"restore"}, {"purge"}, {"export", "f"}, {"bring-back", "-from", h.Table.Name}} {
		d.fails("there is no such workspace", append([]string{"workspace", "w"}, args...)...)
	}
	contains(t, d.ok("registration"), "REGISTRATION", "not set here")
	contains(t, d.ok("queue", "list"), "GIVEN UP")
}
