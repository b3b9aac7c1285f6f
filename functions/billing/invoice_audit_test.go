package billing_test

import (
	"fmt"
	"testing"
	"time"

	"stint/internal/apitest"
)

// The audit log has the marks that were taken away, also by a job that a request runs.
func TestTheAuditLogHasClearedInvoices(t *testing.T) {
	t.Parallel()
	api := shrinkJobs(apitest.New(t))
	owner := api.Register("ada")
	var ids []string
	for range 4 {
		ids = append(ids, trackHour(owner, nil)["id"].(string))
	}
	newest := func() any {
		log := owner.Get("/api/workspaces/" + owner.WorkspaceID + "/audit-log?action=entries.invoiced").Items()
		return log[0]["changes"].(object)["invoice"]
	}
	for _, c := range []struct {
		body object
		want string
	}{
		{invoicing("B", ids[0]), "[<nil> B]"}, {invoicing("A", ids[1:]...), "[<nil> A]"},
		{invoicing(nil, ids[3]), "[A <nil>]"}, {invoicing(nil, ids[:2]...), "[[A B] <nil>]"},
		{invoicing("B", ids[0]), "[<nil> B]"}, {invoicingWhere(nil, nil), "[[A B] <nil>]"},
	} {
		api.Clock.Advance(time.Second)
		owner.Post(invoicePath, c.body).OK()
		if got := fmt.Sprint(newest()); got != c.want {
			t.Errorf("%v: the log has %s, want %s", c.body, got, c.want)
		}
	}
	insertEntries(t, owner, entriesOfStep+1)
	owner.Post(invoicePath, invoicingWhere("C", nil)).OK()
	api.Clock.Advance(time.Second)
	if done := owner.Post(invoicePath, invoicingWhere(nil, nil)).OK(); done["job_id"] == nil {
		t.Errorf("no job: %v", done)
	}
	if got := fmt.Sprint(newest()); got != "[C <nil>]" {
		t.Errorf("of a job: the log has %s", got)
	}
}
