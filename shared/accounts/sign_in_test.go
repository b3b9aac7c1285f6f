package accounts_test

import (
	"slices"
	"testing"

	"stint/shared/accounts"
	"stint/shared/auth/password"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
)

func member(w domain.ID) people.Membership {
	return people.Membership{Workspace: people.Workspace{ID: w},
		Member: people.Member{State: people.MemberActive, Role: people.RoleUser}}
}

// The workspace that was last active costs one read; the list is read only without it.
func TestOpenSessionChoosesTheActiveWorkspace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		last        domain.ID
		memberships []people.Membership
		want        domain.ID
		calls       []string
	}{
		{"the last active one", "b", []people.Membership{member("a"), member("b")}, "b", []string{"session"}},
		{"the oldest without a last one", "", []people.Membership{member("a"), member("b")}, "a",
			[]string{"memberships", "last active a", "session"}},
		{"the oldest after leaving the last one", "b", []people.Membership{member("a")}, "a",
			[]string{"memberships", "last active a", "session"}},
		{"none after leaving all", "b", nil, "", []string{"memberships", "last active ", "session"}},
		{"none for a new user", "", nil, "", []string{"memberships", "session"}},
	} {
		s := &fakeStore{memberships: c.memberships}
		withRequest(t, func(r *route.Request) {
			signedIn, err := s.service().OpenSessionBySSO(t.Context(), r, people.User{ID: "u", LastWorkspaceID: c.last},
				accounts.SSOEntry{Prepare: prepareNothing})
			if err != nil || signedIn.Session.WorkspaceID != c.want || (signedIn.Workspace != nil) != (c.want != "") ||
				!slices.Equal(s.calls, c.calls) {
				t.Errorf("%s: %q, %v after %q; want %q after %q", c.name, signedIn.Session.WorkspaceID, err, s.calls, c.want,
					c.calls)
			}
		})
	}
}

func TestAuthenticate(t *testing.T) {
	t.Parallel()
	users := map[domain.Email]people.User{
		"ada@example.com": {ID: "ada", PasswordHash: hasher.Hash("correct horse")},
		"old@example.com": {ID: "old", PasswordHash: password.New().Hash("correct horse")},
		"sso@example.com": {ID: "sso"},
	}
	limited := problem.New(problem.CodeRateLimited)
	for _, c := range []struct {
		name, address, password string
		attempts                error
		want                    string
		calls                   []string
	}{
		{"right", "ada@example.com", "correct horse", nil, "OK", nil},
		{"right, stored at another cost", "old@example.com", "correct horse", nil, "OK", []string{"rehash"}},
		{"wrong", "ada@example.com", "wrong horse", nil, "unauthorized", []string{"failed sign-in"}},
		{"no account", "bob@example.com", "correct horse", nil, "unauthorized", []string{"failed sign-in"}},
		{"no password", "sso@example.com", "", nil, "unauthorized", []string{"failed sign-in"}},
		{"no address", "ada", "correct horse", nil, "unauthorized", []string{"failed sign-in"}},
		{"too many attempts", "ada@example.com", "correct horse", limited, "rate_limited", nil},
	} {
		s := &fakeStore{users: users, attempts: c.attempts}
		_, err := s.service().Authenticate(t.Context(), c.address, c.password)
		if got := outcomeOf(err); got != c.want || !slices.Equal(s.calls, c.calls) {
			t.Errorf("%s: %s, calls %q; want %s, %q", c.name, got, s.calls, c.want, c.calls)
		}
	}
}

func TestCheckOrigin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		origin, site string
		api, form    string
	}{
		{"", "", "OK", "OK"},
		{"https://stint.example", "", "OK", "OK"},
		{"https://app.example", "", "OK", "OK"},
		{"https://evil.example", "", "forbidden", "forbidden"},
		{"https://stint.example:444", "", "forbidden", "forbidden"},
		{"http://stint.example", "", "forbidden", "forbidden"},
		{"null", "", "forbidden", "forbidden"},
		{"https://other-name.example", "same-origin", "forbidden", "OK"},
		{"https://evil.example", "cross-site", "forbidden", "forbidden"},
	} {
		withRequest(t, func(r *route.Request) {
			service := (&fakeStore{}).service()
			if api, form := outcomeOf(service.CheckOrigin(r)), outcomeOf(service.CheckFormOrigin(r)); api != c.api ||
				form != c.form {
				t.Errorf("%q, %q: %s and for a form %s; want %s, %s", c.origin, c.site, api, form, c.api, c.form)
			}
		}, "Origin", c.origin, "Sec-Fetch-Site", c.site)
	}
}

func TestAcceptInvitation(t *testing.T) {
	t.Parallel()
	conflict := problem.Conflict(problem.WriteRace, "")
	active, ended := &people.Member{UserID: "u", State: people.MemberActive}, &people.Member{UserID: "u"}
	accepted := func(m *people.Member) people.InvitationDetails {
		return people.InvitationDetails{Invitation: people.Invitation{AcceptedBy: "u"}, Member: m}
	}
	for _, c := range []struct {
		name    string
		details people.InvitationDetails
		errors  []error
		again   *people.Member
		want    string
		calls   []string
	}{
		{"open", people.InvitationDetails{}, nil, nil, "OK", []string{"accept"}},
		{"accepted before", accepted(active), nil, nil, "OK", nil},
		{"accepted before, and left since", accepted(ended), nil, nil, "not_found", nil},
		{"accepted by another request", people.InvitationDetails{}, []error{conflict}, active, "OK",
			[]string{"accept", "invitation"}},
		{"changed by another request", people.InvitationDetails{}, []error{conflict}, nil, "OK",
			[]string{"accept", "invitation", "accept"}},
		{"changed twice", people.InvitationDetails{}, []error{conflict, conflict}, nil, "conflict",
			[]string{"accept", "invitation", "accept"}},
		{"the workspace was deleted", people.InvitationDetails{}, []error{problem.NotFound()}, nil, "not_found",
			[]string{"accept"}},
	} {
		s := &fakeStore{member: c.again, errors: map[string][]error{"accept": c.errors}}
		_, _, err := s.service().AcceptInvitation(t.Context(), now, people.User{ID: "u", EmailVerified: true}, c.details)
		if got := outcomeOf(err); got != c.want || !slices.Equal(s.calls, c.calls) {
			t.Errorf("%s: %s, calls %q; want %s, %q", c.name, got, s.calls, c.want, c.calls)
		}
	}
}

