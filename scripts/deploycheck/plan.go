package main

import (
	"fmt"
	"strings"

	"stint/internal/template"
)

// plan is what a deployment needs of the account.
type plan struct {
	stack    string
	mailFrom string   // "" is no mail
	logRole  logRole  // of the gateway's logs
	reserved int      // functions at once that the stack reserves
	arns     []string // of resources that must be there, in the same region
}

// logRole says who makes the role for the gateway's logs.
type logRole int

const (
	logRoleNone    logRole = iota // the gateway does not log
	logRoleAccount                // the account must have one
	logRoleStack                  // the stack makes one
)

// readPlan reads a plan from the template.
func readPlan(t *template.Template) (plan, error) {
	functions, err := t.Functions()
	if err != nil {
		return plan{}, err
	}
	p := plan{stack: t.Stack, logRole: readLogRole(t)}
	for _, f := range functions {
		if from, ok := f.Environment["MAIL_FROM"].(string); ok {
			p.mailFrom = from
		}
		if n, ok := t.Resources[f.Name].Properties["ReservedConcurrentExecutions"].(float64); ok {
			p.reserved += int(n)
		}
	}
	for kind, property := range map[string]string{
		"AWS::ApiGateway::DomainName": "RegionalCertificateArn", "AWS::Lambda::EventSourceMapping": "EventSourceArn",
	} {
		for _, name := range t.OfType(kind) {
			if arn, ok := t.Resources[name].Properties[property].(string); ok { // a reference is a resource of the stack
				p.arns = append(p.arns, arn)
			}
		}
	}
	return p, nil
}

func readLogRole(t *template.Template) logRole {
	if len(t.OfType("AWS::ApiGateway::Account")) > 0 {
		return logRoleStack
	}
	for _, name := range t.OfType("AWS::ApiGateway::Stage") {
		if t.Resources[name].Properties["AccessLogSetting"] != nil {
			return logRoleAccount
		}
	}
	return logRoleNone
}

// place is the region and the account of an ARN.
func place(arn string) string {
	parts := strings.SplitN(arn, ":", 6)
	if len(parts) < 6 {
		return ""
	}
	return fmt.Sprintf("%s of %s", parts[3], parts[4])
}
