// Package demo fills a home server with the data of a small agency: members,
// projects and a month of tracked time. It uses only the API.
package demo

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"stint/internal/apiclient"
	"stint/scripts/internal/sampledata"
)

type object = apiclient.Object

// ClientEmail is the address that the client links of the demo are mailed to.
const ClientEmail = "curator@harbour.example"

// TrackedDays is the number of days before today that have tracked time.
const TrackedDays = 30

// signedIn is the agency at an address, with a session of its owner.
func signedIn(ctx context.Context, address string) (*sampledata.Maker, *sampledata.Person) {
	m := sampledata.New(ctx, &apiclient.Client{Address: address}, sampledata.Agency())
	m.SignIn(m.Team.Owner())
	return m, m.Team.Owner()
}

// Fill creates the agency through the API at an address, with tracked time up to now. It does
// nothing if the owner's account exists. The same seed makes the same entries.
func Fill(ctx context.Context, address string, now time.Time, seed uint64) error {
	m, _ := signedIn(ctx, address)
	if refused, ok := errors.AsType[*apiclient.StatusError](m.Err); !ok || refused.Status != http.StatusUnauthorized {
		return m.Err
	}
	m.Err = nil
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		return err
	}
	m.Make()
	proveAddress(m)
	setRates(m)
	trackTime(m, now.In(berlin), seed)
	submitTimesheets(m, now)
	forgetTimer(m, now)
	if m.Err != nil {
		return fmt.Errorf("fill the demo: %w", m.Err)
	}
	return nil
}

// proveAddress proves the owner's address with the token from their mail.
func proveAddress(m *sampledata.Maker) {
	owner := m.Team.Owner()
	m.Post(owner.Token, "/api/auth/verify-email", object{"token": m.MailedToken(owner.Email, "verify-email")})
}

// setRates sets the workspace's currency and default rate.
func setRates(m *sampledata.Maker) {
	m.Send(m.Team.Owner().Token, http.MethodPut, "/api/workspaces/me/billable-settings", object{
		"currency": "EUR", "defaultHourlyRate": 8500, "defaultIsBillable": true,
		"rounding": object{"mode": "none"}, "membersSeeRates": false,
	})
}

// trackTime tracks a month of time for all members who may, and starts one timer.
func trackTime(m *sampledata.Maker, now time.Time, seed uint64) {
	for i, p := range m.Team.People {
		if p.Role != "analyst" {
			m.Track(p, sampledata.NewTimeline(m.Team, sampledata.OfficeHours, now, seed+uint64(i)).Days(TrackedDays))
		}
	}
	running := m.Team.Work[0]
	m.Post(m.Team.People[2].Token, "/api/timers/start", object{
		"taskId": running.TaskID, "description": running.Texts[0],
		"startedAt": now.Add(-40 * time.Minute).UTC().Format(time.RFC3339),
	})
}

// submitTimesheets submits four timesheets of past days. One stays pending, and one has a
// rejected line. The other two are approved: the client has signed one, and has a link to sign
// the other.
func submitTimesheets(m *sampledata.Maker, now time.Time) {
	jonas, priya, tom := m.Team.People[1], m.Team.People[2], m.Team.People[3]
	submit := func(p *sampledata.Person, back int) sampledata.Timesheet {
		return m.Submit(p, now.AddDate(0, 0, -back).Format(time.DateOnly), now.AddDate(0, 0, 7-back).Format(time.DateOnly))
	}
	link := object{"clientEmail": ClientEmail, "clientId": m.Team.ClientIDs[0], "showAmounts": true, "showEntries": true}
	submit(tom, 15)
	m.RejectLine(submit(jonas, 15), "Please add what was recorded on these days.")
	m.ApproveForClient(submit(priya, 23), link)
	m.Post("", "/api/public/client-approval/"+m.MailedToken(ClientEmail, "client-approval")+"/approve", object{
		"signerName": "Clara Winter", "signerEmail": ClientEmail, "attestationAccepted": true,
	})
	m.ApproveForClient(submit(priya, 15), link)
}

// forgetTimer starts a timer that began 11 hours ago, of which its user is mailed.
func forgetTimer(m *sampledata.Maker, now time.Time) {
	m.Post(m.Team.People[3].Token, "/api/timers/start", object{
		"description": "Night shift at the archive", "startedAt": now.Add(-11 * time.Hour).Format(time.RFC3339),
	})
}
