package workspaces_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/domain"
)

// Members of a workspace with networks come from these, by session and by key, and the caller cannot lock themselves
// out. Other workspaces and the account are open.
func TestAllowedNetworks(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("olga")
	member := owner.AddMember("max", "user")
	key := member.Post("/api/me/workspaces/"+owner.WorkspaceID+"/api-keys", object{"name": "k"}).OK()["token"].(string)
	from := func(ip, bearer, path string) *apitest.Answer {
		return api.Send(apitest.Request{Method: "GET", Path: path, Bearer: bearer, ClientIP: ip})
	}
	owner.Patch(workspacePath(owner), object{"allowedNetworks": []string{"198.51.100.0/24"}}).
		Invalid("allowedNetworks locks_you_out")
	set := owner.Patch(workspacePath(owner), object{"allowedNetworks": []string{"192.0.2.0/24", "2001:db8::/32"}}).OK()
	if fmt.Sprint(set["allowed_networks"]) != "[192.0.2.0/24 2001:db8::/32]" {
		t.Errorf("answered %v", set["allowed_networks"])
	}
	for ip, allowed := range map[string]bool{"192.0.2.200": true, "192.0.3.1": false, "[2001:db8:1::7]": true,
		"[2001:db9::7]": false, "[::ffff:192.0.2.7]": true} {
		for path, bearer := range map[string]string{"/api/entries": member.Token, "/api/v1/entries": key} {
			if a := from(ip, bearer, path); allowed {
				a.OK()
			} else {
				a.Denied("network_not_allowed")
			}
		}
	}
	from("192.0.3.1", member.Token, "/api/auth/me").OK()
	withheld := from("192.0.3.1", member.Token, "/api/me/export").OK()["account"].(object)["memberships"].([]any)
	if got := fmt.Sprint(withheld); len(withheld) == 0 || !strings.Contains(got, "network_not_allowed") {
		t.Errorf("the export shows %s", got)
	}
	for ip, want := range map[string]string{"192.0.3.1": "<nil>", "192.0.2.1": "[192.0.2.0/24 2001:db8::/32]"} {
		listed := from(ip, member.Token, "/api/workspaces").OK()["items"].([]any)
		if i := slices.IndexFunc(listed, func(w any) bool { return w.(object)["id"] == owner.WorkspaceID }); i < 0 ||
			fmt.Sprint(listed[i].(object)["allowed_networks"]) != want {
			t.Errorf("the list shows %v from %s", listed, ip)
		}
	}
	if err := api.Deps.Store.ClearNetworksByOperator(t.Context(), domain.ID(owner.WorkspaceID)); err != nil {
		t.Fatal(err)
	}
	from("192.0.3.1", key, "/api/v1/entries").OK()
	owner.Patch(workspacePath(owner), object{"allowedNetworks": []string{"192.0.2.0/24"}}).OK()
	owner.Patch(workspacePath(owner), object{"allowedNetworks": nil}).OK()
	if got := owner.Get(workspacePath(owner)).OK(); got["allowed_networks"] != nil {
		t.Errorf("cleared networks are %v", got["allowed_networks"])
	}
	from("192.0.3.1", member.Token, "/api/entries").OK()
}

// Networks are in their canonical form, and there are at most 50.
func TestNetworksAreChecked(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("olga")
	for _, text := range []string{"192.0.2.1/24", "192.0.2.0", "192.0.2.0/33", "::ffff:192.0.2.0/120", "example.com", ""} {
		owner.Patch(workspacePath(owner), object{"allowedNetworks": []string{text}}).
			Invalid("allowedNetworks[0] network_invalid")
	}
	many := make([]string, 51)
	for i := range many {
		many[i] = fmt.Sprintf("192.0.%d.0/24", i)
	}
	owner.Patch(workspacePath(owner), object{"allowedNetworks": many}).Invalid("allowedNetworks max_items")
	owner.Patch(workspacePath(owner), object{"allowedNetworks": []string{}}).Invalid("allowedNetworks min_items")
	owner.Post("/api/workspaces", object{"name": "Other", "allowedNetworks": []string{"198.51.100.0/24"}}).
		Invalid("allowedNetworks locks_you_out")
	owner.Post("/api/workspaces", object{"name": "Other", "allowedNetworks": many[:3]}).OK()
}
