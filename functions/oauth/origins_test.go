package oauth_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/shared/config"
)

// An app in a browser reads the metadata and uses the endpoints for programs, from any origin and without cookies. The
// pages for people, and all else of the service, stay closed to it.
func TestAppsInBrowsers(t *testing.T) {
	t.Parallel()
	for _, configured := range [][]string{nil, {"https://front.example"}} {
		api := apitest.New(t, func(c *config.Config) { c.AllowedOrigins = configured })
		allowed := func(method, path string) string {
			headers := map[string]string{"Origin": "https://app.example"}
			if method == "OPTIONS" {
				headers["Access-Control-Request-Method"] = "POST"
				headers["Access-Control-Request-Headers"] = "content-type, mcp-protocol-version"
			}
			h := api.Send(apitest.Request{Method: method, Path: path, Header: headers}).Header
			if h.Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("%s %s allows credentials", method, path)
			}
			if asks := strings.ToLower(h.Get("Access-Control-Allow-Headers")); method == "OPTIONS" && asks != "" &&
				(!strings.Contains(asks, "content-type") || !strings.Contains(asks, "mcp-protocol-version")) {
				t.Errorf("%s: %q", path, asks)
			}
			return h.Get("Access-Control-Allow-Origin")
		}
		const metadata = "/.well-known/oauth-"
		for path, want := range map[string]string{
			metadata + "authorization-server": "*", metadata + "protected-resource": "*",
			metadata + "protected-resource/mcp": "*", tokenPath: "*", "/oauth/revoke": "*", "/oauth/device_authorization": "*",
			authorizePath: "", devicePath: "", "/api/me": "", "/api/v1/me": "", "/mcp": "",
		} {
			for _, method := range []string{"GET", "POST", "OPTIONS"} {
				if got := allowed(method, path); got != want {
					t.Errorf("%s %s with %v allows %q, want %q", method, path, configured, got, want)
				}
			}
		}
	}
}
