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
	l := domain.LinkState{EndsAt: minute(10), Reopens: 1}
	if rest, old := strings.CutPrefix(kind, "old "); old {
		l.Reopens, kind = 0, rest
	}
	at := minute(1)
	switch kind {
	case "yes":
		l.Decision, l.Signer, l.At = domain.ClientApproved, "Cleo", &at
	case "no":
		l.Decision, l.Signer, l.At = domain.ClientRejected, "Cleo", &at
	case "revoked":
		l.Revoked = true
	case "late":
		l.EndsAt = minute(5)
	}
	return l
}

func TestClientStatus(t *testing.T) {
	t.Parallel()
	for links, want := range map[string]domain.ClientStatus{
		"": domain.ClientNone, "open": domain.ClientPending, "yes": domain.ClientSaysYes, "no": domain.ClientSaysNo,
		"revoked": domain.ClientNone, "late": domain.ClientNone, "yes,open": domain.ClientPending, "open,yes": domain.ClientPending,
		"yes,no": domain.ClientSaysNo, "no,yes": domain.ClientSaysNo, "no,open": domain.ClientSaysNo, "yes,late": domain.ClientSaysYes, "yes,revoked": domain.ClientSaysYes,
		"old no": domain.ClientNone, "old yes": domain.ClientNone, "old open": domain.ClientNone, "old no,yes": domain.ClientSaysYes, "old yes,open": domain.ClientPending,
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
		if signed := s.Signed() != nil; signed != (strings.Contains(","+links, ",yes")) {
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
	if open.Status(1, open.EndsAt.Plus(-time.Second)) != domain.LinkOpen || open.Status(1, open.EndsAt) != domain.LinkExpired {
		t.Error("a link ends at its end, not before and not after")
	}
}
