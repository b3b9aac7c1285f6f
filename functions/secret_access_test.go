package functions_test

import (
	"slices"
	"strings"
	"testing"

	"stint/functions"
	"stint/functions/access"
	"stint/shared/secret"
	"stint/shared/store/key"
)

// The purposes with which accounts could be taken over are those of few functions.
func TestFewFunctionsHaveThePurposesOfAccounts(t *testing.T) {
	t.Parallel()
	for p, want := range map[secret.Purpose]string{
		secret.Refresh:        "account pages sso",
		secret.AccountMail:    "account sso worker",
		secret.InvitationMail: "account invitations pages worker",
		secret.ClientLinkMail: "submissions worker",
		secret.OAuth:          "calendar sso",
		secret.Calendar:       "calendar worker",
		secret.Webhook:        "deliverer webhooks",
	} {
		var got []string
		for _, name := range functions.Names() {
			if slices.Contains(access.PurposesOf(name), p) {
				got = append(got, name)
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", p, got, want)
		}
	}
}

// A function creates the sealed data keys of its purposes, and reaches no others.
func TestTableAccessToSealedDataKeys(t *testing.T) {
	t.Parallel()
	for _, name := range functions.Names() {
		table := access.TableOf(name)
		for _, p := range secret.Purposes() {
			has, partition := slices.Contains(access.PurposesOf(name), p), string(key.SealedKey(p))
			for action, want := range map[string]bool{"GetItem": has, "PutItem": has, "UpdateItem": false, "DeleteItem": false,
				"BatchWriteItem": false} {
				if got := table.Allows(action, "", partition); got != want {
					t.Errorf("%s may %s %s: %v, want %v", name, action, partition, got, want)
				}
			}
		}
	}
}
