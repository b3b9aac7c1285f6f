package route

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"time"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/edge"
	"stint/shared/problem"
)

// Gate finds out who asks. Errors: unauthorized.
type Gate interface {
	Admit(ctx context.Context, asked auth.Asked) (auth.Caller, *domain.Replay, error)
}

// Limiter counts attempts in fixed windows that all instances share.
type Limiter interface {
	// Count counts one attempt of a subject. Errors: rate_limited with the
	// time until the window ends, service_unavailable.
	Count(ctx context.Context, kind, subject string, limit int) error
}

// Server is what all routes of a function share.
type Server struct {
	Gate       Gate
	Limiter    Limiter
	Now        func() time.Time
	MaxBody    int64  // bytes; a body of exactly that many passes
	PerAddress int    // attempts a minute and client address on limited routes; 0 is no limit
	Base       string // path that the service hangs under; "" at a root
}

// serve takes one request through the checks, in the order that the contract
// gives them: 413, rate limit, 401, path 404, 403, 400, then the operation with
// 415, 422 and 409.
func (s *Server) serve(w http.ResponseWriter, h *http.Request, spec *Spec, family any) {
	note := edge.NoteOf(h.Context())
	note.Route = spec.ID
	answer, replayed, err := s.answer(h, spec, family, w.Header())
	switch {
	case err != nil && spec.Landing != "" && browses(h):
		note.Err = err
		s.mishap(spec, problem.From(err), note.CorrelationID).Respond(w)
	case err != nil:
		s.refuse(w, h, family, err)
	case replayed != nil:
		w.Header().Set("Idempotency-Replayed", "true")
		writeJSON(w, replayed.Answer, replayed.ETag)
	default:
		if responder, ok := answer.(Responder); ok {
			responder.Respond(w)
			return
		}
		writeJSON(w, render(answer), etagOf(answer))
	}
}

// mishap sends a browser on to the page that tells what went wrong: neither is
// a problem for people to read, nor should what it came with stay in its
// address.
func (s *Server) mishap(spec *Spec, p *problem.Error, correlationID string) Redirect {
	return Redirect{To: s.Base + spec.Landing + "?" + url.Values{"code": {string(p.Code)}, "id": {correlationID}}.Encode()}
}

func (s *Server) answer(h *http.Request, spec *Spec, family any, out http.Header) (any, *domain.Replay, error) {
	ctx := h.Context()
	body, err := s.read(h)
	if err != nil {
		return nil, nil, err
	}
	if err := s.limit(ctx, spec); err != nil {
		return nil, nil, err
	}
	r := &Request{Now: domain.At(s.Now()), spec: spec, http: h, out: out, body: body, ids: pathIDs(spec, h)}
	malformed := r.preconditions()
	replay, err := s.admit(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	thing, err := s.permit(ctx, r, family)
	if err != nil {
		return nil, nil, err
	}
	if malformed != nil {
		return nil, nil, malformed
	}
	if replay != nil {
		return nil, replay, replayable(replay, body)
	}
	answer, err := spec.Op.run(ctx, family, r, thing)
	if r.replay != "" && lostRace(err) {
		return s.replayAfterRace(ctx, r)
	}
	return answer, nil, err
}

// read takes in the whole body, but not one byte more than the cap and one.
func (s *Server) read(h *http.Request) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(h.Body, s.MaxBody+1))
	switch {
	case err != nil:
		return nil, problem.Malformed("The body could not be read.")
	case int64(len(body)) > s.MaxBody:
		return nil, problem.New(problem.PayloadTooLarge)
	}
	return body, nil
}

func (s *Server) limit(ctx context.Context, spec *Spec) error {
	if spec.Limit == NoLimit || s.PerAddress == 0 {
		return nil
	}
	address := edge.NoteOf(ctx).ClientAddress
	return s.Limiter.Count(ctx, "address."+string(spec.Limit), subnet(address), s.PerAddress)
}

// pathIDs reads the UUIDs in the path. One that is none is left out.
func pathIDs(spec *Spec, h *http.Request) map[string]domain.ID {
	ids := map[string]domain.ID{}
	for _, name := range spec.Params() {
		if !IsID(name) {
			continue
		}
		if id, ok := domain.ParseID(h.PathValue(name)); ok {
			ids[name] = id
		}
	}
	return ids
}

// preconditions reads the headers that guard a write. What is malformed in
// them is reported after everything that tells nothing about the thing. GET and
// POST take no If-Match, and so find no fault with one.
func (r *Request) preconditions() error {
	var err error
	r.ifMatch = match{any: true}
	switch r.spec.Method {
	case http.MethodPut, http.MethodPatch, http.MethodDelete:
		if r.ifMatch, err = readIfMatch(r.http); err != nil {
			return err
		}
	}
	if !r.spec.Creates {
		return nil
	}
	key, sent, err := readIdempotencyKey(r.http)
	if sent && err == nil {
		r.replay = hash([]byte(r.spec.Method + "\n" + r.http.URL.Path + "\n" + key))
	}
	return err
}

// refuse writes the problem, or what the family shows in its place, and keeps
// its cause for the log.
func (s *Server) refuse(w http.ResponseWriter, h *http.Request, family any, err error) {
	note := edge.NoteOf(h.Context())
	note.Err = err
	if pages, ok := family.(Pages); ok {
		pages.Refusal(problem.From(err), note.CorrelationID).Respond(w)
		return
	}
	problem.Write(w, note.ErrorsBase, note.CorrelationID, problem.From(err))
}
