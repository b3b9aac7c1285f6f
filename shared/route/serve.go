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
	"stint/shared/problem/httpproblem"
)

// Authenticator finds out who asks. Errors: unauthorized.
type Authenticator interface {
	Authenticate(ctx context.Context, request auth.Request) (auth.Caller, *domain.Replay, error)
}

// Limiter counts attempts in fixed windows that all instances share.
type Limiter interface {
	// CountAttempt counts one attempt of a subject. Errors: rate_limited with the
	// time until the window ends, service_unavailable.
	CountAttempt(ctx context.Context, kind, subject string, limit int) error
}

// Server is what all routes of a function share.
type Server struct {
	Authenticator      Authenticator
	Limiter            Limiter
	Now                func() time.Time
	MaxBody            int64  // bytes; a body of exactly that many passes
	AttemptsPerAddress int    // attempts a minute and client address on limited routes; 0 is no limit
	BasePath           string // path that the service hangs under; "" at a root
}

// serveRoute takes one request through the checks, in the order that the contract
// gives them: 413, rate limit, 401, path 404, 403, 400, then the operation with
// 415, 422 and 409.
func (s *Server) serveRoute(w http.ResponseWriter, h *http.Request, spec *Spec, family any) {
	info := edge.RequestInfoFrom(h.Context())
	info.Route = spec.ID
	answer, replayed, err := s.handle(h, spec, family, w.Header())
	switch {
	case err != nil && spec.FailurePage != "" && acceptsHTML(h):
		info.Err = err
		s.redirectToFailurePage(spec, problem.From(err), info.CorrelationID).Respond(w)
	case err != nil:
		s.writeError(w, h, family, err)
	case replayed != nil:
		w.Header().Set("Idempotency-Replayed", "true")
		writeJSONBody(w, replayed.Answer, replayed.ETag)
	default:
		if responder, ok := answer.(Responder); ok {
			responder.Respond(w)
			return
		}
		writeJSONBody(w, encodeJSON(answer), etagOf(answer))
	}
}

// redirectToFailurePage sends a browser on to the page that tells what went wrong: neither is
// a problem for people to read, nor should what it came with stay in its
// address.
func (s *Server) redirectToFailurePage(spec *Spec, p *problem.Error, correlationID string) Redirect {
	return Redirect{To: s.BasePath + spec.FailurePage + "?" + url.Values{"code": {string(p.Code)}, "id": {correlationID}}.Encode()}
}

func (s *Server) handle(h *http.Request, spec *Spec, family any, out http.Header) (any, *domain.Replay, error) {
	ctx := h.Context()
	body, err := s.readBody(h)
	if err != nil {
		return nil, nil, err
	}
	if err := s.checkRateLimit(ctx, spec); err != nil {
		return nil, nil, err
	}
	r := &Request{Now: domain.InstantOf(s.Now()), spec: spec, http: h, responseHeader: out, body: body, ids: parsePathIDs(spec, h)}
	malformed := r.readPreconditions()
	replay, err := s.authenticate(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	record, err := s.authorize(ctx, r, family)
	if err != nil {
		return nil, nil, err
	}
	if malformed != nil {
		return nil, nil, malformed
	}
	if replay != nil {
		return nil, replay, checkReplay(replay, body)
	}
	answer, err := spec.Op.run(ctx, family, r, record)
	if r.replayDigest != "" && isLostRace(err) {
		return s.loadReplayAfterRace(ctx, r)
	}
	return answer, nil, err
}

// readBody takes in the whole body, but not one byte more than the cap and one.
func (s *Server) readBody(h *http.Request) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(h.Body, s.MaxBody+1))
	switch {
	case err != nil:
		return nil, problem.Malformed("The body could not be read.")
	case int64(len(body)) > s.MaxBody:
		return nil, problem.New(problem.CodePayloadTooLarge)
	}
	return body, nil
}

func (s *Server) checkRateLimit(ctx context.Context, spec *Spec) error {
	if spec.Limit == NoLimit || s.AttemptsPerAddress == 0 {
		return nil
	}
	address := edge.RequestInfoFrom(ctx).ClientAddress
	return s.Limiter.CountAttempt(ctx, "address."+string(spec.Limit), subnet(address), s.AttemptsPerAddress)
}

// parsePathIDs reads the UUIDs in the path. One that is none is left out.
func parsePathIDs(spec *Spec, h *http.Request) map[string]domain.ID {
	ids := map[string]domain.ID{}
	for _, name := range spec.Params() {
		if !IsIDParam(name) {
			continue
		}
		if id, ok := domain.ParseID(h.PathValue(name)); ok {
			ids[name] = id
		}
	}
	return ids
}

// readPreconditions reads the headers that guard a write. What is malformed in
// them is reported after everything that tells nothing about the thing. GET and
// POST take no If-Match, and so find no fault with one.
func (r *Request) readPreconditions() error {
	var err error
	r.ifMatch = ifMatch{any: true}
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
		r.replayDigest = sha256Hex([]byte(r.spec.Method + "\n" + r.http.URL.Path + "\n" + key))
	}
	return err
}

// writeError writes the problem, or what the family shows in its place, and keeps
// its cause for the log.
func (s *Server) writeError(w http.ResponseWriter, h *http.Request, family any, err error) {
	info := edge.RequestInfoFrom(h.Context())
	info.Err = err
	if pages, ok := family.(PageFamily); ok {
		pages.ErrorPage(problem.From(err), info.CorrelationID).Respond(w)
		return
	}
	httpproblem.Write(w, info.ErrorsBase, info.CorrelationID, problem.From(err))
}
