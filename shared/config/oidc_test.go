package config_test

import (
	"fmt"
	"strings"
	"testing"

	"stint/shared/config"
)

// oidcSettings is an environment with all three settings, changed.
func oidcSettings(changes map[string]string) func(string) string {
	all := map[string]string{"OIDC_ISSUER": "https://id.example.com/realm/", "OIDC_CLIENT_ID": "stint",
		"OIDC_CLIENT_SECRET": "canary"}
	for name, value := range changes {
		all[name] = value
	}
	return environment(all)
}

func TestSingleSignOn(t *testing.T) {
	t.Parallel()
	c, err := config.Read(oidcSettings(nil))
	if err != nil || !c.OIDC.Enabled() || c.OIDC.Issuer != "https://id.example.com/realm/" || c.OIDC.ClientID != "stint" ||
		c.OIDC.ClientSecret.Plain != "canary" {
		t.Errorf("%+v, %v", c.OIDC, err)
	}
	sealed, err := config.Read(oidcSettings(map[string]string{"OIDC_CLIENT_SECRET": "kms:c2VhbGVk"}))
	if err != nil || string(sealed.OIDC.ClientSecret.Sealed) != "sealed" || sealed.OIDC.ClientSecret.Plain != "" {
		t.Errorf("%v", err)
	}
	if _, err := config.Read(oidcSettings(map[string]string{"OIDC_ISSUER": "http://localhost:9000",
		"STINT_ENV": "local"})); err != nil {
		t.Errorf("at home: %v", err)
	}
}

func TestRefusedSingleSignOn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, value string }{
		{"OIDC_ISSUER", ""}, {"OIDC_CLIENT_ID", ""}, {"OIDC_CLIENT_SECRET", ""}, {"OIDC_CLIENT_SECRET", "kms:"},
		{"OIDC_CLIENT_SECRET", "kms:canary!"},
		{"OIDC_ISSUER", "http://id.example.com"}, {"OIDC_ISSUER", "id.example.com"}, {"OIDC_ISSUER", "https://"},
		{"OIDC_ISSUER", "https://me:canary@id.example.com"}, {"OIDC_ISSUER", "https://id.example.com?a"},
		{"OIDC_ISSUER", "https://id.example.com\n"},
	} {
		_, err := config.Read(oidcSettings(map[string]string{c.name: c.value}))
		if err == nil || !strings.Contains(err.Error(), "setting "+c.name) || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s=%q: %v", c.name, c.value, err)
		}
	}
}

func TestSecretsDoNotPrint(t *testing.T) {
	t.Parallel()
	c, err := config.Read(oidcSettings(nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		if text := fmt.Sprintf(format, c); strings.Contains(text, "canary") {
			t.Errorf("%s prints the secret", format)
		}
	}
}
