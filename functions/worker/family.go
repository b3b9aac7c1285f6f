package worker

import (
	"maps"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/mail"
	"stint/shared/rerating"
)

// Of makes the worker of an instance, with everything it has handlers for.
func Of(d *boot.Deps, sender mail.Sender) *Worker {
	post := &Post{Store: d.Store, Sender: sender, Master: d.Config.MasterSecret, Base: d.Config.AppBaseURL}
	purger := &Purger{Store: d.Store, Master: d.Config.MasterSecret, Turn: PurgeTurn}
	handlers := post.Handlers()
	maps.Copy(handlers, cleaning(d.Store))
	maps.Copy(handlers, undoing(d.Store))
	jobs := &Jobs{Runner: rerating.Runner{Store: d.Store, Clock: d.Now}, Turn: JobTurn}
	handlers[domain.WorkPurge] = purger.Purge
	handlers[domain.WorkBillingJob] = jobs.CarryOn
	return New(d.Store, d.Log, handlers)
}
