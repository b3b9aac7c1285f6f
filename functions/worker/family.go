package worker

import (
	"maps"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/mail"
)

// Of makes the worker of an instance, with everything it has handlers for.
func Of(d *boot.Deps, sender mail.Sender) *Worker {
	post := &Post{Store: d.Store, Sender: sender, Master: d.Config.MasterSecret, Base: d.Config.AppBaseURL}
	purger := &Purger{Store: d.Store, Master: d.Config.MasterSecret, Turn: PurgeTurn}
	handlers := post.Handlers()
	maps.Copy(handlers, cleaning(d.Store))
	maps.Copy(handlers, undoing(d.Store))
	handlers[domain.WorkPurge] = purger.Purge
	return New(d.Store, d.Log, handlers)
}
