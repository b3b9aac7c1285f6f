package worker

import (
	"maps"

	"stint/shared/boot"
	"stint/shared/mail"
)

// Of makes the worker of an instance, with everything it has handlers for.
func Of(d *boot.Deps, sender mail.Sender) *Worker {
	post := &Post{Store: d.Store, Sender: sender, Master: d.Config.MasterSecret, Base: d.Config.AppBaseURL}
	handlers := post.Handlers()
	maps.Copy(handlers, cleaning(d.Store))
	return New(d.Store, d.Log, handlers)
}
