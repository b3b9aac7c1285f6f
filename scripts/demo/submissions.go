package demo

import (
	"context"
	"time"
)

// ClientEmail is the address that the client link of the demo is mailed to.
const ClientEmail = "curator@harbour.example"

const submissionsPath = "/api/workspaces/me/timesheet-submissions"

// submitTimesheets submits two timesheets of a past week. One stays pending. The
// other is approved and gets a client link.
func (a *agency) submitTimesheets(ctx context.Context, now time.Time) error {
	week := object{
		"periodStart": now.AddDate(0, 0, -15).Format(time.DateOnly), "periodEnd": now.AddDate(0, 0, -8).Format(time.DateOnly),
	}
	if _, err := a.api.Send(ctx, a.members[3].token, "POST", submissionsPath, week); err != nil {
		return err
	}
	submission, err := a.api.Send(ctx, a.members[2].token, "POST", submissionsPath, week)
	if err != nil {
		return err
	}
	path := submissionsPath + "/" + submission["id"].(string)
	if _, err := a.api.Send(ctx, a.members[0].token, "POST", path+"/approve-all", nil); err != nil {
		return err
	}
	_, err = a.api.Send(ctx, a.members[0].token, "POST", path+"/client-approval-links", object{
		"clientEmail": ClientEmail, "clientId": a.clientID, "showAmounts": true,
	})
	return err
}
