// Package demo fills a home server with the data of a small agency: members,
// projects and a month of tracked time. It uses only the API.
package demo

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"stint/scripts/internal/homeclient"
)

type object = homeclient.Object

// Password of every demo account.
const Password = "stint demo password"

// Member is a member of the agency's workspace.
type Member struct {
	Name, Email, Role string
	rate              any    // in cents per hour; nil takes the workspace's rate
	language          string // of mails and pages
	token             string // access token
}

// Members are all members of the demo, the owner first.
func Members() []*Member {
	return []*Member{
		{Name: "Mara Lindqvist", Email: "mara@example.com", Role: "owner", language: "en"},
		{Name: "Jonas Abel", Email: "jonas@example.com", Role: "admin", language: "de"},
		{Name: "Priya Nair", Email: "priya@example.com", Role: "user", rate: 7600, language: "en"},
		{Name: "Tom Okafor", Email: "tom@example.com", Role: "user", language: "en"},
		{Name: "Lea Brandt", Email: "lea@example.com", Role: "analyst", language: "en"},
	}
}

// TrackedDays is the number of days before today that have tracked time.
const TrackedDays = 30

// agency is the state of Fill.
type agency struct {
	api         *homeclient.Client
	members     []*Member
	workspaceID string
	assignments []assignment // what time is tracked to
	tagIDs      []string
	clientID    string // the first client
	random      *rand.Rand
}

// assignment is a task with its project.
type assignment struct {
	projectID, taskID string
	texts             []string // descriptions of entries
}

// Fill creates the agency through the API at an address, with tracked time up to
// now. It does nothing if the owner's account exists. The same seed makes the same
// entries.
func Fill(ctx context.Context, address string, now time.Time, seed uint64) error {
	a := &agency{api: &homeclient.Client{Address: address}, members: Members(), random: rand.New(rand.NewPCG(seed, seed))}
	filled, err := a.hasAccount(ctx, a.members[0])
	if err != nil || filled {
		return err
	}
	for _, step := range []func(context.Context) error{a.registerOwner, a.setRates, a.inviteMembers, a.createProjects} {
		if err := step(ctx); err != nil {
			return fmt.Errorf("fill the demo: %w", err)
		}
	}
	if err := a.trackTime(ctx, now); err != nil {
		return err
	}
	if err := a.submitTimesheets(ctx, now); err != nil {
		return err
	}
	return a.forgetTimer(ctx, now)
}

// hasAccount reports whether the member already has an account.
func (a *agency) hasAccount(ctx context.Context, p *Member) (bool, error) {
	_, err := a.api.Send(ctx, "", "POST", "/api/auth/login", object{"email": p.Email, "password": Password})
	var failed *homeclient.StatusError
	if errors.As(err, &failed) && failed.Status == 401 {
		return false, nil
	}
	return err == nil, err
}

// registerOwner registers the owner with the workspace, and proves their address with the token from their mail.
func (a *agency) registerOwner(ctx context.Context) error {
	owner := a.members[0]
	session, err := a.api.Send(ctx, "", "POST", "/api/auth/register", object{
		"email": owner.Email, "password": Password, "displayName": owner.Name,
		"workspaceName": "Northlight Studio", "timezone": "Europe/Berlin",
	})
	if err != nil {
		return err
	}
	owner.token = session["access_token"].(string)
	a.workspaceID = session["workspace"].(object)["id"].(string)
	token, err := a.api.WaitForMailedToken(ctx, owner.Email)
	if err != nil {
		return err
	}
	_, err = a.api.Send(ctx, owner.token, "POST", "/api/auth/verify-email", object{"token": token})
	return err
}

// setRates sets the workspace's currency and default rate.
func (a *agency) setRates(ctx context.Context) error {
	_, err := a.api.Send(ctx, a.members[0].token, "PUT", "/api/workspaces/me/billable-settings", object{
		"currency": "EUR", "defaultHourlyRate": 8500, "defaultIsBillable": true,
		"rounding": object{"mode": "none"}, "membersSeeRates": false,
	})
	return err
}

// inviteMembers invites the other members, registers them with the token from their
// mail and sets their rates.
func (a *agency) inviteMembers(ctx context.Context) error {
	for _, p := range a.members[1:] {
		_, err := a.api.Send(ctx, a.members[0].token, "POST", "/api/workspaces/"+a.workspaceID+"/invitations", object{"email": p.Email, "role": p.Role})
		if err != nil {
			return err
		}
		token, err := a.api.WaitForMailedToken(ctx, p.Email)
		if err != nil {
			return err
		}
		session, err := a.api.Send(ctx, "", "POST", "/api/auth/register", object{
			"email": p.Email, "password": Password, "displayName": p.Name, "invitationToken": token, "preferredLanguage": p.language,
		})
		if err != nil {
			return err
		}
		p.token = session["access_token"].(string)
		if p.rate == nil {
			continue
		}
		member := "/api/workspaces/" + a.workspaceID + "/members/" + session["user"].(object)["id"].(string)
		if _, err := a.api.Send(ctx, a.members[0].token, "PATCH", member, object{"hourlyRate": p.rate}); err != nil {
			return err
		}
	}
	return nil
}
