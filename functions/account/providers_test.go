package account_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestProviders(t *testing.T) {
	api := apitest.New(t)
	api.Probe.Reset()
	items := api.Send(apitest.Request{Method: "GET", Path: "/api/auth/providers"}).Items()
	if len(items) != 2 || items[0]["id"] != "password" || items[0]["kind"] != "password" || items[0]["enabled"] != true ||
		items[1]["id"] != "external" || items[1]["kind"] != "oidc" || items[1]["enabled"] != false {
		t.Errorf("providers %v", items)
	}
	if calls := api.Probe.Snapshot().Calls; len(calls) != 0 {
		t.Errorf("calls %v, want none", calls)
	}
}
