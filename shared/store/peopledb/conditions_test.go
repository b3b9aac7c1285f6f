package peopledb

import (
	"strconv"
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/table"
)

var conditionKey = table.Key{PK: "CONDITION", SK: "RECORD"}

// A write that accepts an invitation has the rule of its status as its condition.
func TestWhoStillInvitesIsTheRuleOfTheStatus(t *testing.T) {
	t.Parallel()
	rows := testkit.NewTable(t)
	for _, state := range []people.MemberState{people.MemberActive, people.MemberDeactivated, people.MemberLeft} {
		for _, role := range []people.Role{people.RoleAdmin, people.RoleUser, people.RoleAnalyst} {
			for _, lost := range []int64{0, 1, 2} {
				inviter, invitation := people.Member{State: state, Role: role, RightsEpoch: lost},
					people.Invitation{InviterEpoch: lost % 2}
				want := invitation.Status(&inviter) == people.InvitationOpen
				if got := rows.Meets(t, table.Encode(conditionKey, inviter), stillInvites(invitation.InviterEpoch)); got != want {
					t.Errorf("%+v of epoch %d: the condition holds: %t, the rule: %t", inviter, invitation.InviterEpoch, got, want)
				}
			}
		}
	}
}

// The use of an API key is noted when the rule says so.
func TestTheConditionOfAUseOfAKeyIsTheRule(t *testing.T) {
	t.Parallel()
	rows, now := testkit.NewTable(t), domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
	check := func(k people.APIKey) {
		t.Helper()
		if got, want := rows.Meets(t, table.Encode(conditionKey, k), useIsDue(now)), k.ShouldRecordUse(now); got != want {
			t.Errorf("used at %v: the condition holds: %t, the rule: %t", k.LastUsedAt, got, want)
		}
	}
	check(people.APIKey{})
	for _, after := range []time.Duration{-time.Second, 0, time.Second, people.LastUsedInterval} {
		at := now.Plus(-people.LastUsedInterval).Plus(after)
		check(people.APIKey{LastUsedAt: &at})
	}
}

// A code is used on the condition that the rule has when it is read.
func TestTheConditionOfACodeIsTheRule(t *testing.T) {
	t.Parallel()
	rows := testkit.NewTable(t)
	factor := people.SecondFactor{
		Sealed: []byte("secret"), UsedSteps: map[string]bool{"7": true}, RecoveryCodes: map[string]bool{"kept": true},
	}
	u := people.User{ID: domain.NewID(), SecondFactor: &factor}
	check := func(what string, use people.CodeUse, want bool) {
		t.Helper()
		if got := rows.Meets(t, table.Encode(conditionKey, u), codeUnused(use)); got != want {
			t.Errorf("%s: the condition holds: %t, the rule: %t", what, got, want)
		}
	}
	for step := range int64(9) {
		use, ok := u.UseStep(step)
		check(strconv.FormatInt(step, 10), use, ok)
	}
	for _, digest := range []string{"kept", "used"} {
		use, ok := u.UseRecoveryCode(digest)
		check(digest, use, ok)
	}
	use, _ := u.UseStep(8)
	use.Sealed = []byte("another")
	check("a code of another secret", use, false)
}
