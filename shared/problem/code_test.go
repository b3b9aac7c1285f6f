package problem_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"stint/shared/problem"
)

// The catalogue is part of the interface: codes may be added here, in step
// with it, but never renamed, removed or given another status.
const frozenCodes = `
400 malformed_request
400 pkce_state_not_found
400 external_oauth_error
401 unauthorized
403 forbidden
404 not_found
405 method_not_allowed
409 conflict
413 payload_too_large
415 unsupported_media_type
422 validation
429 rate_limited
429 calendar_provider_throttled
500 internal_error
503 service_unavailable
503 calendar_disabled
503 calendar_token_revoked
503 calendar_provider_unavailable
`

const frozenFieldCodes = `
before_start client_not_found currency_invalid cursor_invalid date_invalid
date_time_invalid duplicate_entry_id duplicate_value email_invalid
entry_locked entry_not_found entry_overlap enum_invalid
idempotency_key_reused image_invalid image_not_allowed in_future in_past language_invalid locks_you_out max_items
max_length max_value min_items min_length min_value must_be_accepted network_invalid
password_incorrect password_too_weak project_archived project_not_found
range_invalid range_too_long required reserved_value submission_not_found tag_not_found task_archived
task_not_found task_not_in_project text_not_allowed timezone_invalid token_invalid
too_large type_invalid unknown_property url_invalid user_not_found uuid_invalid
`

const frozenDetails = `
analyst_read_only not_project_member workspace_mismatch role_insufficient
email_not_verified workspace_required origin_not_allowed
reauthentication_required second_factor_required sso_required
scope_insufficient registration_closed workspace_creation_disabled network_not_allowed
`

func TestCodesAreFrozen(t *testing.T) {
	t.Parallel()
	var got strings.Builder
	got.WriteByte('\n')
	for _, entry := range problem.Catalogue() {
		fmt.Fprintf(&got, "%d %s\n", entry.Status, entry.Code)
	}
	if got.String() != frozenCodes {
		t.Errorf("the catalogue is\n%s\nwant\n%s", got.String(), frozenCodes)
	}
}

func TestFieldCodesAreFrozen(t *testing.T) {
	t.Parallel()
	var got []string
	for code, message := range problem.FieldCodes() {
		got = append(got, string(code))
		if message == "" || strings.HasSuffix(message, ".") || code.Message() != message {
			t.Errorf("%s: message %q, and Message gives %q", code, message, code.Message())
		}
	}
	slices.Sort(got)
	if want := strings.Fields(frozenFieldCodes); !slices.Equal(got, want) {
		t.Errorf("the field codes are\n%v\nwant\n%v", got, want)
	}
}

func TestDetailsAreFrozen(t *testing.T) {
	t.Parallel()
	var got []string
	for _, d := range problem.Details() {
		got = append(got, string(d))
		if d.Meaning() == "" {
			t.Errorf("%s has no meaning", d)
		}
	}
	if want := strings.Fields(frozenDetails); !slices.Equal(got, want) {
		t.Errorf("the details are\n%v\nwant\n%v", got, want)
	}
}

func TestEveryCodeIsExplained(t *testing.T) {
	t.Parallel()
	for _, entry := range problem.Catalogue() {
		if !strings.HasSuffix(entry.Meaning, ".") || http.StatusText(entry.Status) == "" {
			t.Errorf("%s: %d, %q", entry.Code, entry.Status, entry.Meaning)
		}
		if found, ok := problem.Lookup(entry.Code); !ok || found != entry {
			t.Errorf("Lookup(%s) = %v, %v", entry.Code, found, ok)
		}
	}
	if _, ok := problem.Lookup("no_such_code"); ok {
		t.Error("an unknown code is found")
	}
	if got := problem.FieldCode("no_such_code").Message(); got == "" {
		t.Error("an unknown field code has no message")
	}
}

func TestCatalogueIsACopy(t *testing.T) {
	t.Parallel()
	problem.Catalogue()[0].Status = 200
	problem.FieldCodes()[problem.Required] = "changed"
	problem.Details()[0] = "changed"
	if problem.Catalogue()[0].Status == 200 || problem.Required.Message() == "changed" ||
		problem.Details()[0] == "changed" {
		t.Error("a caller can change the catalogue")
	}
}
