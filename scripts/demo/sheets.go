package demo

import (
	"context"
	"time"
)

// Client is who signs the demo's timesheet.
const Client = "curator@harbour.example"

const sheets = "/api/workspaces/me/timesheet-submissions"

// submit puts timesheets of a past week on their way: one that waits to be
// decided on, and one that is approved and lies with a client to be signed.
func (a *agency) submit(ctx context.Context, now time.Time) error {
	week := object{
		"periodStart": now.AddDate(0, 0, -15).Format(time.DateOnly), "periodEnd": now.AddDate(0, 0, -8).Format(time.DateOnly),
	}
	if _, err := a.api.send(ctx, a.people[3].token, "POST", sheets, week); err != nil {
		return err
	}
	sheet, err := a.api.send(ctx, a.people[2].token, "POST", sheets, week)
	if err != nil {
		return err
	}
	path := sheets + "/" + sheet["id"].(string)
	if _, err := a.api.send(ctx, a.people[0].token, "POST", path+"/approve-all", nil); err != nil {
		return err
	}
	_, err = a.api.send(ctx, a.people[0].token, "POST", path+"/client-approval-links", object{
		"clientEmail": Client, "clientId": a.client, "showAmounts": true,
	})
	return err
}
