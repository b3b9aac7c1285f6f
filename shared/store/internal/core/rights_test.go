package core

import (
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/table"
)

// The conditions of writes on accounts, workspaces and members are the rules of the domain.
func TestConditionsOnAccountsAndWorkspacesAreTheRules(t *testing.T) {
	t.Parallel()
	rows, k := testkit.NewTable(t), table.Key{PK: "CONDITION", SK: "RECORD"}
	check := func(record any, when expression.ConditionBuilder, want bool) {
		t.Helper()
		if got := rows.Meets(t, table.Encode(k, record), when); got != want {
			t.Errorf("%+v: the condition holds: %t, the rule: %t", record, got, want)
		}
	}
	at := domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
	for _, when := range []*domain.Instant{nil, &at} {
		u := people.User{DeletedAt: when}
		check(u, AccountExists, !u.Deleted())
	}
	for _, w := range []people.Workspace{
		{}, {DeletedAt: &at, PurgeAt: &at}, {DeletedAt: &at, PurgeAt: &at, PurgeBegunAt: &at},
	} {
		check(w, WorkspaceExists, !w.Deleted())
		check(w, NotBeingPurged, !w.PurgeBegun())
	}
	for _, state := range []people.MemberState{people.MemberActive, people.MemberDeactivated, people.MemberLeft} {
		m := people.Member{State: state}
		check(m, IsActive, m.Active())
	}
}
