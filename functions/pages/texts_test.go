package pages

import (
	"testing"

	"stint/internal/testkit/translations"
)

func TestTextsAreCompleteInAllLanguages(t *testing.T) {
	t.Parallel()
	translations.Check(t, catalogue, translations.Rules{
		SameInAll: []string{
			"field.code", "approval.client", "approval.description", "approval.person",
			"approval.signature", "approval.total",
		},
		Built: []string{"wrong.", "invitation.role_", "invitation.joined_", "timesheet.status_", "timesheet.line_",
			"notifications.kind_", "passkeys."},
	})
}
