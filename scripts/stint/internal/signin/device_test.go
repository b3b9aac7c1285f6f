package signin_test

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stint/scripts/stint/internal/signin"
	"stint/shared/client"
)

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func answer(status int, body string) *http.Response {
	return &http.Response{StatusCode: status, Status: http.StatusText(status), Body: io.NopCloser(strings.NewReader(body)),
		Header: http.Header{"Content-Type": {"application/json"}}}
}

const address = "https://time.example.com"

var server = signin.Server{Issuer: address, TokenURL: address + "/oauth/token",
	DeviceURL: address + "/oauth/device_code", RevokeURL: address + "/oauth/revoke"}

const code = `{"device_code":"d","user_code":"WDJB-MJHT","verification_uri":"https://time.example.com/oauth/device",` +
	`"verification_uri_complete":"https://time.example.com/oauth/device?user_code=WDJB-MJHT","expires_in":900,` +
	`"interval":5}`

// waits signs in at a server that gives answers to the questions of the device, and returns when they came.
func waits(t *testing.T, answers ...any) (polls []time.Duration, err error) {
	t.Helper()
	began := time.Now()
	h := &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		if r.URL.Path == "/oauth/device_code" {
			return answer(http.StatusOK, code), nil
		}
		polls = append(polls, time.Since(began))
		next := answers[min(len(polls), len(answers))-1]
		if err, failed := next.(error); failed {
			return nil, err
		}
		if text := next.(string); strings.HasPrefix(text, "{") {
			return answer(http.StatusOK, text), nil
		} else if text == "unavailable" {
			return answer(http.StatusServiceUnavailable, `{"status":503}`), nil
		} else {
			return answer(http.StatusBadRequest, `{"error":"`+text+`"}`), nil
		}
	})}
	c, err := signin.Begin(t.Context(), h, server, "full")
	if err == nil {
		_, err = c.Wait(t.Context(), h)
	}
	return polls, err
}

const token = `{"access_token":"a","token_type":"Bearer","expires_in":900,"refresh_token":"r","scope":"full offline_access"}`

// The device asks in the interval of the server, less often when it is told so, and again when an answer is lost.
func TestADeviceWaits(t *testing.T) {
	t.Parallel()
	lost := errors.New("the connection broke")
	for _, c := range []struct {
		answers []any
		polls   []time.Duration // in seconds
	}{
		{[]any{"authorization_pending", "authorization_pending", token}, []time.Duration{5, 10, 15}},
		{[]any{"slow_down", "authorization_pending", token}, []time.Duration{5, 15, 25}},
		{[]any{lost, "unavailable", token}, []time.Duration{5, 10, 15}},
	} {
		synctest.Test(t, func(t *testing.T) {
			polls, err := waits(t, c.answers...)
			for i := range polls {
				polls[i] /= time.Second
			}
			if err != nil || !slices.Equal(polls, c.polls) {
				t.Errorf("%v: it polls after %d, want %d: %v", c.answers, polls, c.polls, err)
			}
		})
	}
}

func TestADeviceGivesUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		polls, err := waits(t, "authorization_pending")
		if !errors.Is(err, signin.ErrTooLate) || polls[len(polls)-1] > 15*time.Minute {
			t.Errorf("%v, it polls last after %s", err, polls[len(polls)-1])
		}
		if _, err := waits(t, "access_denied"); !errors.Is(err, signin.ErrRefused) {
			t.Error(err)
		}
		var refused *signin.RefusedError
		if _, err := waits(t, "invalid_client"); !errors.As(err, &refused) {
			t.Error(err)
		}
		if _, err := waits(t, strings.Replace(token, `"refresh_token":"r",`, "", 1)); !errors.As(err, &refused) {
			t.Error(err)
		}
	})
}

// A page that is not the service's is not opened: it may start any program.
func TestThePageIsThatOfTheService(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"https://time.example.com.evil.example/x", "file:///etc/passwd", "calc:"} {
		h := &http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
			return answer(http.StatusOK, strings.Replace(code, address+"/oauth/device?", page+"?", 1)), nil
		})}
		var none *signin.NoServiceError
		if _, err := signin.Begin(t.Context(), h, server, "full"); !errors.As(err, &none) {
			t.Errorf("%s: %v", page, err)
		}
	}
}

// An answer without a code, or with times that make no sense, is refused before anybody waits.
func TestCodesOfNoUseAreRefused(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		strings.Replace(code, `"expires_in"`, `"expires"`, 1), strings.Replace(code, `"user_code"`, `"user"`, 1),
		strings.Replace(code, `"device_code"`, `"device"`, 1), strings.Replace(code, `"interval":5`, `"interval":-1`, 1),
		strings.Replace(code, `"interval":5`, `"interval":100000`, 1),
	} {
		h := &http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
			return answer(http.StatusOK, body), nil
		})}
		var refused *signin.RefusedError
		if _, err := signin.Begin(t.Context(), h, server, "full"); body == code || !errors.As(err, &refused) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// metadata of a server at an address, with endpoints below another.
func metadata(issuer, endpoints string) string {
	return `{"issuer":"` + issuer + `","token_endpoint":"` + endpoints + `/t","device_authorization_endpoint":"` + endpoints +
		`/d","revocation_endpoint":"` + endpoints + `/r"}`
}

// Metadata are below the path of a service or before it, and are believed about that service alone.
func TestDiscover(t *testing.T) {
	t.Parallel()
	const below = "https://x.example.com/prod"
	const place, a, b = "/.well-known/oauth-authorization-server", "https://a.example.com", "https://b.example.com"
	places := map[string]string{
		a + place: metadata(a, a), "https://x.example.com" + place + "/prod": metadata(below, below),
		b + place: metadata(b, "https://c.example.com"), "https://d.example.com" + place: metadata(a, a),
	}
	h := &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		if text, ok := places[r.URL.String()]; ok {
			return answer(http.StatusOK, text), nil
		}
		if r.URL.Host == "lost.example.com" {
			return nil, errors.New("no such host")
		}
		return answer(http.StatusNotFound, "{}"), nil
	})}
	for given, want := range map[string]string{a: a, a + "/api/v1//": a, below + "/": below, below + "/api": below} {
		if got, err := signin.Discover(t.Context(), h, given); err != nil || got.Issuer != want {
			t.Errorf("%s is %q, %v, want %q", given, got.Issuer, err, want)
		}
	}
	var none *signin.NoServiceError
	var other *signin.OtherNameError
	var lost *client.UnreachableError
	_, err := signin.Discover(t.Context(), h, b)
	if !errors.As(err, &none) {
		t.Errorf("endpoints elsewhere: %v", err)
	}
	if _, err = signin.Discover(t.Context(), h, "https://d.example.com"); !errors.As(err, &other) {
		t.Errorf("another name: %v", err)
	}
	if _, err = signin.Discover(t.Context(), h, "https://e.example.com/api"); !errors.As(err, &none) {
		t.Errorf("no service: %v", err)
	}
	if _, err = signin.Discover(t.Context(), h, "https://lost.example.com"); !errors.As(err, &lost) {
		t.Errorf("no network: %v", err)
	}
}
