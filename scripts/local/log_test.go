package main

import (
	"fmt"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"stint/internal/apiclient"
	"stint/internal/testkit"
)

// With LOG=debug the log explains refusals. It contains nothing that callers sent.
func TestDebugLogOfTheHomeServer(t *testing.T) {
	t.Parallel()
	debug := refusals(t, "LOG=debug")
	for _, want := range []string{
		`"reason":"unauthorized"`, `"reason":"malformed_request (`, `"code":"not_found"`, `"correlation_id":"find-me"`,
	} {
		if !strings.Contains(debug, want) {
			t.Errorf("the log lacks %s:\n%s", want, debug)
		}
	}
	if quiet := refusals(t, "LOG="); quiet != "" {
		t.Errorf("without LOG the home server prints\n%s", quiet)
	}
}

// refusals returns what a home server logs while it refuses requests with secrets. The
// test fails if a secret is in the log.
func refusals(t *testing.T, settings ...string) string {
	t.Helper()
	s := start(t, append(settings, "STINT_DATA=:memory:", fmt.Sprint("PORT=", testkit.FreePort(t)))...)
	token := s.register("ada")
	for _, r := range []struct{ bearer, method, path, body string }{
		{"secret-token", "GET", "/api/auth/me", ""},
		{token, "POST", "/api/clients", `{"name":"secret-name"`},
		{token, "POST", "/api/clients", `{"name":17,"secret-name":1}`},
		{"", "POST", "/api/auth/login", `{"email":"secret-ada@example.com","password":"secret-password"}`},
		{"", "GET", "/api/invitations/secret-token?q=secret-query", ""},
		{"", "GET", "/secret-path", ""},
	} {
		answer, err := (&apiclient.Client{Address: s.url}).Do(t.Context(), apiclient.Call{
			Method: r.method, Path: r.path, Token: r.bearer, Body: []byte(r.body),
			Header: http.Header{"X-Correlation-Id": {"find-me"}},
		})
		if err != nil || answer.Status < 400 || answer.Status > 499 {
			t.Errorf("%s %s: %d, %v, want a refusal", r.method, r.path, answer.Status, err)
		}
	}
	s.stop()
	logs := s.output.String()
	for _, secret := range []string{"secret", "example.com", token, "correct horse"} {
		if strings.Contains(logs, secret) {
			t.Errorf("%q is in the log:\n%s", secret, logs)
		}
	}
	return logs
}

func TestLogLevels(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "WARN", "debug": "DEBUG", "Info": "INFO", "error": "ERROR"} {
		if level, err := parseLogLevel(text); err != nil || level.String() != want {
			t.Errorf("LOG=%s: %v, %v, want %s", text, level, err, want)
		}
	}
	if _, err := parseLogLevel("loud"); err == nil || !strings.Contains(err.Error(), "LOG=loud") {
		t.Errorf("LOG=loud: error %v", err)
	}
}

// stop ends the server and waits until its output is complete.
func (s *server) stop() {
	s.t.Helper()
	if err := s.command.Process.Signal(syscall.SIGINT); err != nil {
		s.t.Fatal(err)
	}
	if err := s.command.Wait(); err != nil {
		s.t.Errorf("%v\n%s", err, s.output)
	}
}
