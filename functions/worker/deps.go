package worker

import (
	"context"
	"maps"

	"stint/shared/accountdeletion"
	"stint/shared/boot"
	"stint/shared/changes"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/reports"
	"stint/shared/limits"
	"stint/shared/mail"
	"stint/shared/rerating"
	"stint/shared/summing"
	"stint/shared/totals"
)

// NewFromDeps makes a worker with the handlers of all kinds of work.
func NewFromDeps(d *boot.Deps, sender mail.Sender) *Worker {
	mailer := &Mailer{
		Store: d.Store, Sender: sender, Secrets: d.Secrets, BaseURL: d.Config.AppBaseURL,
		Limits: limits.NewSent(d.Config.Limits, d.Store), VerificationRequired: d.Config.VerificationRequired,
	}
	notifier := &Notifier{
		Store: d.Store, Sender: sender, Secrets: d.Secrets, BaseURL: d.Config.AppBaseURL,
		OwnURL: d.Config.PublicURL, Clock: d.Now, Limits: mailer.Limits,
		WriteDocument: writeDocument, VerificationRequired: d.Config.VerificationRequired,
	}
	purger := &Purger{Store: d.Store, Secrets: d.Secrets, Turn: purgeTurn}
	times := changes.Times{Feed: changes.New(d.Store, d.Now)}
	uses := totals.Service{Store: d.Store, Changes: times, Clock: d.Now}
	notifier.Totals = uses
	handlers := mailer.Handlers()
	maps.Copy(handlers, notifier.Handlers())
	maps.Copy(handlers, cleanHandlers(d.Store))
	maps.Copy(handlers, abandonHandlers(d.Store))
	jobs := &JobHandler{Rerating: rerating.Service{Store: d.Store, Clock: d.Now}, Turn: jobTurn}
	eraser := &AccountEraser{Service: accountdeletion.Service{Store: d.Store}, Clock: d.Now}
	handlers[domain.WorkRecordAccountEvent] = singleTurn(func(ctx context.Context, w domain.Work) error {
		return d.Store.RecordAccountEvent(ctx, w.UserID, w.TargetID)
	})
	handlers[domain.WorkDeleteAccount] = eraser.Erase
	handlers[domain.WorkPurge] = purger.Purge
	handlers[domain.WorkRevokeGrant] = singleTurn(newRevoker(d).Revoke)
	handlers[money.WorkBillingJob] = jobs.Run
	handlers[reports.WorkSummaryJob] = SummaryHandler{summing.NewJobs(d, jobTurn)}.Run
	summaries := &TotalsBuilder{Store: d.Store, Totals: totals.Reports{Store: d.Store, Changes: times, Clock: d.Now},
		Turn: totalsTurn}
	budgets := &TotalsBuilder{Store: d.Store, Totals: uses, Turn: totalsTurn}
	handlers[domain.WorkBuildReportTotals], handlers[domain.WorkBuildBudgetTotals] = summaries.Build, budgets.Build
	w := New(d.Store, d.Log, handlers)
	timers := &TimerWatcher{Store: d.Store, Clock: d.Now}
	watched := &BudgetWatcher{Store: d.Store, Totals: uses, Clock: d.Now}
	w.parts = []part{{"webhooks that were switched off", notifyDisabled(d.Store)}, {"timers", timers.Run},
		{"budgets", watched.Run}}
	return w
}
