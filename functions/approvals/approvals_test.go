package approvals_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

type object = map[string]any

const submissionsPath = "/api/workspaces/me/timesheet-submissions"

// fixture is a workspace with an approved submission of the owner and a client link.
type fixture struct {
	*apitest.Service
	owner          *apitest.User
	submissionPath string // path of the submission
	linkPath       string // path of the link
	publicPath     string // path of the route for the client
}

func newFixture(api *apitest.Service) *fixture {
	a := &fixture{Service: api, owner: api.Register("olga")}
	site := a.owner.Post("/api/projects", object{"name": "Site", "hourlyRate": 9050}).ID()
	a.owner.Post("/api/entries", object{"projectId": site, "startedAt": "2026-06-08T09:00:00Z",
		"stoppedAt": "2026-06-08T10:00:00Z"}).OK()
	a.submissionPath = submissionsPath + "/" + a.owner.Post(submissionsPath,
		object{"periodStart": "2026-06-08", "periodEnd": "2026-06-14", "note": "for us only"}).ID()
	a.owner.Post(a.submissionPath+"/approve-all", nil).OK()
	a.createLink()
	return a
}

// createLink creates another link.
func (a *fixture) createLink() {
	made := a.owner.Post(a.submissionPath+"/client-approval-links",
		object{"clientEmail": "clara@acme.example", "expiresInDays": 2, "delivery": "self"}).OK()
	a.linkPath = a.submissionPath + "/client-approval-links/" + made["id"].(string)
	a.publicPath = "/api/public/client-approval/" + made["token"].(string)
}

func (a *fixture) get(path string) *apitest.Answer {
	return a.Send(apitest.Request{Method: "GET", Path: path})
}

func (a *fixture) post(path string, body any) *apitest.Answer {
	return a.Send(apitest.Request{Method: "POST", Path: path, Body: body,
		Header: map[string]string{"User-Agent": "Phone/1"}, ClientIP: "198.51.100.7"})
}

func signatureBody() object {
	return object{"signerName": "Clara Client", "signerEmail": "Clara@Acme.example", "attestationAccepted": true}
}

// Anybody can verify a signature with the content: the digest is the SHA-256 of its
// canonical form.
func TestSignatureCanBeVerified(t *testing.T) {
	t.Parallel()
	a := newFixture(apitest.New(t))
	shown := a.get(a.publicPath).OK()
	signed := a.post(a.publicPath+"/approve", signatureBody()).OK()
	kept := a.owner.Get(a.linkPath)
	for where, body := range map[string][]byte{"shown": a.get(a.publicPath).Body, "kept": kept.Body} {
		_, rest, _ := strings.Cut(string(body), `"content":`)
		content, err := jsontext.NewDecoder(strings.NewReader(rest)).ReadValue()
		if err != nil {
			t.Fatal(err)
		}
		if err := content.Canonicalize(); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(content)
		if got := hex.EncodeToString(sum[:]); got != signed["content_sha256"] || got != shown["content_sha256"] {
			t.Errorf("%s: digest %s, signed %v, shown %v", where, got, signed["content_sha256"], shown["content_sha256"])
		}
	}
	by := kept.OK()["signature"].(object)
	want := object{
		"decision": "approved", "signer_name": "Clara Client", "signer_email": "clara@acme.example",
		"client_address": "198.51.100.7", "user_agent": "Phone/1", "decided_at": "2026-06-17T12:00:00Z",
		"content_sha256": signed["content_sha256"], "reason": nil, "evidence": "shared_link", "signer_email_matches": true,
		"language": "en", "attestation": shown["content"].(object)["attestation"],
	}
	if fmt.Sprint(by) != fmt.Sprint(want) {
		t.Errorf("signature %v, want %v", by, want)
	}
	sub := a.owner.Get(a.submissionPath).OK()
	approval := object{"status": "approved", "signer_name": "Clara Client", "signer_email": "clara@acme.example",
		"decided_at": "2026-06-17T12:00:00Z", "content_sha256": signed["content_sha256"], "evidence": "shared_link",
		"signer_email_matches": true, "link_id": a.linkPath[len(a.linkPath)-36:], "client_id": nil, "client_name": nil,
		"covers_all": true, "seconds": 3600, "amount": 9050, "currency": "EUR"}
	if sub["client_status"] != "approved" || fmt.Sprint(sub["client_approval"]) != fmt.Sprint(approval) {
		t.Errorf("submission %v %v", sub["client_status"], sub["client_approval"])
	}
}

