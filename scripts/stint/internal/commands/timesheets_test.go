package commands_test

import (
	"context"
	"strings"
	"testing"
)

// submitted is a timesheet of a member, who tracked time to two projects, as the owner sees it.
func submitted(t *testing.T) (owner *terminal, member *terminal, id string) {
	t.Helper()
	x, admin := fixture(t)
	coworker := admin.AddMember("bob", "user")
	for _, project := range admin.Get("/api/projects").OK()["items"].([]any) {
		admin.Post("/api/projects/"+project.(object)["id"].(string)+"/members", object{"userId": coworker.ID}).OK()
	}
	member = newTerminal(t, admin.Service)
	member.vars["STINT_KEY"] = keyOf(coworker, "time")
	member.ok("add", "--from", "2026-06-09 9:00", "--for", "2h", "-p", "difference e")
	member.ok("add", "--from", "2026-06-10 9:00", "--for", "1h", "-p", "differential")
	member.ok("submit")
	id, _, _ = strings.Cut(x.ok("timesheets", "--everyone"), " ")
	return x, member, id
}

func TestTimesheets(t *testing.T) {
	t.Parallel()
	owner, member, id := submitted(t)
	owner.says("", "timesheets")
	owner.says(id+"  2026-06-08 to 2026-06-14  3:00  bob  submitted", "timesheets", "--everyone", "--status", "submitted")
	member.says(id+"  2026-06-08 to 2026-06-14  3:00  submitted", "timesheets", "2026-06")
	member.says("", "timesheets", "today")
	member.says("", "timesheets", "--status", "approved,rejected")
	member.fails(2, "--status does not know", "timesheets", "--status", "signed")
	if got := member.record("timesheets"); !strings.HasPrefix(got["id"].(string), id) {
		t.Error(got)
	}
}

func TestApprove(t *testing.T) {
	t.Parallel()
	owner, member, id := submitted(t)
	member.fails(3, "", "approve", id)
	owner.env.ReadSecret = func(context.Context) (string, error) { return "", nil }
	owner.input = "n\n"
	_, errors, code := owner.run("approve", id)
	if code != 1 || !strings.Contains(errors, "   2:00      120.00 EUR  Difference Engine\n   1:00        0.00 EUR  Differential\n"+
		"Go on? [y/N] ") {
		t.Errorf("%d: %s", code, errors)
	}
	owner.input = "y\n"
	owner.says("Approved. The timesheet is approved.", "approve", id)
	owner.fails(4, "waits for a decision", "approve", id, "--yes")
	owner.fails(4, "there is no timesheet", "approve", "ffffffff")
	owner.fails(2, "name a timesheet", "approve")
	owner.fails(2, "is no timesheet", "approve", "now")
}

// A timesheet that changed since it was shown is not approved.
func TestApproveOfWhatChanged(t *testing.T) {
	t.Parallel()
	owner, _, id := submitted(t)
	other := *owner
	owner.env.HTTP = beforeThe("approve-all", func() { other.ok("reject", id, "-p", "differential") })
	owner.fails(5, "changed the record", "approve", id)
}

func TestReject(t *testing.T) {
	t.Parallel()
	owner, member, id := submitted(t)
	owner.says("Rejected 1 line.", "reject", id, "this", "was", "maintenance", "-p", "differential")
	owner.fails(4, "waits for a decision", "reject", id, "-p", "differential")
	owner.says("Rejected 1 line.", "reject", id)
	member.says(id+"  2026-06-08 to 2026-06-14  3:00  rejected", "timesheets")
	owner.fails(2, "name a timesheet", "reject")
}

// Withdrawing is the opposite of submitting: the time can be changed and submitted again.
func TestWithdraw(t *testing.T) {
	t.Parallel()
	owner, member, id := submitted(t)
	owner.fails(4, "no timesheet of last-week that can be withdrawn", "withdraw")
	member.fails(2, "empty text", "withdraw", "")
	member.fails(2, "empty text", "submit", "")
	member.says("Withdrawn: 2026-06-08 to 2026-06-14, 3:00.", "withdraw")
	member.says(id+"  2026-06-08 to 2026-06-14  3:00  withdrawn", "timesheets")
	member.fails(4, "no timesheet of last-week", "withdraw", "last-week")
	member.fails(4, "no timesheet of today", "withdraw", "today")
	member.says("Withdrawn: 2026-06-08 to 2026-06-14, 3:00.", "withdraw", id) // again is fine
	member.ok("edit", "last", "corrected")
	member.ok("submit")
	id = member.record("timesheets", "--status", "submitted")["id"].(string)
	owner.fails(3, "", "withdraw", id) // only the member withdraws it
	if got := member.record("withdraw", id); got["status"] != "withdrawn" {
		t.Error(got)
	}
	member.fails(2, "is no timesheet", "withdraw", "soon")
}
