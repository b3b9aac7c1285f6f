package pages_test

import (
	"strings"
	"testing"

	"stint/functions/apitest"
)

// linkToSign is the path of the page on which a client signs an hour of ada's.
func linkToSign(h *apitest.House, showAmounts bool) string {
	const all = "/api/workspaces/me/timesheet-submissions"
	ada := h.Register("ada")
	site := ada.Post("/api/projects", object{"name": "Site <b>", "hourlyRate": 9050}).ID()
	ada.Post("/api/entries", object{"projectId": site, "startedAt": "2026-06-08T09:00:00Z", "stoppedAt": "2026-06-08T22:20:00Z"}).OK()
	sheet := all + "/" + ada.Post(all, object{"periodStart": "2026-06-08", "periodEnd": "2026-06-14"}).ID()
	ada.Post(sheet+"/approve-all", nil).OK()
	made := ada.Post(sheet+"/client-approval-links", object{"clientEmail": "clara@acme.example", "showAmounts": showAmounts}).OK()
	return "/p/client-approval/" + made["token"].(string)
}

func get(h *apitest.House, path string) *apitest.Answer {
	return h.Send(apitest.Request{Method: "GET", Path: path})
}

func TestClientReadsAndSigns(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	path := linkToSign(h, true)
	page := get(h, path).Page(200)
	says(t, page, "Timesheet to sign", "8 June 2026 to 14 June 2026", "13 h 20 min", "1,206.67 EUR", "Site &lt;b&gt;",
		"I have looked at the hours listed here", `value="clara@acme.example"`, `name="decision" value="approve"`)
	unchanged(t, h, func() { get(h, path).Page(200) })

	unchanged(t, h, func() {
		wrong := send(h, path, "signerName", "", "signerEmail", "clara", "decision", "approve").Page(422)
		says(t, wrong, "Nothing was signed yet", "Your name is missing.", `aria-invalid="true"`, "must be ticked to approve")
	})
	says(t, send(h, path, "signerName", "Clara", "signerEmail", "clara@acme.example", "attestationAccepted", "true", "decision", "approve").Page(200),
		"This timesheet is signed", "Clara approved it on 17 June 2026, 12:00 UTC.", "Fingerprint")
	again := send(h, path, "signerName", "Eve", "signerEmail", "eve@acme.example", "decision", "reject").Page(409)
	says(t, again, "Clara approved it")
	lacks(t, get(h, path).Page(200), "<form", "Eve")
}

func TestClientDeclines(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	path := linkToSign(h, false)
	lacks(t, get(h, path).Page(200), "EUR")
	says(t, send(h, path, "signerName", "Clara", "signerEmail", "clara@acme.example", "reason", "Not our project", "decision", "reject").Page(200),
		"This timesheet was declined", "Reason: Not our project")
}

func TestDeadApprovalSaysSo(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	dead := "/p/client-approval/" + strings.Repeat("x", 43)
	says(t, get(h, dead).Page(404), "This link does not work any more")
	says(t, send(h, dead, "signerName", "Clara", "signerEmail", "clara@acme.example", "decision", "reject").Page(404), "This link does not work any more")
}

// A page of somebody else's cannot make a client sign.
func TestForeignFormSignsNothing(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	form := apitest.Form(linkToSign(h, false), "signerName", "Clara", "signerEmail", "clara@acme.example", "attestationAccepted", "true", "decision", "approve")
	form.Header["Origin"] = "https://evil.example"
	unchanged(t, h, func() { h.Send(form).Page(403) })
}

func TestSigningByFormSurvivesFaults(t *testing.T) {
	t.Parallel()
	var path string
	apitest.Converging{
		Prepare: func(h *apitest.House) func() *apitest.Answer {
			path = linkToSign(h, false)
			return func() *apitest.Answer {
				return send(h, path, "signerName", "Clara", "signerEmail", "clara@acme.example", "attestationAccepted", "true", "decision", "approve")
			}
		},
		State: func(h *apitest.House) string { return apitest.Shape(h) },
		Again: 409,
	}.Walk(t)
}