// A client sees only the content to sign, and the content never changes.
func TestContentIsFixedAndMinimal(t *testing.T) {
	t.Parallel()
	a := newFixture(apitest.New(t))
	before := string(a.get(a.publicPath).Body)
	for _, private := range []string{"for us only", "olga@example.com", "9050", a.owner.ID} {
		if strings.Contains(before, private) {
			t.Errorf("%q is shown to the client", private)
		}
	}
	project := a.owner.Get("/api/projects").Items()[0]["id"].(string)
	a.owner.Patch("/api/projects/"+project, object{"name": "Renamed"}).OK()
	if after := string(a.get(a.publicPath).Body); after != before {
		t.Errorf("the content changed:\n%s\n%s", before, after)
	}
}

func TestLinkIsDecidedOnce(t *testing.T) {
	t.Parallel()
	a := newFixture(apitest.New(t))
	a.post(a.publicPath+"/approve", object{"signerName": "", "signerEmail": "x", "attestationAccepted": false}).Invalid(
		"attestationAccepted must_be_accepted", "signerEmail email_invalid", "signerName min_length")
	for _, decision := range []string{"/approve", "/reject"} {
		a.post(a.publicPath+decision, object{
			"signerName": "see www.evil.example", "signerEmail": "clara@acme.example", "attestationAccepted": true,
		}).Invalid("signerName text_not_allowed")
	}
	a.post(a.publicPath+"/approve", object{"signerName": strings.Repeat("n", 201)}).Invalid(
		"signerName max_length", "signerEmail required", "attestationAccepted required")
	declined := a.post(a.publicPath+"/reject", object{"signerName": "Clara", "signerEmail": "clara@acme.example",
		"reason": "Too long"}).OK()
	if declined["status"] != "rejected" {
		t.Errorf("answer %v", declined)
	}
	a.post(a.publicPath+"/approve", signatureBody()).Problem(409, "conflict")
	a.post(a.publicPath+"/reject", signatureBody()).Problem(409, "conflict")
	if got := a.get(a.publicPath).OK()["status"]; got != "rejected" {
		t.Errorf("status %v", got)
	}
	sub := a.owner.Get(a.submissionPath).OK()
	if sub["status"] != "approved" || sub["client_status"] != "rejected" {
		t.Errorf("submission %v", sub)
	}
	if no := sub["client_approval"].(object); no["status"] != "rejected" || no["signer_name"] != "Clara" {
		t.Errorf("client_approval %v", no)
	}
	a.owner.Delete(a.linkPath).Problem(409, "conflict")
	events := a.owner.Get(a.submissionPath + "/events").Items()
	last := events[len(events)-1]
	if last["type"] != "client_rejected" || last["reason"] != "Too long" ||
		fmt.Sprint(last["actor"]) != "map[id:<nil> kind:client name:Clara]" {
		t.Errorf("event %v", last)
	}
}

