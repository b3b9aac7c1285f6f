package demo

import (
	"context"
	"time"
)

// ClientEmail is the address that the client links of the demo are mailed to.
const ClientEmail = "curator@harbour.example"

const submissionsPath = "/api/workspaces/me/timesheet-submissions"

// submitTimesheets submits four timesheets of past days. One stays pending, and one has a
// rejected line. The other two are approved: the client has signed one, and has a link to sign
// the other.
func (a *agency) submitTimesheets(ctx context.Context, now time.Time) error {
	jonas, priya, tom := a.members[1], a.members[2], a.members[3]
	if _, err := a.submit(ctx, tom, now, 15); err != nil {
		return err
	}
	if err := a.rejectLine(ctx, jonas, now); err != nil {
		return err
	}
	if err := a.sendToClient(ctx, priya, now, 23); err != nil {
		return err
	}
	if err := a.signAsClient(ctx); err != nil {
		return err
	}
	return a.sendToClient(ctx, priya, now, 15)
}

// submit submits eight days of a member, of which the first is some days ago.
func (a *agency) submit(ctx context.Context, p *Member, now time.Time, back int) (object, error) {
	return a.api.Send(ctx, p.token, "POST", submissionsPath, object{
		"periodStart": now.AddDate(0, 0, -back).Format(time.DateOnly), "periodEnd": now.AddDate(0, 0, 7-back).Format(time.DateOnly),
	})
}

// rejectLine submits a week of a member, and rejects its first line.
func (a *agency) rejectLine(ctx context.Context, p *Member, now time.Time) error {
	submission, err := a.submit(ctx, p, now, 15)
	if err != nil {
		return err
	}
	line := submission["lines"].([]any)[0].(object)["id"].(string)
	_, err = a.api.Send(ctx, a.members[0].token, "POST", "/api/workspaces/me/submission-lines/"+line+"/reject", object{
		"reason": "Please add what was recorded on these days.",
	})
	return err
}

// sendToClient submits and approves a week of a member, and mails a link to the client.
func (a *agency) sendToClient(ctx context.Context, p *Member, now time.Time, back int) error {
	submission, err := a.submit(ctx, p, now, back)
	if err != nil {
		return err
	}
	path := submissionsPath + "/" + submission["id"].(string)
	if _, err := a.api.Send(ctx, a.members[0].token, "POST", path+"/approve-all", nil); err != nil {
		return err
	}
	_, err = a.api.Send(ctx, a.members[0].token, "POST", path+"/client-approval-links", object{
		"clientEmail": ClientEmail, "clientId": a.clientID, "showAmounts": true, "showEntries": true,
	})
	return err
}

// signAsClient signs with the link that was mailed to the client.
func (a *agency) signAsClient(ctx context.Context) error {
	token, err := a.api.WaitForMailedToken(ctx, ClientEmail)
	if err != nil {
		return err
	}
	_, err = a.api.Send(ctx, "", "POST", "/api/public/client-approval/"+token+"/approve", object{
		"signerName": "Clara Winter", "signerEmail": ClientEmail, "attestationAccepted": true,
	})
	return err
}

// forgetTimer starts a timer that began 11 hours ago, of which its user is mailed.
func (a *agency) forgetTimer(ctx context.Context, now time.Time) error {
	_, err := a.api.Send(ctx, a.members[3].token, "POST", "/api/timers/start", object{
		"description": "Night shift at the archive", "startedAt": now.Add(-11 * time.Hour).Format(time.RFC3339),
	})
	return err
}
