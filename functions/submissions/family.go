// Package submissions manages timesheets: users submit their time, and managers
// approve or reject it line by line. It also manages the links by which clients
// sign approved submissions.
package submissions

import (
	"stint/shared/answers"
	"stint/shared/boot"
	"stint/shared/limits"
	"stint/shared/secret"
	"stint/shared/store"
)

// Family holds what the operations of this package need.
type Family struct {
	store    *store.Store
	secrets  secret.Source
	pagesURL string // base URL of the pages, without a trailing slash
	mail     limits.Queued
}

type (
	summary          = answers.SubmissionSummary
	submissionAnswer = answers.Submission
	lineAnswer       = answers.SubmissionLine
)

// Function is the Lambda function of this family.
var Function = boot.NewFunction("submissions", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{store: d.Store, secrets: d.Secrets, pagesURL: d.Config.AppBaseURL, mail: d.MailLimits()}
}
