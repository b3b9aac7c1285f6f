package meta

import (
	"context"

	"stint/shared/route"
)

//openapi:schema Health
type healthAnswer struct {
	Status  string `json:"status"`
	Version string `json:"version"` // the version of the running program
}

func (f *Family) health(context.Context, *route.Call[route.NoInput]) (healthAnswer, error) {
	return healthAnswer{Status: "ok", Version: f.version}, nil
}