// Reading a link decides nothing. All invalid links get the same answer.
func TestInvalidLinksLookAlike(t *testing.T) {
	t.Parallel()
	a := newFixture(apitest.New(t))
	unknown := a.get("/api/public/client-approval/"+strings.Repeat("x", 43)).Problem(404, "not_found")
	delete(unknown, "correlationId")
	wantInvalid := func(name, path string) {
		for _, answer := range []*apitest.Answer{a.get(path), a.post(path+"/approve", signatureBody()),
			a.post(path+"/reject", signatureBody()), a.post(path+"/approve", "{")} {
			got := answer.Problem(404, "not_found")
			delete(got, "correlationId")
			if !maps.Equal(got, unknown) {
				t.Errorf("%s: %v, want %v", name, got, unknown)
			}
		}
	}
	reopened := a.publicPath
	a.owner.Post(a.submissionPath+"/reopen", nil).OK()
	a.owner.Post(a.submissionPath+"/approve-all", nil).OK()
	a.createLink()
	revoked := a.publicPath
	a.owner.Delete(a.linkPath).OK()
	a.createLink()
	a.get(a.publicPath).OK()
	wantInvalid("reopened", reopened)
	wantInvalid("revoked", revoked)
	a.Clock.Advance(48 * time.Hour)
	wantInvalid("expired", a.publicPath)
	if a.owner.SignInAgain().Get(a.submissionPath).OK()["client_status"] != "none" {
		t.Error("an invalid link changed the submission")
	}
}

func TestBrowserIsSentToThePage(t *testing.T) {
	t.Parallel()
	a := newFixture(apitest.New(t))
	answer := a.Send(apitest.Request{Method: "GET", Path: a.publicPath, Header: map[string]string{"Accept": "text/html"}})
	if want := strings.Replace(apitest.BaseURL+a.publicPath, "/api/public/", "/p/", 1); answer.Status != 302 ||
		answer.Header.Get("Location") != want {
		t.Errorf("%d to %s, want %s", answer.Status, answer.Header.Get("Location"), want)
	}
}

// Concurrent signatures produce one signature and one event.
func TestParallelSignatures(t *testing.T) {
	t.Parallel()
	a := newFixture(apitest.NewLagging(t))
	var won atomic.Int64
	testkit.Race(t, 20, func(i int) {
		path := a.publicPath + "/approve"
		if i%2 == 1 {
			path = a.publicPath + "/reject"
		}
		answer := a.post(path, object{"signerName": fmt.Sprint("Signer ", i), "signerEmail": "clara@acme.example",
			"attestationAccepted": true})
		switch answer.Status {
		case 200:
			won.Add(1)
		case 409:
		default:
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
	if won.Load() != 1 {
		t.Errorf("%d signatures", won.Load())
	}
	if events := a.owner.Get(a.submissionPath + "/events").Items(); len(events) != 4 {
		t.Errorf("%d events, want submitted, approved, link, decision", len(events))
	}
}

// Two links of one submission are decided independently.
func TestLinksAreDecidedIndependently(t *testing.T) {
	t.Parallel()
	a := newFixture(apitest.NewLagging(t))
	var paths [4]string
	for i := range paths {
		a.createLink()
		paths[i] = a.publicPath
	}
	testkit.Race(t, len(paths), func(i int) {
		if answer := a.post(paths[i]+"/approve", signatureBody()); answer.Status != 200 {
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
	for i, path := range paths {
		if got := a.get(path).OK()["status"]; got != "approved" {
			t.Errorf("link %d is %v", i, got)
		}
	}
}

func TestDecisionsSurviveFaults(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"approve", "reject"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			var a *fixture
			apitest.RetryableWrite{
				Prepare: func(api *apitest.Service) func() *apitest.Answer {
					a = newFixture(api)
					return func() *apitest.Answer { return a.post(a.publicPath+"/"+how, signatureBody()) }
				},
				State: func(*apitest.Service) string {
					sub, link := a.owner.Get(a.submissionPath).OK(), a.owner.Get(a.linkPath).OK()
					by, _ := link["signature"].(object)
					return fmt.Sprint(sub["version"], sub["client_status"], link["status"], by["signer_name"],
						len(a.owner.Get(a.submissionPath+"/events").Items()))
				},
				RetryStatus: 409,
			}.Walk(t)
		})
	}
}
