package functions_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
)

// Texts come back unchanged. No part of the service interprets them, and they cannot
// break out of a key.
func TestTextsRoundTrip(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	texts := []string{
		`' OR 1=1 --`, `${jndi:ldap://x}`, `<script>alert(1)</script>`, `a#b:c/d`, `WS#x#TAG#y`, `{{.}}`,
		`=cmd|' /C calc'!A0`, `%s %n %00`, "é", "e\u0301\u0302\u0303", "👩‍👩‍👧‍👦🏳️‍🌈", "\u05d0\u05d1", `\u0000 \" \\`, "null",
		"  inner   spaces", "back\\slash",
	}
	for _, text := range texts {
		entry := owner.Post("/api/entries", object{"description": text, "startedAt": "2026-06-16T09:00:00Z",
			"stoppedAt": "2026-06-16T10:00:00Z"}).ID()
		if got := owner.Get("/api/entries/" + entry).OK()["description"]; got != text && got != strings.TrimSpace(text) {
			t.Errorf("description %q came back as %q", text, got)
		}
		if got := owner.Post("/api/tags", object{"name": "tag " + text}).OK()["name"]; got == nil ||
			!strings.HasPrefix(got.(string), "tag ") {
			t.Errorf("name %q came back as %q", text, got)
		}
	}
	// Names that would be equal if they were concatenated in a key.
	client := owner.Post("/api/clients", object{"name": "a#b"}).ID()
	other := owner.Post("/api/clients", object{"name": "a"}).ID()
	owner.Post("/api/projects", object{"name": "c", "clientId": client}).OK()
	owner.Post("/api/projects", object{"name": "b#c", "clientId": other}).OK()
	long := strings.Repeat("é", 5000) // counted in characters, not in bytes
	at := object{"startedAt": "2026-06-16T09:00:00Z", "stoppedAt": "2026-06-16T10:00:00Z", "description": long}
	owner.Post("/api/entries", at).OK()
	at["description"] = long + "é"
	owner.Post("/api/entries", at).Invalid("description max_length")
	at["description"] = "nul \x00"
	owner.Post("/api/entries", at).Invalid("description type_invalid")
}
