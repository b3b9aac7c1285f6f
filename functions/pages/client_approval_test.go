package pages_test

import (
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
)

// createApprovalPath creates a client link for its maker. It returns the path of its
// page.
func createApprovalPath(api *apitest.Service, showAmounts bool) string {
	made := createClientLink(api, object{"clientEmail": "clara@acme.example", "showAmounts": showAmounts,
		"delivery": "self"})
	return "/p/client-approval/" + made["token"].(string)
}

// createClientLink submits and approves hours of the owner and creates a client link.
func createClientLink(api *apitest.Service, link object) object {
	const all = "/api/workspaces/me/timesheet-submissions"
	owner := api.Register("ada")
	site := owner.Post("/api/projects", object{"name": "Site <b>", "hourlyRate": 9050}).ID()
	owner.Post("/api/entries", object{"projectId": site, "startedAt": "2026-06-08T09:00:00Z",
		"stoppedAt": "2026-06-08T22:20:00Z"}).OK()
	submission := all + "/" + owner.Post(all, object{"periodStart": "2026-06-08", "periodEnd": "2026-06-14"}).ID()
	owner.Post(submission+"/approve-all", nil).OK()
	return owner.Post(submission+"/client-approval-links", link).OK()
}

func get(api *apitest.Service, path string) *apitest.Answer {
	return api.Send(apitest.Request{Method: "GET", Path: path})
}

func TestClientReadsAndSigns(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	path := createApprovalPath(api, true)
	page := get(api, path).Page(200)
	wantTexts(t, page, "Timesheet to sign", "8–14 June 2026", "13\u00a0h 20\u00a0min", "13:20", "€1,206.67",
		"Site &lt;b&gt;", "I have looked at the hours listed here", `value="clara@acme.example"`,
		`name="decision" value="approve"`)
	wantUnchanged(t, api, func() { get(api, path).Page(200) })

	wantUnchanged(t, api, func() {
		wrong := sendForm(api, path, "signerName", "", "signerEmail", "clara", "decision", "approve").Page(422)
		wantTexts(t, wrong, "Nothing was signed yet", "Please enter your name.", `aria-invalid="true"`,
			"To approve, please tick this box.")
	})
	wantTexts(t, sendForm(api, path, "signerName", "Clara", "signerEmail", "clara@acme.example", "attestationAccepted",
		"true", "decision", "approve").Page(200), "This timesheet is signed",
		"Clara approved it on 17 June 2026, 12:00\u00a0UTC.", "Fingerprint")
	again := sendForm(api, path, "signerName", "Eve", "signerEmail", "eve@acme.example", "decision", "reject").Page(409)
	wantTexts(t, again, "Clara approved it")
	wantNoTexts(t, get(api, path).Page(200), "<form", "Eve")
}

func TestClientDeclines(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	path := createApprovalPath(api, false)
	wantNoTexts(t, get(api, path).Page(200), "€")
	wantTexts(t, sendForm(api, path, "signerName", "Clara", "signerEmail", "clara@acme.example", "reason",
		"Not our project", "decision", "reject").Page(200), "This timesheet was declined", "Reason: Not our project")
}

func TestInvalidApprovalLink(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	path := "/p/client-approval/" + strings.Repeat("x", 43)
	wantTexts(t, get(api, path).Page(404), "This link does not work any more")
	wantTexts(t, sendForm(api, path, "signerName", "Clara", "signerEmail", "clara@acme.example", "decision",
		"reject").Page(404), "This link does not work any more")
}

