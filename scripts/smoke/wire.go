package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
)

// wireChecks are about answers that need no account.
func wireChecks() []check {
	return []check{
		{"it is healthy, and its headers are there", checkHealth},
		{"an unknown path is 404", checkUnknownPath},
		{"an unknown method is 405", checkMethod},
		{"a request without a credential is 401", checkCredential},
		{"another media type is 415", checkMediaType},
		{"a body over the service's limit is 413", checkBodyLimit},
		{"a body over the gateway's limit is 413", checkGatewayLimit},
		{"the keys of tokens and the API description are there", checkDocuments},
		{"compressed documents can be read", checkCompression},
	}
}

// wantHeaders are on every answer of the service.
var wantHeaders = map[string]string{
	"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
}

func checkHealth(ctx context.Context, run *smokeRun) (string, error) {
	a, err := run.service.send(ctx, call{Method: http.MethodGet, Path: "/api/health"})
	if err != nil {
		return "", err
	}
	health, err := a.object()
	if err != nil {
		return "", err
	}
	for name, want := range wantHeaders {
		if a.Header.Get(name) != want {
			return "", fmt.Errorf("%s is %q, want %q", name, a.Header.Get(name), want)
		}
	}
	if id := a.Header.Get("X-Correlation-Id"); !strings.HasPrefix(id, "smoke-") {
		return "", fmt.Errorf("the correlation id %q is not the one sent", id)
	}
	return fmt.Sprintf("version %v", health["version"]), nil
}

// wantProblem sends a request that must be refused.
func (run *smokeRun) wantProblem(ctx context.Context, c call, status int, code string) (answer, error) {
	a, err := run.service.send(ctx, c)
	if err != nil {
		return a, err
	}
	_, err = a.problem(status, code)
	return a, err
}

func checkUnknownPath(ctx context.Context, run *smokeRun) (string, error) {
	c := call{Method: http.MethodGet, Path: "/api/no-such-path"}
	_, err := run.wantProblem(ctx, c, http.StatusNotFound, "not_found")
	return "", err
}

func checkMethod(ctx context.Context, run *smokeRun) (string, error) {
	a, err := run.wantProblem(ctx, call{Method: http.MethodPut, Path: "/api/health"}, http.StatusMethodNotAllowed,
		"method_not_allowed")
	if err == nil && a.Header.Get("Allow") == "" {
		err = fmt.Errorf("405 without Allow")
	}
	return a.Header.Get("Allow"), err
}

func checkCredential(ctx context.Context, run *smokeRun) (string, error) {
	for _, path := range []string{"/api/projects", "/api/v1/projects"} {
		if _, err := run.wantProblem(ctx, call{Method: http.MethodGet, Path: path}, http.StatusUnauthorized,
			"unauthorized"); err != nil {
			return "", err
		}
	}
	return "", nil
}

func checkMediaType(ctx context.Context, run *smokeRun) (string, error) {
	c := call{Method: http.MethodPost, Path: "/api/auth/login", Body: []byte("email=a"),
		Header: http.Header{"Content-Type": {"text/plain"}}}
	_, err := run.wantProblem(ctx, c, http.StatusUnsupportedMediaType, "unsupported_media_type")
	return "", err
}

// The limit of the service is a setting, at most the gateway's. The gateway takes 10 MB.
const (
	overServiceLimit = 4_500_001
	overGatewayLimit = 10<<20 + 1
)

func checkBodyLimit(ctx context.Context, run *smokeRun) (string, error) {
	return run.sendLarge(ctx, overServiceLimit)
}

func checkGatewayLimit(ctx context.Context, run *smokeRun) (string, error) {
	if run.local != "" {
		return run.local + " has no limit of its own", errNotTried
	}
	return run.sendLarge(ctx, overGatewayLimit)
}

func (run *smokeRun) sendLarge(ctx context.Context, size int) (string, error) {
	c := call{Method: http.MethodPost, Path: "/api/auth/login", Body: bytes.Repeat([]byte(" "), size)}
	_, err := run.wantProblem(ctx, c, http.StatusRequestEntityTooLarge, "payload_too_large")
	return fmt.Sprintf("%d bytes", size), err
}

func checkDocuments(ctx context.Context, run *smokeRun) (string, error) {
	for _, path := range []string{"/.well-known/jwks.json", "/api/openapi.json", "/errors/conflict"} {
		a, err := run.service.send(ctx, call{Method: http.MethodGet, Path: path})
		if err != nil {
			return "", err
		}
		if _, err := a.object(); err != nil {
			return "", err
		}
	}
	return "", nil
}

// ago is a time in the past, as the API takes it.
func ago(d time.Duration) string { return time.Now().UTC().Add(-d).Format(time.RFC3339) }

// day is the date that long from now, in UTC.
func day(d time.Duration) string { return time.Now().UTC().Add(d).Format(time.DateOnly) }

func newID() string { return uuid.Must(uuid.NewV7()).String() }
