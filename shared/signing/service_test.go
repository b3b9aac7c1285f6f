package signing_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/shared/auth"
	"stint/shared/auth/opaque"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/signing"
	"stint/shared/store/timesheetdb"
)

const token = "a-token"

var errStore = errors.New("the database failed")

// fakeStore keeps one client link. The writes fail with the given errors, one
// each; after a failed write the submission is what changed makes of it.
type fakeStore struct {
	details    timesheetdb.ClientLinkDetails
	signErrors []error
	change     func(*timesheets.Submission)
	writes     int
	signed     timesheets.ClientLink
}

func (f *fakeStore) ClientLinkByToken(_ context.Context, digest string) (timesheetdb.ClientLinkDetails, error) {
	if digest != opaque.TokenDigest(token) {
		return timesheetdb.ClientLinkDetails{}, problem.NotFound()
	}
	return f.details, nil
}

func (f *fakeStore) SignClientLink(_ context.Context, _ domain.ID, _, _ timesheets.Submission,
	_ timesheets.SubmissionEvent, link timesheets.ClientLink) error {
	f.writes++
	if len(f.signErrors) > 0 {
		err := f.signErrors[0]
		f.signErrors = f.signErrors[1:]
		if f.change != nil {
			f.change(&f.details.Submission)
		}
		return err
	}
	f.signed = link
	return nil
}

func (f *fakeStore) LogoFile(context.Context, people.Workspace) (*people.LogoFile, error) {
	return nil, nil
}

func newStore() *fakeStore {
	link := timesheets.ClientLink{ID: "link", Email: "Charles@example.com", Delivery: timesheets.DeliverMail}
	content := signing.NewContent(submission(), link, lines, sources()).Canonical()
	link.SHA256 = domain.Digest(content)
	return &fakeStore{details: timesheetdb.ClientLinkDetails{
		Workspace: people.Workspace{ID: "workspace"}, Submission: submission(), Link: link, Content: content,
	}}
}

// Nobody is shown a content that the digest of the link does not cover.
func TestFindLinkChecksTheDigest(t *testing.T) {
	t.Parallel()
	f := newStore()
	f.details.Content = []byte(strings.Replace(string(f.details.Content), "3600", "3601", 1))
	if _, err := (signing.Service{Store: f}).FindLink(t.Context(), token,
		now); problem.From(err).Code != problem.CodeInternal {
		t.Errorf("a changed content: %v", err)
	}
}

func TestFindLink(t *testing.T) {
	t.Parallel()
	decided := func(d timesheets.LinkDecision) func(*timesheets.Submission) {
		return func(s *timesheets.Submission) { s.Links[0].Decision = d }
	}
	for _, c := range []struct {
		name   string
		token  string
		change func(*timesheets.Submission)
		want   timesheets.LinkStatus // "" for not_found
	}{
		{"open", token, nil, timesheets.LinkOpen},
		{"approved", token, decided(timesheets.DecisionApproved), timesheets.LinkApproved},
		{"rejected", token, decided(timesheets.DecisionRejected), timesheets.LinkRejected},
		{"an unknown token", "another", nil, ""},
		{"expired", token, func(s *timesheets.Submission) { s.Links[0].ExpiresAt = now }, ""},
		{"revoked", token, func(s *timesheets.Submission) { s.Links[0].Revoked = true }, ""},
		{"void", token, func(s *timesheets.Submission) { s.Reopens++ }, ""},
		{"not a link of the submission", token, func(s *timesheets.Submission) { s.Links = nil }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := newStore()
			if c.change != nil {
				c.change(&f.details.Submission)
			}
			got, err := signing.Service{Store: f}.FindLink(t.Context(), c.token, now)
			if c.want == "" {
				if !problem.Is(err, problem.CodeNotFound) {
					t.Errorf("%v, %v; want not_found", got.Status, err)
				}
				return
			}
			if err != nil || got.Status != c.want || got.Content.PersonName != "Ada" {
				t.Errorf("%+v, %v; want %s", got, err, c.want)
			}
		})
	}
}

func TestDecide(t *testing.T) {
	t.Parallel()
	conflict := problem.Conflict(problem.WriteRace, "changed")
	conflicts := func(n int) []error { return slices.Repeat([]error{conflict}, n) }
	for _, c := range []struct {
		name       string
		errs       []error
		change     func(*timesheets.Submission)
		wantWrites int
		wantCode   problem.Code // "" for a signature
	}{
		{"at once", nil, nil, 1, ""},
		{"the submission changed", conflicts(1), nil, 2, ""},
		{"the last try succeeds", conflicts(4), nil, 5, ""},
		{"every try fails", conflicts(5), nil, 5, problem.CodeConflict},
		{"another error", []error{errStore}, nil, 1, problem.CodeInternal},
		{"another decision was first", conflicts(1),
			func(s *timesheets.Submission) { s.Links[0].Decision = timesheets.DecisionApproved }, 1, problem.CodeConflict},
		{"the link was revoked", conflicts(1), func(s *timesheets.Submission) { s.Links[0].Revoked = true }, 1,
			problem.CodeNotFound},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := newStore()
			f.signErrors, f.change = c.errs, c.change
			signature, err := decide(t, f)
			if f.writes != c.wantWrites {
				t.Errorf("%d writes, want %d", f.writes, c.wantWrites)
			}
			if c.wantCode != "" {
				if problem.From(err).Code != c.wantCode {
					t.Errorf("error %v, want %s", err, c.wantCode)
				}
				return
			}
			if err != nil || f.signed.Signature == nil || *f.signed.Signature != signature {
				t.Fatalf("%v, signed %+v", err, f.signed)
			}
			want := timesheets.Signature{
				Decision: timesheets.DecisionRejected, Name: "Charles", Email: "charles@example.com", At: now,
				UserAgent: strings.Repeat("u", timesheets.MaxUserAgent), SHA256: newStore().details.Link.SHA256,
				Evidence: timesheets.MailedLink, EmailMatches: true,
			}
			if signature != want {
				t.Errorf("signature %+v\nwant %+v", signature, want)
			}
		})
	}
}

// Family has one operation, which decides on the link of a fake store.
type Family struct {
	service   signing.Service
	signature timesheets.Signature
	err       error
}

func (f *Family) decide(ctx context.Context, c *route.Call[struct{}]) (struct{}, error) {
	found, err := f.service.FindLink(ctx, token, c.Now)
	if err != nil {
		return struct{}{}, err
	}
	f.signature, f.err = f.service.Decide(ctx, c.Request, token, found,
		signing.Decision{Decision: timesheets.DecisionRejected, Name: "Charles", Email: "charles@example.com"})
	return struct{}{}, nil
}

// decide sends a request through a route, because only a route makes requests.
func decide(t *testing.T, s *fakeStore) (timesheets.Signature, error) {
	t.Helper()
	f := &Family{service: signing.Service{Store: s}}
	spec := route.Spec{ID: "links.decide", Method: "GET", Path: "/decide", Credential: auth.Public,
		Permission: auth.Everyone, Summary: "s", Op: route.Op((*Family).decide)}
	server := &route.Server{Now: func() time.Time { return now.Time }, MaxBody: 1}
	request := httptest.NewRequest("GET", "/decide", nil)
	request.Header.Set("User-Agent", strings.Repeat("u", timesheets.MaxUserAgent+1))
	server.Handler(f, []route.Spec{spec}).ServeHTTP(httptest.NewRecorder(), request)
	return f.signature, f.err
}
