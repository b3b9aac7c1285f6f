package functions_test

import (
	"slices"
	"testing"

	"stint/functions"
	"stint/shared/auth"
	"stint/shared/route"
)

// sessionOnly are the routes about a workspace that API keys cannot reach: those about
// keys, apps and sessions, and those that end a workspace, give it away or leave it.
var sessionOnly = []string{
	"api_keys.create", "api_keys.inventory", "api_keys.list", "api_keys.revoke", "api_keys.revoke_any",
	"apps.list_all", "apps.revoke_any",
	"calendar_feeds.create", "calendar_feeds.delete", "calendar_feeds.list",
	"members.sign_out",
	"oauth_clients.change", "oauth_clients.create", "oauth_clients.delete", "oauth_clients.list",
	"oauth_clients.rotate_secret",
	"workspaces.delete", "workspaces.leave", "workspaces.restore", "workspaces.transfer",
}

// Every route about a workspace is there for sessions and for API keys, with the same method, permission and limits, or
// is in the list above. The route for API keys requires no fresh session.
func TestRoutesHaveTwinsForAPIKeys(t *testing.T) {
	t.Parallel()
	keyRoutes := map[string]route.Spec{}
	for _, spec := range functions.Routes() {
		if spec.Credential == auth.APIKey {
			keyRoutes[spec.ID] = spec
		}
	}
	var without []string
	for _, spec := range functions.Routes() {
		if rule, _ := auth.RuleOf(spec.Permission); spec.Credential != auth.Session ||
			rule.Requires != auth.RequiresWorkspace {
			continue
		}
		twin, ok := keyRoutes[spec.ID+route.TwinSuffix]
		if !ok {
			without = append(without, spec.ID)
			continue
		}
		if twin.Method != spec.Method || twin.Permission != spec.Permission || twin.Creates != spec.Creates ||
			twin.Throttle != spec.Throttle || twin.Fresh != "" {
			t.Errorf("%s and its twin differ", spec.ID)
		}
	}
	slices.Sort(without)
	if !slices.Equal(without, sessionOnly) {
		t.Errorf("without a twin: %v, want %v", without, sessionOnly)
	}
}
