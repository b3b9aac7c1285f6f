package route

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/edge"
	"stint/shared/limits"
	"stint/shared/problem"
	"stint/shared/problem/httpproblem"
	"stint/shared/wire"
)

// Authenticator finds the caller of a request. Errors: unauthorized.
type Authenticator interface {
	Authenticate(ctx context.Context, request auth.Request) (auth.Caller, *domain.Replay, error)
}

// Server is what all routes of a function share.
type Server struct {
	Authenticator      Authenticator
	Limiter            Limiter
	Now                func() time.Time
	MaxBody            int64           // bytes; a body of exactly that many passes
	AttemptsPerNetwork int             // attempts per minute and client network on limited routes; 0 is no limit
	PublicURL          string          // address of the service, without a trailing slash
	BasePath           string          // path under which the service is reached; "" at a root
	Callers            *limits.Callers // counts the requests of callers; nil counts none
	ListReads          ListReads       // tells the audit log of lists that API keys read

	FreshFor time.Duration // how recent the proof of a session must be on routes with Fresh

	documents networkWindow
	probes    networkWindow // of routes with LimitOperation

	VerificationRequired bool // whether routes with NeedsProvenEmail refuse callers with an unproven address
}

// serveRoute sends the response of one request: an answer, a remembered answer, a
// problem, or a redirect to the failure page.
func (s *Server) serveRoute(w http.ResponseWriter, h *http.Request, spec *Spec, family any) {
	info := edge.RequestInfoFrom(h.Context())
	info.Route = spec.ID
	answer, replayed, err := s.handle(h, spec, family, w.Header())
	switch {
	case err != nil && spec.FailurePage != "" && acceptsHTML(h):
		info.Err = err
		s.redirectToFailurePage(spec, problem.From(err), info.CorrelationID).Respond(w)
	case err != nil:
		s.challenge(w.Header(), h, spec, err)
		s.writeError(w, h, family, err)
	case replayed != nil:
		writeReplay(w, replayed)
	default:
		if responder, ok := answer.(Responder); ok {
			responder.Respond(namingOnSuccess(w))
			return
		}
		writeJSONBody(w, encodeJSON(answer), etagOf(answer))
	}
}

// redirectToFailurePage sends a browser to the page that explains what went
// wrong. A problem in JSON is not for people, and the parameters with which the
// browser came, such as a code, should leave its address bar.
func (s *Server) redirectToFailurePage(spec *Spec, p *problem.Error, correlationID string) Redirect {
	return Redirect{To: s.BasePath + spec.FailurePage + "?" +
		url.Values{"code": {string(p.Code)}, "id": {correlationID}}.Encode()}
}

// handle takes one request through the checks, in this order: size of the body (413), limit of the client network
// (429), credential (401), limit of the caller and of the workspace (429), ids in the path (404), workspace (403 or
// 404) and its sign-in policy (403), the record that the path names (404), permission, fresh session and proven
// address (403), headers of preconditions (400), remembered answer. Then the operation runs, which reads query and
// body (415, 400, 403, 422) and writes (409). The order is in docs/interface.md, "Order of checks".
func (s *Server) handle(h *http.Request, spec *Spec, family any, out http.Header) (any, *domain.Replay, error) {
	ctx := h.Context()
	body, err := s.readBody(h)
	if err != nil {
		return nil, nil, err
	}
	if err := s.checkRateLimit(ctx, spec); err != nil {
		return nil, nil, err
	}
	r := &Request{Now: domain.InstantOf(s.Now()), spec: spec, http: h, responseHeader: out, body: body,
		ids: parsePathIDs(spec, h), strict: prefersStrict(h), server: s}
	r.setPreferenceApplied()
	malformed := r.readPreconditions()
	ctx, read := r.metered(ctx)
	defer read.close()
	record, replay, err := s.checkCaller(ctx, r, family, read)
	if err == nil {
		err = malformed
	}
	if err != nil {
		return nil, nil, err
	}
	return s.runOrReplay(ctx, r, family, record, replay)
}

// checkCaller takes a request through the checks from the credential to the proven address. It returns the record that
// the path names, and the remembered answer of an Idempotency-Key; nil without one.
func (s *Server) checkCaller(ctx context.Context, r *Request, family any, read *meter) (any, *domain.Replay, error) {
	replay, err := s.authenticate(ctx, r)
	if limited := s.countArrival(ctx, r); limited != nil {
		return nil, nil, limited
	}
	read.open()
	if err != nil {
		return nil, nil, err
	}
	record, err := s.authorize(ctx, r, family)
	if err == nil {
		err = r.checkProvenEmail()
	}
	return record, replay, err
}

// runOrReplay runs the operation, or returns the remembered answer. If the operation fails, the answer is looked for
// again: a request with the same Idempotency-Key may have been written since.
func (s *Server) runOrReplay(ctx context.Context, r *Request, family, record any,
	replay *domain.Replay) (answer any, _ *domain.Replay, err error) {
	if replay != nil {
		err = checkReplay(replay, r.body)
	} else {
		answer, err = s.run(ctx, r, family, record)
		if r.replayDigest == "" || err == nil {
			return answer, nil, err
		}
		replay, err = s.loadReplayAfterFailure(ctx, r, err)
	}
	if err != nil {
		return nil, nil, err
	}
	r.findIgnoredAgain()
	r.nameIgnored()
	return nil, replay, nil
}

// run runs the operation, and names what it ignored of the request. An external id that
// another record has is reported in the spelling of the request.
func (s *Server) run(ctx context.Context, r *Request, family, record any) (any, error) {
	if err := r.checkNoInput(); err != nil {
		return nil, err
	}
	ctx = r.withAuditOrigin(ctx)
	answer, err := r.spec.Op.run(ctx, family, r, record)
	if errors.Is(err, domain.ErrExternalIDTaken) && r.issues != nil {
		r.issues.Add("externalId", problem.DuplicateValue)
		return nil, r.issues.Err()
	}
	if err == nil {
		r.nameIgnored()
		err = s.recordListRead(ctx, r)
	}
	return answer, r.placed(err)
}

// placed is an error whose fields all say in which part of the request they stand.
func (r *Request) placed(err error) error {
	var p *problem.Error
	if !errors.As(err, &p) || len(p.Fields) == 0 {
		return err
	}
	return wire.Placed(r.spec.Op.In, r.issues, p)
}

// readBody reads the whole body. Errors: payload_too_large, malformed_request.
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

// parsePathIDs reads the UUIDs in the path. A parameter that is no UUID is left out.
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

// readPreconditions reads If-Match and Idempotency-Key. The caller reports the
// error only after authorization, so that it reveals nothing about the record.
// Errors: malformed_request.
func (r *Request) readPreconditions() (err error) {
	r.ifMatch = ifMatch{any: true}
	if r.spec.TakesIfMatch() {
		if r.ifMatch, err = readIfMatch(r.http); err != nil {
			return err
		}
	}
	r.replayDigest, err = replayDigestOf(r.spec, r.http)
	return err
}

// writeError writes the problem, or the error page of a family that shows pages.
// It keeps the cause for the log.
func (s *Server) writeError(w http.ResponseWriter, h *http.Request, family any, err error) {
	info := edge.RequestInfoFrom(h.Context())
	info.Err = err
	if pages, ok := family.(PageFamily); ok {
		pages.ErrorPage(h, problem.From(err), info.CorrelationID).Respond(w)
		return
	}
	httpproblem.Write(w, info.ErrorsBase, info.CorrelationID, problem.From(err))
}
