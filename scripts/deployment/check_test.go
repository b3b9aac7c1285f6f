package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/aws/smithy-go"

	"stint/internal/template"
	"stint/internal/template/templatetest"
)

// fakeAccount is an account in which everything is as it should be, unless a test
// changes it.
type fakeAccount struct {
	region, logRole string
	stacks          map[string]stack
	limit           int
	sending         sending
	verified        []string
	tables          []string
	err             map[string]error // by method
}

func goodAccount() *fakeAccount {
	return &fakeAccount{
		region: "eu-central-1", logRole: "arn:aws:iam::111122223333:role/Stint-live-GatewayLogsRole0A-1", limit: 1000,
		stacks: map[string]stack{
			"CDKToolkit": {"UPDATE_COMPLETE", map[string]string{"BootstrapVersion": "30"}},
			"Stint-live": {"UPDATE_COMPLETE", map[string]string{"TableName": "Stint-live-Table-1"}},
		},
		sending: sending{on: true, toEvery: true}, verified: []string{"example.com"},
		tables: []string{"Stint-live-Table-1", "Stint-beta-Table-1"},
		err:    map[string]error{},
	}
}

func (a *fakeAccount) Region() string { return a.region }
func (a *fakeAccount) ID(context.Context) (string, error) {
	return "111122223333", a.err["ID"]
}
func (a *fakeAccount) Stack(_ context.Context, name string) (stack, error) {
	return a.stacks[name], a.err["Stack"]
}
func (a *fakeAccount) LogRole(context.Context) (string, error) { return a.logRole, a.err["LogRole"] }
func (a *fakeAccount) Concurrency(context.Context) (int, error) {
	return a.limit, a.err["Concurrency"]
}
func (a *fakeAccount) Sending(context.Context) (sending, error) { return a.sending, a.err["Sending"] }
func (a *fakeAccount) Verified(_ context.Context, identity string) (bool, error) {
	for _, v := range a.verified {
		if v == identity {
			return true, a.err["Verified"]
		}
	}
	return false, a.err["Verified"]
}
func (a *fakeAccount) Tables(context.Context) ([]string, error) { return a.tables, a.err["Tables"] }

// goodPlan is the plan of a deployment that the good account satisfies.
func goodPlan() plan {
	return plan{stack: "Stint-live", mailFrom: "Stint <stint@mail.example.com>", logRole: logRoleStack}
}

// find is the finding of one check, as "state text".
func find(t *testing.T, a account, p plan, check string) string {
	t.Helper()
	for _, f := range checkAll(t.Context(), a, p) {
		if f.check == check {
			return string(f.state) + " " + f.text
		}
	}
	return ""
}

func TestNothingIsMissedInAGoodAccount(t *testing.T) {
	t.Parallel()
	for _, f := range checkAll(t.Context(), goodAccount(), goodPlan()) {
		if f.state != stateOK {
			t.Errorf("%+v", f)
		}
	}
}

