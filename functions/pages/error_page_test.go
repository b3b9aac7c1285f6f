package pages_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
)

func TestErrorsArePages(t *testing.T) {
	t.Parallel()
	api, tokens, forms := newForms(t, func(c *config.Config) { c.MaxBody = 1000 })
	for _, path := range paths {
		wantTexts(t, sendForm(api, path, "token", strings.Repeat("x", 1000)).Page(413), "could not read what was sent")
		json := forms[path]
		json.Header = map[string]string{"Content-Type": "application/json"}
		wantTexts(t, api.Send(json).Page(415), "could not read what was sent")
		put := api.Send(apitest.Request{Method: "PUT", Path: path})
		wantTexts(t, put.Page(405), "This page does not exist")
		if got := put.Header.Get("Allow"); got != "GET, HEAD, POST" {
			t.Errorf("Allow %q", got)
		}
		api.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), WholeCall: true})
		down := openPage(api, path, tokens[path])
		wantTexts(t, down.Page(503), "Try again in a moment", down.Header.Get("X-Correlation-Id"))
		if down.Header.Get("Retry-After") == "" {
			t.Error("503 without Retry-After")
		}
		api.Probe.Reset()
		openPage(api, path, tokens[path]).Page(200)
	}
}
