package meta

import (
	"context"

	"stint/shared/route"
)

type healthAnswer struct {
	Status  string `json:"status"`
	Version string `json:"version"`
}

func (f *Family) health(context.Context, *route.Call[route.NoInput]) (healthAnswer, error) {
	return healthAnswer{Status: "ok", Version: f.version}, nil
}
