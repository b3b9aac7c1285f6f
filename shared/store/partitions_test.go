package store

import (
	"strings"
	"testing"

	"stint/shared/domain"
)

// Every key there is lies in a partition of one kind, whatever callers choose.
func TestEveryPartitionIsOfOneKind(t *testing.T) {
	t.Parallel()
	w, u := domain.NewID(), domain.NewID()
	long := domain.Email(strings.Repeat("a", 190) + "@example.com")
	for pk, want := range map[string]Partition{
		userPK(u): People, workspacePK(w): Workspaces, timePK(w, u): Time, projectTimePK(w, u): ProjectTime,
		sheetPK(w, u): Timesheets, jobPK(w, u): Jobs,
		emailPK("a/b?*@example.com"): Addresses, emailPK(long): Addresses, externalLoginKey("external", "x\ny").pk: Logins,
		apiKeyKey(digest("k")).pk: Keys, tokenKey(digest("t")).pk: MailedTokens, stateKey(digest("s")).pk: States,
		windowKey("login", "ada", 7).pk: Windows, queueKey(u, domain.Instant{}).pk: Queue, deadKey(u).pk: GivenUp,
	} {
		var kinds []Partition
		for _, p := range Partitions() {
			if p.Holds(pk) {
				kinds = append(kinds, p)
			}
		}
		if len(kinds) != 1 || kinds[0] != want {
			t.Errorf("%s is of %v, want %s", pk, kinds, want)
		}
	}
}