// The page shows the entries of a link with entries as text, whatever is in them.
func TestClientReadsEntries(t *testing.T) {
	t.Parallel()
	const all = "/api/workspaces/me/timesheet-submissions"
	api := apitest.New(t)
	owner := api.Register("ada")
	site := owner.Post("/api/projects", object{"name": "Site", "hourlyRate": 6000}).ID()
	owner.Post("/api/entries", object{"projectId": site, "description": "<script>draw()</script>",
		"startedAt": "2026-06-08T09:00:00Z", "stoppedAt": "2026-06-08T09:30:00Z"}).OK()
	submission := all + "/" + owner.Post(all, object{"periodStart": "2026-06-08", "periodEnd": "2026-06-14"}).ID()
	owner.Post(submission+"/approve-all", nil).OK()
	made := owner.Post(submission+"/client-approval-links",
		object{"clientEmail": "clara@acme.example", "showAmounts": true, "showEntries": true, "delivery": "self"}).OK()
	page := get(api, "/p/client-approval/"+made["token"].(string))
	wantTexts(t, page.Page(200), "Hours of each day", `<tr><th scope="row">Tue 9 Jun 2026</th><td>`+
		`<svg class="bar" aria-hidden="true" width="100%" height="14"><rect width="0%" height="14" rx="2"/></svg></td>`+
		`<td>0:00</td></tr>`, `<rect width="100%"`, "Time by day", "Monday, 8 June 2026", "0:30",
		"&lt;script&gt;draw()&lt;/script&gt;", "€30.00")
	if policy := page.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") {
		t.Errorf("policy %q", policy)
	}
}

// A page of another site cannot make a client sign.
func TestForeignFormSignsNothing(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	form := apitest.Form(createApprovalPath(api, false), "signerName", "Clara", "signerEmail", "clara@acme.example",
		"attestationAccepted", "true", "decision", "approve")
	form.Header["Origin"] = "https://evil.example"
	wantUnchanged(t, api, func() { api.Send(form).Page(403) })
}

func TestSigningByFormSurvivesFaults(t *testing.T) {
	t.Parallel()
	var path string
	apitest.RetryableWrite{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			path = createApprovalPath(api, false)
			return func() *apitest.Answer {
				return sendForm(api, path, "signerName", "Clara", "signerEmail", "clara@acme.example", "attestationAccepted",
					"true", "decision", "approve")
			}
		},
		RetryStatus: 409,
	}.Walk(t)
}

// The page is in the language of the browser, and so is what is signed.
func TestClientReadsInTheirLanguage(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	path := createApprovalPath(api, true)
	open := func(language string) *apitest.Answer {
		return api.Send(apitest.Request{Method: "GET", Path: path, Header: map[string]string{"Accept-Language": language}})
	}
	const signed = "I have looked at the hours listed here, which ada worked for us from 8 June 2026 to 14 June 2026, " +
		"and approve them."
	german := open("de-CH, en;q=0.5")
	wantTexts(t, german.Page(200), `<html lang="de">`, "8.–14. Juni 2026", "13\u00a0Std. 20\u00a0Min.", "1.206,67\u00a0€",
		"gebe sie frei", `name="language" value="de"`)
	if got := german.Header.Values("Vary"); !slices.Contains(got, "Accept-Language") {
		t.Errorf("Vary: %v", got)
	}
	english := open("pt-BR").Page(200)
	wantTexts(t, english, `<html lang="en">`, signed)
	wantNoTexts(t, german.Page(200), "I have looked")
}

// The page links to the timesheet as PDF, before and after the decision.
func TestClientDownloadsTheTimesheet(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	path := createApprovalPath(api, true)
	document := "/api/public/client-approval/" + strings.TrimPrefix(path, "/p/client-approval/") + "/document"
	download := func() string {
		wantTexts(t, get(api, path).Page(200), `href="`+document+`">Download as PDF`)
		answer := get(api, document)
		if answer.Status != 200 || answer.Header.Get("Content-Type") != "application/pdf" {
			t.Errorf("%d %s", answer.Status, answer.Header.Get("Content-Type"))
		}
		return string(answer.Body)
	}
	open := download()
	sendForm(api, path, "signerName", "Clara", "signerEmail", "clara@acme.example", "attestationAccepted", "true",
		"decision", "approve").Page(200)
	if signed := download(); signed == open {
		t.Error("the signed document is that of before")
	}
}
