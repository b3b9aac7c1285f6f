package meta

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"stint/shared/edge"
	"stint/shared/problem"
	"stint/shared/route"
)

// hanging is a store whose database does not answer.
type hanging struct{}

func (hanging) Ping(ctx context.Context) error {
	<-ctx.Done()
	return problem.Unavailable(ctx.Err())
}

// A deep check waits for the database for two seconds.
func TestDeepHealthIsImpatient(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server := &route.Server{Now: time.Now, MaxBody: 1}
		f := &Family{store: hanging{}}
		handler := edge.Wrap(edge.Options{Log: slog.New(slog.DiscardHandler), Now: time.Now}, server.Handler(f, Routes))
		w, began := httptest.NewRecorder(), time.Now()
		handler.ServeHTTP(w, httptest.NewRequest("GET", healthPath+"?deep=1", nil))
		if took := time.Since(began); w.Code != 503 || took != databasePatience {
			t.Errorf("%d after %v", w.Code, took)
		}
	})
}
