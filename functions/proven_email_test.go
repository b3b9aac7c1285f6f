package functions_test

import (
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/config"
	"stint/shared/route"
)

// provenEmailRoutes are the routes that need a proven address. Two more check it
// themselves: single sign-on links a login with an optional credential, and only client
// links that are mailed need it.
var provenEmailRoutes = []string{
	"api_keys.create", "calendar.start", "calendar_feeds.create", "invitations.invite",
	"invitations.resend", "oauth_clients.change", "oauth_clients.create", "oauth_clients.rotate_secret",
	"webhooks.change", "webhooks.create", "webhooks.rotate_secret", "workspaces.create",
}

func requireVerification(c *config.Config) { c.VerificationRequired = true }

// An unproven account is refused before its body is read, and nothing else about it
// changes. Without the setting, and after the proof, it is not.
func TestUnprovenAccountsAreRefused(t *testing.T) {
	w := newWorld(t)
	strict := w.NewInstance(requireVerification)
	var declared []string
	ask := func(t *testing.T, spec route.Spec, body any) *apitest.Answer {
		path := w.pathOf(t, spec, func(_, own string) string { return own })
		return w.SendTo(strict, apitest.Request{Method: spec.Method, Path: path, Bearer: w.bearerFor(spec), Body: body})
	}
	needsProof := func(spec route.Spec) bool { return spec.NeedsProvenEmail }
	eachRoute(t, needsProof, func(t *testing.T, spec route.Spec) {
		if !strings.HasSuffix(spec.ID, route.TwinSuffix) {
			declared = append(declared, spec.ID)
		}
		ask(t, spec, "{broken").Denied("email_not_verified")
	})
	if slices.Sort(declared); !slices.Equal(declared, provenEmailRoutes) {
		t.Errorf("routes that need a proven address are %q, want %q", declared, provenEmailRoutes)
	}
	w.owner.VerifyEmail()
	eachRoute(t, needsProof, func(t *testing.T, spec route.Spec) {
		if answer := ask(t, spec, "{broken"); answer.Status == 403 {
			t.Errorf("after the proof: %s", answer.Body)
		}
	})
}

// Everything else stays open to an unproven account.
func TestUnprovenAccountsWork(t *testing.T) {
	w := newWorld(t)
	strict := w.NewInstance(requireVerification)
	for _, path := range []string{"/api/auth/me", "/api/projects", "/api/auth/api-keys", "/api/workspaces"} {
		w.SendTo(strict, apitest.Request{Method: "GET", Path: path, Bearer: w.owner.Token}).OK()
	}
	w.SendTo(strict, apitest.Request{Method: "POST", Path: "/api/projects", Bearer: w.owner.Token,
		Body: object{"name": "unproven"}}).OK()
}
