package domain_test

import (
	"strings"
	"testing"
	"time"

	"stint/shared/domain"
)

// A link for tests: open, yes, no, revoked, late, or void; "old" ones were made
// before the submission was last reopened.
func linkOf(kind string) domain.LinkState {
	l := domain.LinkState{ExpiresAt: minute(10), Reopens: 1}
	if rest, old := strings.CutPrefix(kind, "old "); old {
		l.Reopens, kind = 0, rest
	}
	at := minute(1)
	switch kind {
	case "yes":
		l.Decision, l.SignerName, l.DecidedAt = domain.DecisionApproved, "Cleo", &at
	case "no":
		l.Decision, l.SignerName, l.DecidedAt = domain.DecisionRejected, "Cleo", &at
	case "revoked":
		l.Revoked = true
	case "late":
		l.ExpiresAt = minute(5)
	}
	return l
}

func TestClientStatus(t *testing.T) {
	t.Parallel()
	for links, want := range map[string]domain.ClientStatus{
		"": domain.ClientStatusNone, "open": domain.ClientStatusPending, "yes": domain.ClientStatusApproved, "no": domain.ClientStatusRejected,
		"revoked": domain.ClientStatusNone, "late": domain.ClientStatusNone, "yes,open": domain.ClientStatusPending, "open,yes": domain.ClientStatusPending,
		"yes,no": domain.ClientStatusRejected, "no,yes": domain.ClientStatusRejected, "no,open": domain.ClientStatusRejected, "yes,late": domain.ClientStatusApproved, "yes,revoked": domain.ClientStatusApproved,
		"old no": domain.ClientStatusNone, "old yes": domain.ClientStatusNone, "old open": domain.ClientStatusNone, "old no,yes": domain.ClientStatusApproved, "old yes,open": domain.ClientStatusPending,
	} {
		s := domain.Submission{Reopens: 1}
		for kind := range strings.SplitSeq(links, ",") {
			if kind != "" {
				s.Links = append(s.Links, linkOf(kind))
			}
		}
		if got := s.ClientStatus(minute(5)); got != want {
			t.Errorf("%q: %s, want %s", links, got, want)
		}
		if signed := s.LatestApproval() != nil; signed != (strings.Contains(","+links, ",yes")) {
			t.Errorf("%q: signed %t", links, signed)
		}
	}
}

func TestLinkStatus(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]domain.LinkStatus{
		"open": domain.LinkOpen, "yes": domain.LinkApproved, "no": domain.LinkRejected, "revoked": domain.LinkRevoked, "late": domain.LinkExpired,
		"old open": domain.LinkVoid, "old late": domain.LinkVoid, "old yes": domain.LinkApproved, "old no": domain.LinkRejected, "old revoked": domain.LinkRevoked,
	} {
		if got := linkOf(kind).Status(1, minute(5)); got != want {
			t.Errorf("%s: %s, want %s", kind, got, want)
		}
	}
	open := linkOf("open")
	if open.Status(1, open.ExpiresAt.Plus(-time.Second)) != domain.LinkOpen || open.Status(1, open.ExpiresAt) != domain.LinkExpired {
		t.Error("a link ends at its end, not before and not after")
	}
}
