package meta

import (
	"context"
	"time"

	"stint/shared/route"
	"stint/shared/wire"
)

// depth says how far a health check looks.
type depth string

// deep is the depth that reads the database.
const deep depth = "1"

type healthInput struct {
	Deep wire.Optional[depth] `query:"deep" enum:"0,1"` // 1 reads the database, too.
}

// The service answers.
//
//openapi:schema Health
type healthAnswer struct {
	Status  string `json:"status"`  // ok: the service answers.
	Version string `json:"version"` // The version of the running program, or development.
	// The commit of its source, if it is of a release.
	Commit string `json:"commit,omitempty"`
	// ok: the database has answered. Null without deep=1.
	Database *string `json:"database"`
}

// databasePatience is how long a deep check waits for the database. A read takes milliseconds.
const databasePatience = 2 * time.Second

// health reads nothing, unless a monitor asks for a deep check. Errors: rate_limited; service_unavailable when the
// database does not answer.
func (f *Family) health(ctx context.Context, r *route.Request, in healthInput) (healthAnswer, error) {
	answer := healthAnswer{Status: "ok", Version: f.version, Commit: f.commit}
	if in.Deep.Value != deep {
		return answer, nil
	}
	if err := r.CountNetwork(ctx); err != nil {
		return answer, err
	}
	ctx, cancel := context.WithTimeout(ctx, databasePatience)
	defer cancel()
	answer.Database = new("ok")
	return answer, f.store.Ping(ctx)
}
