// Package demo fills a home server with a small agency and a month of its
// time, through the API and nothing else.
package demo

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Password is everyone's in the demo.
const Password = "stint demo password"

// Person is somebody who works at the agency.
type Person struct {
	Name, Email, Role string
	rate              any // in cents an hour; nil takes the workspace's
	token             string
}

// People are everyone in the demo, the owner first.
func People() []*Person {
	return []*Person{
		{Name: "Mara Lindqvist", Email: "mara@example.com", Role: "owner"},
		{Name: "Jonas Abel", Email: "jonas@example.com", Role: "admin"},
		{Name: "Priya Nair", Email: "priya@example.com", Role: "user", rate: 7600},
		{Name: "Tom Okafor", Email: "tom@example.com", Role: "user"},
		{Name: "Lea Brandt", Email: "lea@example.com", Role: "analyst"},
	}
}

// Days is how far back the tracked time goes.
const Days = 30

// agency is a demo while it is being filled.
type agency struct {
	api       *client
	people    []*Person
	workspace string
	works     []work // what time is tracked to
	tags      []string
	client    string // whose projects come first
	dice      *rand.Rand
}

// work is a task of a project that somebody may spend time on.
type work struct {
	project, task string
	texts         []string
}

// Fill makes the agency at an address where Stint runs, with time up to now.
// Where it is there already, nothing happens. The same seed makes the same
// agency.
func Fill(ctx context.Context, address string, now time.Time, seed uint64) error {
	a := &agency{api: newClient(address), people: People(), dice: rand.New(rand.NewPCG(seed, seed))}
	there, err := a.signIn(ctx, a.people[0])
	if err != nil || there {
		return err
	}
	for _, step := range []func(context.Context) error{a.found, a.price, a.hire, a.plan} {
		if err := step(ctx); err != nil {
			return fmt.Errorf("fill the demo: %w", err)
		}
	}
	if err := a.work(ctx, now); err != nil {
		return err
	}
	return a.submit(ctx, now)
}

// signIn reports whether the person has an account already.
func (a *agency) signIn(ctx context.Context, p *Person) (bool, error) {
	_, err := a.api.send(ctx, "", "POST", "/api/auth/login", object{"email": p.Email, "password": Password})
	var refused *refusal
	if errors.As(err, &refused) && refused.status == 401 {
		return false, nil
	}
	return err == nil, err
}

// found registers the owner with the workspace.
func (a *agency) found(ctx context.Context) error {
	owner := a.people[0]
	session, err := a.api.send(ctx, "", "POST", "/api/auth/register", object{
		"email": owner.Email, "password": Password, "displayName": owner.Name,
		"workspaceName": "Northlight Studio", "timezone": "Europe/Berlin",
	})
	if err != nil {
		return err
	}
	owner.token = session["access_token"].(string)
	a.workspace = session["workspace"].(object)["id"].(string)
	return nil
}

// price sets what time is worth where nothing more exact is said.
func (a *agency) price(ctx context.Context) error {
	_, err := a.api.send(ctx, a.people[0].token, "PUT", "/api/workspaces/me/billable-settings", object{
		"currency": "EUR", "defaultHourlyRate": 8500, "defaultIsBillable": true,
		"rounding": object{"mode": "none"}, "membersSeeRates": false,
	})
	return err
}

// hire invites everyone else; they register with the token from their mail.
func (a *agency) hire(ctx context.Context) error {
	for _, p := range a.people[1:] {
		_, err := a.api.send(ctx, a.people[0].token, "POST", "/api/workspaces/"+a.workspace+"/invitations", object{"email": p.Email, "role": p.Role})
		if err != nil {
			return err
		}
		token, err := a.api.mailedToken(ctx, p.Email)
		if err != nil {
			return err
		}
		session, err := a.api.send(ctx, "", "POST", "/api/auth/register", object{
			"email": p.Email, "password": Password, "displayName": p.Name, "invitationToken": token,
		})
		if err != nil {
			return err
		}
		p.token = session["access_token"].(string)
		if p.rate == nil {
			continue
		}
		member := "/api/workspaces/" + a.workspace + "/members/" + session["user"].(object)["id"].(string)
		if _, err := a.api.send(ctx, a.people[0].token, "PATCH", member, object{"hourlyRate": p.rate}); err != nil {
			return err
		}
	}
	return nil
}
