package main

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"

	"stint/shared/edge"
	"stint/shared/store"
)

// queuePath is the path of the list of dead letters. The cloud has no such route.
const queuePath = "/_local/queue"

// deadLetterReader reads dead letters; the store implements it.
type deadLetterReader interface {
	// DeadLetters returns all dead letters, the oldest first.
	DeadLetters(ctx context.Context) iter.Seq2[store.DeadLetter, error]
}

// deadLetter is a dead letter as JSON.
type deadLetter struct {
	ID          string `json:"id"`
	Kind        string `json:"kind"`
	WorkspaceID string `json:"workspace_id,omitempty"`
	TargetID    string `json:"target_id"`
	Tries       int    `json:"tries"`
	CreatedAt   string `json:"created_at"`
	GivenUpAt   string `json:"given_up_at"`
}

// withQueue serves the list of dead letters in front of the gateway.
func withQueue(g deadLetterReader, gateway http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.URL.Path != queuePath {
			gateway.ServeHTTP(w, r)
			return
		}
		edge.SetCorrelationID(w, r)
		items := []deadLetter{}
		for d, err := range g.DeadLetters(r.Context()) {
			if err != nil {
				http.Error(w, "the queue cannot be read", http.StatusServiceUnavailable)
				return
			}
			items = append(items, deadLetter{
				ID: string(d.ID), Kind: string(d.Kind), WorkspaceID: string(d.WorkspaceID), TargetID: string(d.TargetID),
				Tries: d.Tries, CreatedAt: d.CreatedAt.String(), GivenUpAt: d.GivenUpAt.String(),
			})
		}
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_ = json.NewEncoder(w).Encode(map[string]any{"items": items})
	})
}
