package oauth_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"stint/shared/oauth"
	"stint/shared/secret"
)

var secrets = secret.NewLocal([]byte(strings.Repeat("m", 32)))

func newAttempt(t *testing.T) oauth.Attempt {
	t.Helper()
	a, err := oauth.NewAttempt(t.Context(), secrets)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func resumeAttempt(t *testing.T, from secret.Source, state string) oauth.Attempt {
	t.Helper()
	a, err := oauth.ResumeAttempt(t.Context(), from, state)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// pkce is the form of a verifier (RFC 7636, section 4.1).
var pkce = regexp.MustCompile(`^[A-Za-z0-9._~-]{43,128}$`)

func TestAttempts(t *testing.T) {
	t.Parallel()
	a, b := newAttempt(t), newAttempt(t)
	if !pkce.MatchString(a.Verifier) || len(a.State) != 43 || len(a.Nonce) != 43 {
		t.Errorf("attempt %+v", a)
	}
	if a.State == b.State || a.Verifier == b.Verifier || a.Nonce == b.Nonce || a.Verifier == a.Nonce ||
		a.Verifier == a.State {
		t.Error("two that should differ do not")
	}
	if again := resumeAttempt(t, secrets, a.State); again != a || again.Digest() != a.Digest() {
		t.Error("an attempt cannot be resumed")
	}
	if other := resumeAttempt(t, secret.NewLocal([]byte(strings.Repeat("o", 32))),
		a.State); other.Verifier == a.Verifier || other.Nonce == a.Nonce {
		t.Error("the data key does not matter")
	}
	for _, state := range []string{"", strings.Repeat("s", 65)} {
		if got := resumeAttempt(t, secrets, state).Digest(); got != "" {
			t.Errorf("%q could be a state: %s", state, got)
		}
	}
}

func TestBrowserIDs(t *testing.T) {
	t.Parallel()
	fresh := oauth.BrowserIDOf("")
	if len(fresh) != 43 || oauth.BrowserIDOf("") == fresh {
		t.Errorf("browser %q", fresh)
	}
	if oauth.BrowserIDOf(string(fresh)) != fresh {
		t.Error("a browser gets another cookie")
	}
	for _, sent := range []string{"x", string(fresh) + "x", strings.Repeat("é", 43), string(fresh[:42]) + ";"} {
		if string(oauth.BrowserIDOf(sent)) == sent {
			t.Errorf("%q is taken", sent)
		}
	}
	c := fresh.Cookie("/api", true)
	if !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteLaxMode || c.Path != "/api" || c.MaxAge != 600 ||
		c.Value != string(fresh) {
		t.Errorf("cookie %v", c)
	}
}

func TestClientBoundsProviderResponses(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/large":
			_, _ = io.Copy(w, io.LimitReader(endless{}, 2<<20))
		case "/fits":
			_, _ = io.Copy(w, io.LimitReader(endless{}, 1<<20-1))
		case "/moved":
			http.Redirect(w, r, "/fits", http.StatusTemporaryRedirect)
		default:
			http.Error(w, "secret", http.StatusTeapot)
		}
	}))
	t.Cleanup(server.Close)
	client := oauth.NewHTTPClient(time.Minute)
	read := func(path string) error {
		answer, err := client.Get(server.URL + path)
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		_, err = io.Copy(io.Discard, answer.Body)
		return err
	}
	if err := read("/fits"); err != nil {
		t.Error(err)
	}
	if err := read("/large"); err == nil {
		t.Error("two megabytes are read")
	}
	for path, status := range map[string]int{"/moved": 307, "/other": 418} {
		var refused *oauth.StatusError
		if err := read(path); !errors.As(err, &refused) || refused.Status != status ||
			strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", path, err)
		}
	}
	answer, err := client.Post(server.URL+"/moved", "text/plain", strings.NewReader("secret"))
	if err != nil || answer.StatusCode != 307 {
		t.Fatalf("a POST is sent on: %v", err)
	}
	answer.Body.Close()
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// What a provider or a library says never becomes part of a failure.
func TestErrorsHideSecrets(t *testing.T) {
	t.Parallel()
	const secret = "canary"
	answer := &http.Response{StatusCode: 400}
	for _, err := range []error{
		errors.New(secret), &oauth2.RetrieveError{Response: answer, Body: []byte(secret), ErrorCode: "Canary canary",
			ErrorDescription: secret},
		io.ErrUnexpectedEOF,
	} {
		if text := oauth.NewFailure("step", err).Error(); strings.Contains(strings.ToLower(text), secret) ||
			!strings.Contains(text, "step") {
			t.Errorf("failure %q", text)
		}
	}
	first := oauth.NewFailure("first", io.EOF)
	if again := oauth.NewFailure("second", first); again != first {
		t.Errorf("a failure was wrapped: %v", again)
	}
	if got := oauth.NewFailure("step", &oauth2.RetrieveError{Response: answer,
		ErrorCode: "invalid_grant"}).Error(); !strings.HasSuffix(got, "answered 400, invalid_grant") {
		t.Errorf("failure %q", got)
	}
}
