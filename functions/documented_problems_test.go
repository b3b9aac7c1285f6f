package functions_test

import (
	"testing"

	"stint/internal/apitest"
)

// The document lists problems that single operations find, of which their declarations say
// nothing.
func TestProblemsOfSingleOperationsAreDocumented(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	shared := owner.Post("/api/entries", object{"startedAt": "2026-06-16T09:00:00Z",
		"stoppedAt": "2026-06-16T10:00:00Z"}).ID()
	owner.Delete("/api/entries/" + shared).OK()
	for _, name := range []string{"bob", "cy"} {
		row := object{"id": shared, "userId": owner.AddMember(name, "user").ID, "startedAt": "2026-06-16T09:00:00Z",
			"stoppedAt": "2026-06-16T10:00:00Z"}
		owner.Post("/api/entries:bulk", object{"items": []object{row}}).OK()
	}
	ambiguous := owner.Get("/api/entries/" + shared)
	ambiguous.Problem(409, "conflict")
	owner.EnableSecondFactor()
	withoutCode := owner.Post("/api/auth/reauthenticate", object{"password": apitest.Password})
	withoutCode.Denied("second_factor_required")
	document := documentOnce()
	for id, answer := range map[string]*apitest.Answer{"entries.get": ambiguous, "account.reauthenticate": withoutCode} {
		checkDocumented(t, document, specOf(id), answer)
	}
}
