package main

import (
	"slices"
	"strings"
	"testing"

	"stint/shared/config"
)

func TestProviderSettings(t *testing.T) {
	t.Parallel()
	settingsFrom(t, map[string]any{"oidcIssuer": "https://id.example.com/realm/", "oidcClientId": "stint",
		"oidcClientSecret": "kms:c2VhbGVk"})
	for name, value := range map[string]string{"oidcIssuer": "http://id.example.com", "oidcClientId": "",
		"oidcClientSecret": "canary"} {
		given := map[string]any{"oidcIssuer": "https://id.example.com", "oidcClientId": "stint",
			"oidcClientSecret": "kms:c2VhbGVk"}
		given[name] = value
		if _, err := readSettings(given); err == nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s=%q: %v", name, value, err)
		}
	}
}

// The client secret is always encrypted, and only one function may decrypt it.
func TestOnlySingleSignOnOpensTheClientSecret(t *testing.T) {
	tm := secondTemplate(t)
	for function, variables := range tm.environments(t) {
		c, err := config.Read(func(name string) string { return deployedValue(variables[name]) })
		if err != nil || c.OIDC.Issuer != "https://id.example.com/realm/" || c.OIDC.ClientSecret.Plain != "" ||
			string(c.OIDC.ClientSecret.Sealed) != "sealed" {
			t.Errorf("%s has the settings %+v, %v", function, c.OIDC, err)
		}
	}
	opens := 0
	for name, role := range tm.ofType("AWS::IAM::Role") {
		for _, policy := range role.Properties["Policies"].([]any) {
			for _, each := range policy.(map[string]any)["PolicyDocument"].(map[string]any)["Statement"].([]any) {
				s := each.(map[string]any)
				if text(s["Action"]) != "kms:Decrypt" {
					continue
				}
				opens++
				if !strings.HasPrefix(name, "SsoRole") && !strings.HasPrefix(name, "AccountRole") ||
					text(s["Condition"]) != "map[StringEquals:map[kms:EncryptionContext:setting:OIDC_CLIENT_SECRET]]" {
					t.Errorf("%s may open what %v", name, s["Condition"])
				}
			}
		}
	}
	if opens != 2 { // both call the provider
		t.Errorf("%d statements open secrets", opens)
	}
	for role, statements := range policies(t, standardTemplate(t)) {
		for _, s := range statements {
			if slices.ContainsFunc(s.conditions,
				func(c string) bool { return strings.Contains(c, "kms:EncryptionContext:setting") }) {
				t.Errorf("%s may open secrets where there are none", role)
			}
		}
	}
}
