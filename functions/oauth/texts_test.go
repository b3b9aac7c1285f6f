package oauth

import (
	"testing"

	"stint/internal/testkit/translations"
)

func TestTextsAreCompleteInAllLanguages(t *testing.T) {
	t.Parallel()
	translations.Check(t, catalogue, translations.Rules{
		SameInAll: []string{"sign_in.code", "consent.app"},
		Built: []string{"error.", "consent.access_", "consent.intro", "consent.not_chosen",
			"consent.changed"},
	})
}
