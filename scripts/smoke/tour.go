package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"stint/internal/apiclient"
)

// testAccount is an account that the run made.
type testAccount struct {
	email, password, token, workspaceID string
}

// tourChecks use the service as its users do.
func tourChecks() []check {
	return []check{
		{"two users register and sign in", registerUsers},
		{"one tracks time with a timer and a batch", trackTime},
		{"a repeated request has its effect once", repeatRequest},
		{"a report counts the time", readReport},
		{"a timesheet is submitted and approved", approveTimesheet},
		{"the timesheet can be read as PDF", checkDocument},
		{"the time can be exported as a workbook", checkWorkbook},
		{"the other sees nothing of it", checkIsolation},
		{"a mail is sent", checkMail},
		{"a webhook is called", checkWebhook},
	}
}

func registerUsers(ctx context.Context, run *smokeRun) (note string, err error) {
	if run.owner, err = run.register(ctx, "Olga"); err != nil {
		return "", err
	}
	run.member, err = run.register(ctx, "Mia")
	return run.owner.email, err
}

// newAddress is an address that no account has.
func (run *smokeRun) newAddress() string {
	return strings.ReplaceAll(run.address, "{id}", strings.ToLower(rand.Text()))
}

// register makes an account and signs in.
func (run *smokeRun) register(ctx context.Context, name string) (*testAccount, error) {
	p := &testAccount{email: run.newAddress(), password: rand.Text()}
	body := object{"email": p.email, "password": p.password, "displayName": name + " (smoke test)"}
	if _, err := run.do(ctx, nil, http.MethodPost, "/api/auth/register", body); err != nil {
		return nil, err
	}
	return p, run.signIn(ctx, p)
}

// signIn signs an account in. Access tokens live for 15 minutes.
func (run *smokeRun) signIn(ctx context.Context, p *testAccount) error {
	session, err := run.do(ctx, nil, http.MethodPost, "/api/auth/login", object{"email": p.email, "password": p.password})
	if err != nil {
		return err
	}
	p.token, p.workspaceID = apiclient.Text(session, "access_token"), apiclient.Text(session, "workspace", "id")
	return nil
}

// errNoAccount is the error of checks after a registration that failed.
var errNoAccount = errors.New("there is no account to check it with")

// do sends a request as a user and returns the object of the answer. Errors: another
// status than 200.
func (run *smokeRun) do(ctx context.Context, p *testAccount, method, path string, body any) (object, error) {
	c := call{Method: method, Path: path, Body: body}
	if p != nil {
		c.Token = p.token
	}
	a, err := run.service.send(ctx, c)
	if err != nil {
		return nil, err
	}
	run.correlationID = a.Header.Get("X-Correlation-Id")
	return a.object()
}

func trackTime(ctx context.Context, run *smokeRun) (string, error) {
	if run.owner == nil {
		return "", errNoAccount
	}
	timer, err := run.do(ctx, run.owner, http.MethodPost, "/api/timers/start",
		object{"description": "smoke test", "startedAt": ago(time.Hour)})
	if err != nil {
		return "", err
	}
	stop := fmt.Sprintf("/api/timers/%v/stop", timer["id"])
	if _, err := run.do(ctx, run.owner, http.MethodPost, stop, nil); err != nil {
		return "", err
	}
	rows := []object{
		{"id": newID(), "startedAt": ago(4 * time.Hour), "stoppedAt": ago(3 * time.Hour)},
		{"id": newID(), "startedAt": ago(3 * time.Hour), "stoppedAt": ago(2 * time.Hour)},
	}
	_, err = run.do(ctx, run.owner, http.MethodPost, "/api/entries:bulk", object{"items": rows})
	return "", err
}

func repeatRequest(ctx context.Context, run *smokeRun) (string, error) {
	if run.owner == nil {
		return "", errNoAccount
	}
	c := call{
		Method: http.MethodPost, Path: "/api/tags", Token: run.owner.token, Body: object{"name": "smoke test"},
		Header: http.Header{"Idempotency-Key": {rand.Text()}},
	}
	first, err := run.service.send(ctx, c)
	if err != nil {
		return "", err
	}
	if _, err := first.object(); err != nil {
		return "", err
	}
	second, err := run.service.send(ctx, c)
	if err == nil && (second.Header.Get("Idempotency-Replayed") != "true" || string(second.Body) != string(first.Body)) {
		err = second.unexpected("the first answer again")
	}
	return "", err
}

// leastTracked is the time that the owner tracked, less a minute for clocks that differ.
const leastTracked = 3*time.Hour - time.Minute

func readReport(ctx context.Context, run *smokeRun) (string, error) {
	if run.owner == nil {
		return "", errNoAccount
	}
	path := fmt.Sprintf("/api/reports/summary?from=%s&to=%s&group_by=user", ago(24*time.Hour), ago(-time.Hour))
	report, err := run.do(ctx, run.owner, http.MethodGet, path, nil)
	if err != nil {
		return "", err
	}
	total, _ := report["total"].(object)
	if seconds, _ := total["seconds"].(float64); seconds < leastTracked.Seconds() {
		return "", fmt.Errorf("the report counts %v seconds, want at least %v", total["seconds"], leastTracked)
	}
	return "", nil
}

func approveTimesheet(ctx context.Context, run *smokeRun) (string, error) {
	if run.owner == nil {
		return "", errNoAccount
	}
	const submissions = "/api/workspaces/me/timesheet-submissions"
	days := object{"periodStart": day(-24 * time.Hour), "periodEnd": day(0)}
	submission, err := run.do(ctx, run.owner, http.MethodPost, submissions, days)
	if err != nil {
		return "", err
	}
	run.submissionID, _ = submission["id"].(string)
	approved, err := run.do(ctx, run.owner, http.MethodPost, submissions+"/"+run.submissionID+"/approve-all", nil)
	if err == nil && approved["status"] != "approved" {
		err = fmt.Errorf("the timesheet is %v, want approved", approved["status"])
	}
	return "", err
}

// checkIsolation looks for the owner's workspace as the other user.
func checkIsolation(ctx context.Context, run *smokeRun) (string, error) {
	if run.member == nil {
		return "", errNoAccount
	}
	c := call{Method: http.MethodGet, Path: "/api/workspaces/" + run.owner.workspaceID + "/members",
		Token: run.member.token}
	_, err := run.wantProblem(ctx, c, http.StatusNotFound, "not_found")
	return "", err
}

// deleteAccounts deletes the accounts, and with them their workspaces: one also if the
// other cannot be deleted.
func deleteAccounts(ctx context.Context, run *smokeRun) (string, error) {
	deleted := 0
	var failed []error
	for _, p := range []*testAccount{run.owner, run.member} {
		if p == nil {
			continue
		}
		err := run.deleteAccount(ctx, p)
		if err == nil {
			deleted++
		}
		failed = append(failed, err)
	}
	return fmt.Sprintf("%d accounts", deleted), errors.Join(failed...)
}

// deleteAccount deletes an account. The access token of the run may have expired.
func (run *smokeRun) deleteAccount(ctx context.Context, p *testAccount) error {
	if _, err := run.do(ctx, p, http.MethodDelete, "/api/me", nil); err == nil {
		return nil
	}
	if err := run.signIn(ctx, p); err != nil {
		return err
	}
	_, err := run.do(ctx, p, http.MethodDelete, "/api/me", nil)
	return err
}
