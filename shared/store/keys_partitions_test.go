package store

import (
	"strings"
	"testing"

	"stint/shared/domain"
)

// Every key is in a partition of exactly one kind, also with parts that callers
// choose.
func TestPartitionPrefixesAreUnambiguous(t *testing.T) {
	t.Parallel()
	w, u := domain.NewID(), domain.NewID()
	long := domain.Email(strings.Repeat("a", 190) + "@example.com")
	for pk, want := range map[string]Partition{
		userPK(u): Users, workspacePK(w): Workspaces, timePK(w, u): UserTime, projectTimePK(w, u): ProjectTime,
		submissionPK(w, u): Submissions, totalsPK(w): Totals, auditPK(w): AuditLogs, jobPK(w, u): BillingJobs,
		emailPK("a/b?*@example.com"): EmailAddresses, emailPK(long): EmailAddresses, externalLoginKey("external", "x\ny").PK: ExternalLogins,
		apiKeyKey(domain.Digest("k")).PK: APIKeys, tokenKey(domain.Digest("t")).PK: MailedTokens, oauthStateKey(domain.Digest("s")).PK: OAuthStates,
		rateLimitKey("login", "ada", 7).PK: RateLimits, queueKey(u, domain.Instant{}).PK: Queue, deadLetterKey(u).PK: DeadLetters,
		webhooksPK(w): Webhooks,
	} {
		var kinds []Partition
		for _, p := range Partitions() {
			if p.Matches(pk) {
				kinds = append(kinds, p)
			}
		}
		if len(kinds) != 1 || kinds[0] != want {
			t.Errorf("%s is of %v, want %s", pk, kinds, want)
		}
	}
}
