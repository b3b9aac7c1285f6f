package key

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
		UserPK(u): Users, WorkspacePK(w): Workspaces, TimePK(w, u): UserTime, ProjectTimePK(w, u): ProjectTime,
		SubmissionPK(w, u): Submissions, TotalsPK(w): Totals, TotalsOfPK(w, u): TotalsParts,
		auditPK(w, "2026-06"): AuditLogs, AuditFeedPK(w): AuditFeeds, JobPK(w, u): BillingJobs,
		EmailPK("a/b?*@example.com"): EmailAddresses, EmailPK(long): EmailAddresses,
		ExternalLogin("external", "x\ny").PK: ExternalLogins, APIKey(domain.Digest("k")).PK: APIKeys,
		Token(domain.Digest("t")).PK: MailedTokens, OAuthState(domain.Digest("s")).PK: OAuthStates,
		RateLimit("login", "ada", 7).PK: RateLimits, Work(u, domain.Instant{}).PK: Queue, DeadLetter(u).PK: DeadLetters,
		WebhooksPK(w): Webhooks, AuthorizationCode(domain.Digest("c")).PK: Authorizations,
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
