package route

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json"

	"stint/shared/domain"
	"stint/shared/problem"
)

// # Idempotency
//
// A client that got no answer to a POST does not know whether it had an effect.
// With an Idempotency-Key it can send the request again: within
// domain.ReplayHours, the same key with the same body gets the first answer, and
// nothing is created twice. Routes with Spec.Creates honour the key. These are
// the steps:
//
//  1. readIdempotencyKey reads the header, and replayDigestOf makes the digest
//     under which the answer is remembered. The digest covers method and path,
//     so the same key may be used with another route.
//  2. authenticate reads the remembered answer together with the caller, so it
//     costs no round trip of its own. Answers are kept per user and workspace,
//     or per user alone where a route is about the account.
//  3. With a remembered answer, checkReplay compares the body. The same body
//     gets the remembered answer with "Idempotency-Replayed: true". Another body
//     is a validation problem. Both come after authorization: a caller who lost
//     a permission does not see the answer again.
//  4. Without one, the operation runs. It computes its answer before it writes
//     and passes it to Request.Remember, because the answer must be part of the
//     transaction that creates the record. An answer that was stored afterwards
//     would be lost if the process died in between.
//  5. Two requests with the same key may run at the same time. The store lets
//     one of them write. The other fails: with domain.ErrReplayExists, or because
//     it already sees what the first one wrote, such as a timer that runs. So
//     after every failure, loadReplayAfterFailure looks for a remembered answer
//     again.
//
// Only successful answers are remembered. A request that failed runs again.
// The other parts are domain.Replay (the record), auth (reads it with the
// caller) and the store (writes it, and drops it after its time).

// idempotencyHeader is the header of the key.
const idempotencyHeader = "Idempotency-Key"

// maxIdempotencyKey is the longest Idempotency-Key, in visible ASCII characters.
const maxIdempotencyKey = 200

// readIdempotencyKey reads the header; ok is false when none was sent.
// Errors: malformed_request.
func readIdempotencyKey(r *http.Request) (key string, ok bool, err error) {
	sent := r.Header.Values(idempotencyHeader)
	if len(sent) == 0 {
		return "", false, nil
	}
	key = sent[0]
	visible := !strings.ContainsFunc(key, func(c rune) bool { return c <= ' ' || c > '~' })
	if len(sent) > 1 || key == "" || len(key) > maxIdempotencyKey || !visible {
		return "", false, problem.Malformed("Idempotency-Key must be 1 to 200 visible ASCII characters.")
	}
	return key, true, nil
}

// replayDigestOf is the digest of the request's Idempotency-Key; "" without one
// and on routes that do not honour it. Errors: malformed_request.
func replayDigestOf(spec *Spec, h *http.Request) (string, error) {
	if !spec.Creates {
		return "", nil
	}
	key, sent, err := readIdempotencyKey(h)
	if !sent || err != nil {
		return "", err
	}
	return domain.Digest(spec.Method + "\n" + h.URL.Path + "\n" + key), nil
}

// Remember makes the record with which the answer is given again when the
// request is repeated with the same Idempotency-Key. The operation must write it
// in the transaction that creates its record. A replay has null in place of each
// ShownOnce.
func (r *Request) Remember(answer any) domain.ReplayRecord {
	if r.replayDigest == "" {
		return domain.ReplayRecord{}
	}
	record := domain.ReplayRecord{
		UserID: r.User.ID, Digest: r.replayDigest,
		Replay: domain.Replay{BodyHash: domain.Digest(string(r.body)), Answer: encodeJSON(answer, withoutSecrets()),
			ETag: etagOf(answer)},
	}
	if !r.spec.isPerUser() {
		record.WorkspaceID = r.WorkspaceID()
	}
	return record
}

// ShownOnce is a secret that only the first answer shows. What remembers an answer has null
// in its place.
type ShownOnce string

// withoutSecrets writes null in place of each ShownOnce.
func withoutSecrets() json.Options {
	return json.WithMarshalers(json.MarshalFunc(func(ShownOnce) ([]byte, error) { return []byte("null"), nil }))
}

// checkReplay checks that the remembered answer was given to the same body.
// Errors: validation with idempotency_key_reused.
func checkReplay(replay *domain.Replay, body []byte) error {
	if replay.BodyHash != domain.Digest(string(body)) {
		return problem.InvalidIn(problem.InHeader, idempotencyHeader, problem.IdempotencyKeyReused)
	}
	return nil
}

// loadReplayAfterFailure looks again for a remembered answer after the operation
// failed: a request with the same key may have been written after the first look.
// Without one, the failure stays. Errors: failure, as checkReplay, and conflict when
// the answer of a request that won the race cannot be read yet.
func (s *Server) loadReplayAfterFailure(ctx context.Context, r *Request, failure error) (*domain.Replay, error) {
	isLostRace := errors.Is(failure, domain.ErrReplayExists)
	replay, err := s.authenticate(ctx, r)
	switch {
	case err == nil && replay != nil:
		return replay, checkReplay(replay, r.body)
	case !isLostRace:
		return nil, failure
	case err != nil:
		return nil, err
	}
	return nil, problem.Conflict(problem.RequestRunning, "A request with this Idempotency-Key is still running.")
}

// writeReplay sends a remembered answer again.
func writeReplay(w http.ResponseWriter, replay *domain.Replay) {
	w.Header().Set("Idempotency-Replayed", "true")
	writeJSONBody(w, replay.Answer, replay.ETag)
}