func TestEachMissIsFound(t *testing.T) {
	t.Parallel()
	denied := &smithy.GenericAPIError{Code: "AccessDeniedException", Message: "not you"}
	for _, c := range []struct {
		check, want string
		change      func(*fakeAccount, *plan)
	}{
		{"region", "miss no region", func(a *fakeAccount, _ *plan) { a.region = "" }},
		{"credentials", "miss AWS refuses them", func(a *fakeAccount, _ *plan) { a.err["ID"] = errors.New("expired") }},
		{"region", "miss the deployment goes to eu-central-1 of 111122223333, and arn:aws:acm:us-east-1",
			func(_ *fakeAccount, p *plan) {
				p.arns = []string{"arn:aws:acm:us-east-1:111122223333:certificate/1"}
			}},
		{"region", "miss the deployment goes to",
			func(_ *fakeAccount, p *plan) { p.arns = []string{"arn:aws:acm:eu-central-1:1:certificate/1"} }},
		{"region", "ok", func(_ *fakeAccount, p *plan) {
			p.arns = []string{"arn:aws:acm:eu-central-1:111122223333:certificate/1"}
		}},
		{"bootstrap", "miss CDK is not set up", func(a *fakeAccount, _ *plan) { delete(a.stacks, "CDKToolkit") }},
		{"bootstrap", "miss CDKToolkit is UPDATE_COMPLETE with version 5", func(a *fakeAccount, _ *plan) {
			a.stacks["CDKToolkit"].outputs["BootstrapVersion"] = "5"
		}},
		{"stack", "ok Stint-live will be made", func(a *fakeAccount, _ *plan) { delete(a.stacks, "Stint-live") }},
		{"stack", "note Stint-live is left", func(a *fakeAccount,
			_ *plan) {
			a.stacks["Stint-live"] = stack{status: "ROLLBACK_COMPLETE"}
		}},
		{"stack", "ok Stint-live will be changed",
			func(a *fakeAccount, _ *plan) { a.stacks["Stint-live"] = stack{status: "UPDATE_ROLLBACK_COMPLETE"} }},
		{"stack", "miss Stint-live is ROLLBACK_FAILED",
			func(a *fakeAccount, _ *plan) { a.stacks["Stint-live"] = stack{status: "ROLLBACK_FAILED"} }},
		{"stack", "miss Stint-live is UPDATE_IN_PROGRESS",
			func(a *fakeAccount, _ *plan) { a.stacks["Stint-live"] = stack{status: "UPDATE_IN_PROGRESS"} }},
		{"earlier tables", "note the stack does not use Stint-live-Table-0:",
			func(a *fakeAccount, _ *plan) { a.tables = append(a.tables, "Stint-live-Table-0") }},
		{"role for logs", "miss API Gateway has no role",
			func(a *fakeAccount, p *plan) { a.logRole, p.logRole = "", logRoleAccount }},
		{"role for logs", "ok this stack makes it", func(a *fakeAccount, _ *plan) { a.logRole = "" }},
		{"role for logs", "miss this stack would replace arn:aws:iam::1:role/theirs",
			func(a *fakeAccount, _ *plan) { a.logRole = "arn:aws:iam::1:role/theirs" }},
		{"role for logs", "ok arn", func(a *fakeAccount, p *plan) {
			a.logRole, p.logRole = "arn:aws:iam::1:role/theirs",
				logRoleAccount
		}},
		{"role for logs", "ok not needed", func(a *fakeAccount, p *plan) { a.logRole, p.logRole = "", logRoleNone }},
		{"functions at once", "miss the account may run 10", func(a *fakeAccount, _ *plan) { a.limit = 10 }},
		{"functions at once", "miss the settings reserve 901", func(_ *fakeAccount, p *plan) { p.reserved = 901 }},
		{"functions at once", "ok", func(_ *fakeAccount, p *plan) { p.reserved = 900 }},
		{"mail", "note without mailFrom", func(_ *fakeAccount, p *plan) { p.mailFrom = "" }},
		{"mail", "miss SES has verified none of stint@mail.example.com, mail.example.com, example.com",
			func(a *fakeAccount, _ *plan) { a.verified = nil }},
		{"mail", "miss sending is paused", func(a *fakeAccount, _ *plan) { a.sending.on = false }},
		{"mail", "note SES is in its sandbox", func(a *fakeAccount, _ *plan) { a.sending.toEvery = false }},
		{"mail", "note not checked, because the credentials may not read it: not you",
			func(a *fakeAccount, _ *plan) { a.err["Sending"] = denied }},
		{"functions at once", "miss broken", func(a *fakeAccount, _ *plan) { a.err["Concurrency"] = errors.New("broken") }},
	} {
		a, p := goodAccount(), goodPlan()
		c.change(a, &p)
		if got := find(t, a, p, c.check); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", c.check, got, c.want)
		}
	}
}

func TestTheTableEndsWithAnErrorOnAMiss(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	read, err := template.Read(templatetest.Write(t, folder, templatetest.Small))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := runChecks(t.Context(), &out, goodAccount(), read); err != nil {
		t.Errorf("%v\n%s", err, out.String())
	}
	bad := goodAccount()
	bad.limit = 10
	out.Reset()
	if err := runChecks(t.Context(), &out, bad, read); !errors.Is(err, errMiss) ||
		!strings.Contains(out.String(), "\nmiss  functions at once  the account may run 10") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// The plan is read from a template, whatever order its resources have.
func TestThePlanComesFromTheTemplate(t *testing.T) {
	t.Parallel()
	text := strings.Replace(templatetest.Small, `"N": "5"`, `"N": "5", "MAIL_FROM": "stint@example.com"`, 1)
	text = strings.Replace(text, `"Timeout": 15`, `"Timeout": 15, "ReservedConcurrentExecutions": 7`, 1)
	text = strings.Replace(text, `{"StageName": "live"}`, `{"StageName": "live", "AccessLogSetting": {}}`, 1)
	text = strings.Replace(text, `"Key": {`,
		`"Domain": {"Type": "AWS::ApiGateway::DomainName", "Properties": {"RegionalCertificateArn": "arn:aws:acm:r:1:certificate/1"}},
    "Stream": {"Type": "AWS::Lambda::EventSourceMapping", "Properties": {"EventSourceArn": {"Fn::GetAtt": ["Table", "StreamArn"]}}}, "Key": {`, 1)
	read := func(text string) plan {
		made, err := template.Read(templatetest.Write(t, t.TempDir(), text))
		if err != nil {
			t.Fatal(err)
		}
		p, err := readPlan(made)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := read(text)
	if p.stack != "Stint-live" || p.mailFrom != "stint@example.com" || p.reserved != 7 || p.logRole != logRoleAccount ||
		len(p.arns) != 1 {
		t.Errorf("%+v", p)
	}
	if p = read(strings.Replace(text, `"Key": {`, `"GatewayAccount": {"Type": "AWS::ApiGateway::Account"}, "Key": {`,
		1)); p.logRole != logRoleStack {
		t.Errorf("%+v", p)
	}
	if p = read(templatetest.Small); p.logRole != logRoleNone || p.mailFrom != "" {
		t.Errorf("%+v", p)
	}
}
