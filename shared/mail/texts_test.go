package mail

import (
	"testing"

	"stint/internal/testkit/translations"
	"stint/shared/domain"
)

func TestTextsAreCompleteInAllLanguages(t *testing.T) {
	t.Parallel()
	built := []string{"invitation.role_"}
	for kind := range linkPaths {
		built = append(built, string(kind)+".")
	}
	for _, kind := range domain.Notices() {
		built = append(built, string(kind)+".")
	}
	for _, kind := range append(domain.Notifications(), domain.MailSignedCopy) {
		built = append(built, string(kind)+".")
	}
	translations.Check(t, catalogue, translations.Rules{Built: built})
}