var external = accounts.ExternalIdentity{Provider: "external", Subject: "s1", Email: "ada@example.com",
	EmailVerified: true}

func TestSignInExternal(t *testing.T) {
	t.Parallel()
	conflict := problem.Conflict(problem.WriteRace, "")
	unverified := external
	unverified.EmailVerified = false
	linked := people.User{ID: "u", Logins: []people.ExternalLogin{{Provider: "external", Subject: "s1"}}}
	for _, c := range []struct {
		name     string
		identity accounts.ExternalIdentity
		linked   *people.User
		holder   *people.User // of the address
		errors   []error
		signedIn bool
		want     string
		calls    []string
	}{
		{"a new user", external, nil, nil, nil, true, "OK", []string{"account"}},
		{"a linked login", external, &linked, nil, nil, true, "OK", []string{"memberships", "session"}},
		{"a login linked by another request", external, nil, &linked, nil, true, "OK", []string{"memberships", "session"}},
		{"an address with an account", external, nil, &people.User{ID: "u"}, nil, false, "OK", []string{"mail"}},
		{"an address that is not verified", unverified, nil, nil, nil, false, "OK", []string{"mail"}},
		{"one concurrent write", external, nil, nil, []error{conflict}, true, "OK", []string{"account", "account"}},
		{"concurrent writes at every try", external, nil, nil, []error{conflict, conflict, conflict}, false, "conflict",
			[]string{"account", "account", "account"}},
	} {
		s := &fakeStore{linked: c.linked, users: map[domain.Email]people.User{},
			errors: map[string][]error{"account": c.errors}}
		if c.holder != nil {
			s.users[c.identity.Email] = *c.holder
		}
		c.identity.Prepare = prepareNothing
		withRequest(t, func(r *route.Request) {
			signedIn, err := s.service().SignInExternal(t.Context(), r, c.identity)
			if got := outcomeOf(err); got != c.want || (signedIn != nil) != c.signedIn || !slices.Equal(s.calls, c.calls) {
				t.Errorf("%s: %s, %v, calls %q; want %s, %v, %q", c.name, got, signedIn, s.calls, c.want, c.signedIn, c.calls)
			}
		})
	}
}

func TestConfirmExternal(t *testing.T) {
	t.Parallel()
	conflict := problem.Conflict(problem.WriteRace, "")
	token := &people.MailedToken{UserID: "ada", Email: "ada@example.com",
		Login: &people.PendingLogin{Provider: "external", Subject: "s1"}}
	proven, unproven := people.User{ID: "ada", EmailVerified: true}, people.User{ID: "bob"}
	other := people.User{ID: "ada", EmailVerified: true,
		Logins: []people.ExternalLogin{{Provider: "external", Subject: "s2"}}}
	proved := people.User{ID: "ada", EmailVerified: true, Epoch: 1} // after the token was asked for
	waiting, squatted := proved, other
	waiting.EmailVerified, squatted.EmailVerified = false, false
	for _, c := range []struct {
		name   string
		token  *people.MailedToken
		linked *people.User
		holder *people.User // of the address
		errors map[string][]error
		want   string
		last   string // call
	}{
		{"an unknown token", nil, nil, nil, nil, "token_invalid", ""},
		{"an address without an account", token, nil, nil, nil, "OK", "account"},
		{"an address with an account", token, nil, &proven, nil, "OK", "link"},
		{"a login that is linked to the account", token, &proven, &proven, nil, "OK", "confirm"},
		{"a login of another account", token, &unproven, &proven, nil, "conflict", ""},
		{"a login of another account, no account", token, &unproven, nil, nil, "conflict", ""},
		{"an account with another login", token, nil, &other, nil, "conflict", ""},
		{"a token from before the proof of the address", token, nil, &proved, nil, "token_invalid", ""},
		{"the first proof", token, nil, &waiting, nil, "OK", "link"},
		{"the first proof, with another login before", token, nil, &squatted, nil, "OK", "link"},
		{"the first proof, with this login before", token, &squatted, &squatted, nil, "OK", "link"},
		{"one concurrent write", token, nil, &proven, map[string][]error{"link": {conflict}}, "OK", "link"},
		{"concurrent writes at every try", token, nil, &proven, map[string][]error{"link": {conflict, conflict, conflict}},
			"conflict", "link"},
	} {
		s := &fakeStore{token: c.token, linked: c.linked, users: map[domain.Email]people.User{}, errors: c.errors}
		if c.holder != nil {
			s.users["ada@example.com"] = *c.holder
		}
		withRequest(t, func(r *route.Request) {
			_, err := s.service().ConfirmExternal(t.Context(), r, accounts.ExternalConfirmation{Token: "raw",
				Prepare: prepareNothing})
			last := ""
			for _, call := range s.calls {
				if call != "memberships" {
					last = call
				}
			}
			if got := outcomeOf(err); got != c.want || last != c.last {
				t.Errorf("%s: %s, calls %q; want %s, %q", c.name, got, s.calls, c.want, c.last)
			}
		})
	}
}
