package meta

import (
	"context"

	"stint/shared/route"
)

// The service answers.
//
//openapi:schema Health
type healthAnswer struct {
	Status  string `json:"status"`  // ok: the service answers.
	Version string `json:"version"` // The version of the running program, or development.
	// The commit of its source, if it is of a release.
	Commit string `json:"commit,omitempty"`
}

func (f *Family) health(context.Context, *route.Call[route.NoInput]) (healthAnswer, error) {
	return healthAnswer{Status: "ok", Version: f.version, Commit: f.commit}, nil
}
