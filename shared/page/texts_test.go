package page

import (
	"testing"

	"stint/internal/testkit/translations"
)

func TestTextsAreCompleteInAllLanguages(t *testing.T) {
	t.Parallel()
	translations.Check(t, catalogue, translations.Rules{SameInAll: []string{"page.error_title"}})
}
