package approvals_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"stint/internal/apitest"
)

// digestOf is the SHA-256 of a value in the form of RFC 8785.
func digestOf(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	canonical := jsontext.Value(text)
	if err == nil {
		err = canonical.Canonicalize()
	}
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:])
}

// with is the content with the attestation of a language.
func with(content object, language string, attestations object) object {
	made := maps.Clone(content)
	made["language"], made["attestation"] = language, attestations[language].(object)["text"]
	return made
}

// Each language has its text with the digest of the content that is signed then. English is that of the content.
func TestAttestationsOfAllLanguages(t *testing.T) {
	t.Parallel()
	a := newFixture(apitest.New(t))
	shown := a.get(a.publicPath).OK()
	content, attestations := shown["content"].(object), shown["attestations"].(object)
	if got := slices.Sorted(maps.Keys(attestations)); strings.Join(got, " ") != "de en es fr" {
		t.Errorf("languages %v", got)
	}
	for language := range attestations {
		want := attestations[language].(object)["content_sha256"]
		if got := digestOf(t, with(content, language, attestations)); got != want {
			t.Errorf("%s: digest %s of %v", language, got, attestations[language])
		}
	}
	if text := attestations["de"].(object)["text"].(string); !strings.Contains(text, "gebe sie frei") ||
		!strings.Contains(text, "olga vom 8. Juni 2026") {
		t.Errorf("German %q", text)
	}
	if attestations["en"].(object)["content_sha256"] != shown["content_sha256"] || content["language"] != "en" {
		t.Errorf("%v is not the English text of %v", attestations["en"], content)
	}
	kept := a.owner.Get(a.linkPath).OK()
	if digestOf(t, kept["attestations"]) != digestOf(t, attestations) {
		t.Errorf("the link has %v", kept["attestations"])
	}
}

// The decision keeps language, text and digest of what was signed; everybody is shown it in that language from then on.
func TestClientSignsInALanguage(t *testing.T) {
	t.Parallel()
	a := newFixture(apitest.New(t))
	before := a.get(a.publicPath).OK()
	body := signatureBody()
	body["language"] = "it"
	a.post(a.publicPath+"/approve", body).Invalid("language enum_invalid")
	body["language"] = "fr"
	signed := a.post(a.publicPath+"/approve", body).OK()
	french := before["attestations"].(object)["fr"].(object)
	if signed["content_sha256"] != french["content_sha256"] || signed["language"] != "fr" {
		t.Errorf("signed %v, want %v", signed, french)
	}
	link := a.owner.Get(a.linkPath).OK()
	by := link["signature"].(object)
	if by["language"] != "fr" || by["attestation"] != french["text"] || by["content_sha256"] != french["content_sha256"] {
		t.Errorf("signature %v", by)
	}
	for where, shown := range map[string]object{"client": a.get(a.publicPath).OK(), "agency": link} {
		content := shown["content"].(object)
		if digestOf(t, content) != french["content_sha256"] || shown["content_sha256"] != french["content_sha256"] ||
			content["attestation"] != french["text"] || content["language"] != "fr" {
			t.Errorf("%s: %v", where, content)
		}
		if digestOf(t, shown["attestations"]) != digestOf(t, before["attestations"]) {
			t.Errorf("%s: attestations %v", where, shown["attestations"])
		}
	}
	approval := a.owner.Get(a.submissionPath).OK()["client_approval"].(object)
	if approval["content_sha256"] != french["content_sha256"] {
		t.Errorf("client_approval %v", approval)
	}
	document := string(a.get(a.publicPath + "/document?language=de").Body)
	if document == string(a.get(a.publicPath+"/document?language=es").Body) {
		t.Error("the document has no language")
	}
}

// A rejection declares nothing. It keeps the digest of the content.
func TestRejectionHasNoLanguage(t *testing.T) {
	t.Parallel()
	a := newFixture(apitest.New(t))
	before := a.get(a.publicPath).OK()
	rejected := a.post(a.publicPath+"/reject", object{"signerName": "Clara", "signerEmail": client, "reason": "No."}).OK()
	by := a.owner.Get(a.linkPath).OK()["signature"].(object)
	if rejected["content_sha256"] != before["content_sha256"] || rejected["language"] != nil || by["language"] != nil ||
		by["attestation"] != nil {
		t.Errorf("%v %v", rejected, by)
	}
}

// Members are mailed what was signed, with the English beside it, and whose time it is; the client gets a copy in the
// language that they signed.
func TestMailsShowWhatWasSigned(t *testing.T) {
	t.Parallel()
	s := newShared(t)
	body := signatureBody()
	body["language"] = "de"
	s.decide("approve", body).OK()
	s.RunWorker()
	for to, want := range map[string][]string{
		s.admin.Email:  {"All lines – 1 h, €0.00", "Declaration: “Ich habe", "In English: “I have looked"},
		s.member.Email: {"All lines – 1 h\n", "Declaration: “Ich habe", "In English: “I have looked"},
		client:         {"Erklärung: „Ich habe", "Diese E-Mail ist Ihre Kopie"},
	} {
		text := strings.ReplaceAll(s.MailsTo(to)[0].Text, "\u00a0", " ")
		for _, part := range want {
			if !strings.Contains(strings.Join(strings.Fields(text), " ")+"\n", strings.TrimSpace(part)) {
				t.Errorf("%s lacks %q:\n%s", to, part, text)
			}
		}
		forAdmin := to == s.admin.Email
		if strings.Contains(text, "In English") == (to == client) || strings.Contains(text, "€") != forAdmin {
			t.Errorf("to %s:\n%s", to, text)
		}
	}
}
