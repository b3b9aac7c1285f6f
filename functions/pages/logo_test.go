package pages_test

import (
	"encoding/base64"
	"html"
	"strings"
	"testing"

	"stint/internal/apitest"
)

// The pages of a timesheet show the logo as a picture that they contain, and load nothing.
func TestLogoIsOnThePagesOfATimesheet(t *testing.T) {
	t.Parallel()
	s := newSubmission(t)
	s.owner.Post(s.path+"/approve-all", nil).OK()
	made := s.owner.Post(s.path+"/client-approval-links", object{"clientEmail": "clara@acme.example", "delivery": "self"})
	paths := []string{"/p/client-approval/" + made.OK()["token"].(string), timesheetPath + "?token=" + s.token}
	for _, path := range paths {
		plain := get(s.Service, path)
		wantNoTexts(t, string(plain.Body), "<img")
	}
	for mediaType, content := range map[string]string{"image/svg+xml": apitest.LogoSVG,
		"image/png": string(apitest.LogoPNG())} {
		s.owner.PutLogo(mediaType, content).OK()
		for _, path := range paths {
			page := get(s.Service, path)
			_, rest, _ := strings.Cut(html.UnescapeString(string(page.Body)), `<img class="logo" src="data:`+mediaType+`;base64,`)
			encoded, _, _ := strings.Cut(rest, `" alt="">`)
			shown, err := base64.StdEncoding.DecodeString(encoded)
			if err != nil || len(shown) == 0 {
				t.Errorf("%s, %s: %v\n%s", path, mediaType, err, withoutStyle(string(page.Body)))
			}
			policy := page.Header.Get("Content-Security-Policy")
			if !strings.HasPrefix(policy, "default-src 'none'; img-src data:; ") || strings.Count(policy, "img-src") != 1 {
				t.Errorf("%s: %s", path, policy)
			}
		}
	}
	signed := sendForm(s.Service, paths[0], "signerName", "Clara", "signerEmail", "clara@acme.example",
		"attestationAccepted", "true", "decision", "approve").Page(200)
	wantTexts(t, signed, `<img class="logo"`)
	s.owner.Delete("/api/workspaces/" + s.owner.WorkspaceID + "/logo").OK()
	wantNoTexts(t, get(s.Service, paths[0]).Page(200), "<img")
}
