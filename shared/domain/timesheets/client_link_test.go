package timesheets_test

import (
	"strings"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
)

// A link for tests: open, yes, no, revoked, late, or void; "old" ones were made
// before the submission was last reopened.
// minute is a moment of the day of the tests.
func minute(n int) domain.Instant {
	return domain.InstantOf(time.Date(2026, 6, 1, 0, n, 0, 0, time.UTC))
}

func linkOf(kind string) timesheets.LinkState {
	l := timesheets.LinkState{ExpiresAt: minute(10), Reopens: 1, CoversAll: true}
	if rest, old := strings.CutPrefix(kind, "old "); old {
		l.Reopens, kind = 0, rest
	}
	at := minute(1)
	switch kind {
	case "yes":
		l.Decision, l.SignerName, l.DecidedAt = timesheets.DecisionApproved, "Cleo", &at
	case "no":
		l.Decision, l.SignerName, l.DecidedAt = timesheets.DecisionRejected, "Cleo", &at
	case "revoked":
		l.Revoked = true
	case "late":
		l.ExpiresAt = minute(5)
	}
	return l
}

func TestClientStatus(t *testing.T) {
	t.Parallel()
	for links, want := range map[string]timesheets.ClientStatus{
		"": timesheets.ClientStatusNone, "open": timesheets.ClientStatusPending, "yes": timesheets.ClientStatusApproved,
		"no": timesheets.ClientStatusRejected, "revoked": timesheets.ClientStatusNone, "late": timesheets.ClientStatusNone,
		"yes,open": timesheets.ClientStatusPending, "open,yes": timesheets.ClientStatusPending,
		"yes,no": timesheets.ClientStatusRejected, "no,yes": timesheets.ClientStatusApproved, // the later one counts
		"no,open": timesheets.ClientStatusRejected, "yes,late": timesheets.ClientStatusApproved,
		"yes,revoked": timesheets.ClientStatusApproved, "old no": timesheets.ClientStatusNone,
		"old yes": timesheets.ClientStatusNone, "old open": timesheets.ClientStatusNone,
		"old no,yes": timesheets.ClientStatusApproved, "old yes,open": timesheets.ClientStatusPending,
	} {
		s := timesheets.Submission{Reopens: 1, Clients: []timesheets.SubmissionClient{{ID: "acme"}}}
		for kind := range strings.SplitSeq(links, ",") {
			if kind != "" {
				s.Links = append(s.Links, linkOf(kind))
			}
		}
		if got := s.ClientStatus(minute(5)); got != want {
			t.Errorf("%q: %s, want %s", links, got, want)
		}
		isDecided := strings.Contains(","+links, ",yes") || strings.Contains(","+links, ",no")
		if got := s.LatestDecision() != nil; got != isDecided {
			t.Errorf("%q: decided %t", links, got)
		}
	}
}

func TestLinkStatus(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]timesheets.LinkStatus{
		"open": timesheets.LinkOpen, "yes": timesheets.LinkApproved, "no": timesheets.LinkRejected,
		"revoked": timesheets.LinkRevoked, "late": timesheets.LinkExpired, "old open": timesheets.LinkVoid,
		"old late": timesheets.LinkVoid, "old yes": timesheets.LinkApproved, "old no": timesheets.LinkRejected,
		"old revoked": timesheets.LinkRevoked,
	} {
		if got := linkOf(kind).Status(1, minute(5)); got != want {
			t.Errorf("%s: %s, want %s", kind, got, want)
		}
	}
	open := linkOf("open")
	if open.Status(1, open.ExpiresAt.Plus(-time.Second)) != timesheets.LinkOpen ||
		open.Status(1, open.ExpiresAt) != timesheets.LinkExpired {
		t.Error("a link ends at its end, not before and not after")
	}
}
