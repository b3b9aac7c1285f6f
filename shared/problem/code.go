package problem

import "net/http"

// Code is the machine-readable name of a kind of problem: the last segment of
// the "type" URI. Codes are added as features ship and never removed without a
// major version.
type Code string

// The whole catalogue of top-level codes.
const (
	// CodeUnauthorized: the credential is missing, malformed, revoked or expired, or of the wrong kind for the route.
	CodeUnauthorized Code = "unauthorized"
	// CodeForbidden: known caller, not permitted. The detail narrows it (see Detail).
	CodeForbidden Code = "forbidden"
	// CodeNotFound: missing, or not visible to the caller; the two look alike on purpose.
	CodeNotFound Code = "not_found"
	// CodeMethodNotAllowed: the path exists, the method does not. The Allow header lists what does.
	CodeMethodNotAllowed Code = "method_not_allowed"
	// CodeConflict: the state on the server does not allow it, or changed since it was read.
	CodeConflict Code = "conflict"
	// CodePayloadTooLarge: the body is over the size cap; nothing was done.
	CodePayloadTooLarge Code = "payload_too_large"
	// CodeUnsupportedMediaType: the body is not declared as JSON, or is encoded.
	CodeUnsupportedMediaType Code = "unsupported_media_type"
	// CodeMalformedRequest: not readable as a request at all: broken JSON, bad UTF-8, a malformed header.
	CodeMalformedRequest Code = "malformed_request"
	// CodeValidation: readable, but some properties are not acceptable; see "errors".
	CodeValidation Code = "validation"
	// CodeRateLimited: too many requests; Retry-After says when to come back.
	CodeRateLimited Code = "rate_limited"
	// CodeInternal: a fault of ours. The correlation id finds it in the logs.
	CodeInternal Code = "internal_error"
	// CodeServiceUnavailable: storage or a neighbour is throttled or out of reach; Retry-After is sent.
	CodeServiceUnavailable Code = "service_unavailable"
	// CodeCalendarDisabled: the calendar is not configured on this instance.
	CodeCalendarDisabled Code = "calendar_disabled"
	// CodeCalendarTokenRevoked: the user's grant was withdrawn at the provider; reconnect.
	CodeCalendarTokenRevoked Code = "calendar_token_revoked"
	// CodeCalendarProviderUnavailable: the provider did not answer properly; try again later.
	CodeCalendarProviderUnavailable Code = "calendar_provider_unavailable"
	// CodeCalendarProviderThrottled: the provider throttled the call; Retry-After is the provider's.
	CodeCalendarProviderThrottled Code = "calendar_provider_throttled"
	// CodePKCEStateNotFound: the OAuth state is unknown, expired, replayed, or another browser's.
	CodePKCEStateNotFound Code = "pkce_state_not_found"
	// CodeExternalOAuthError: the provider refused, or its answer could not be trusted.
	CodeExternalOAuthError Code = "external_oauth_error"
)

// CodeInfo describes one code of the catalogue for people.
type CodeInfo struct {
	Code    Code
	Status  int    // HTTP status it always comes with
	Meaning string // one sentence on what happened and what to do
}

// Catalogue lists every top-level code in the order of its HTTP status.
func Catalogue() []CodeInfo { return append([]CodeInfo(nil), catalogue...) }

// Lookup finds a code's entry; ok is false for an unknown code.
func Lookup(code Code) (entry CodeInfo, ok bool) {
	for _, e := range catalogue {
		if e.Code == code {
			return e, true
		}
	}
	return CodeInfo{}, false
}

var catalogue = []CodeInfo{
	{CodeMalformedRequest, http.StatusBadRequest, "The request could not be read: broken JSON, invalid UTF-8, nesting that is too deep, or a malformed header."},
	{CodePKCEStateNotFound, http.StatusBadRequest, "The sign-in or connection attempt is unknown, has expired, was already used, or was started in another browser. Start again."},
	{CodeExternalOAuthError, http.StatusBadRequest, "The external provider refused the exchange, or its answer could not be verified. Start again."},
	{CodeUnauthorized, http.StatusUnauthorized, "The credential is missing, malformed, revoked or expired, or it is of the wrong kind: private routes take an access token, /api/v1 routes an API key."},
	{CodeForbidden, http.StatusForbidden, "You are known, but not permitted to do this. The detail says which rule applied."},
	{CodeNotFound, http.StatusNotFound, "There is nothing here that you can see."},
	{CodeMethodNotAllowed, http.StatusMethodNotAllowed, "The address exists, but does not know this method. The Allow header lists those it knows."},
	{CodeConflict, http.StatusConflict, "The state on the server does not allow this, or it changed since you read it. Read it again and decide anew."},
	{CodePayloadTooLarge, http.StatusRequestEntityTooLarge, "The request body is larger than this instance accepts. Nothing was done."},
	{CodeUnsupportedMediaType, http.StatusUnsupportedMediaType, "Request bodies must be plain JSON (application/json)."},
	{CodeValidation, http.StatusUnprocessableEntity, "Some properties are not acceptable. Each is listed in errors with its path, a code and a message."},
	{CodeRateLimited, http.StatusTooManyRequests, "Too many requests. Wait for the number of seconds in Retry-After."},
	{CodeCalendarProviderThrottled, http.StatusTooManyRequests, "The calendar provider asks for fewer requests. Wait for the number of seconds in Retry-After."},
	{CodeInternal, http.StatusInternalServerError, "Something failed on our side. The correlation id finds it in the logs."},
	{CodeServiceUnavailable, http.StatusServiceUnavailable, "The service is short of breath for a moment. Try again after the number of seconds in Retry-After."},
	{CodeCalendarDisabled, http.StatusServiceUnavailable, "The calendar is not enabled on this instance."},
	{CodeCalendarTokenRevoked, http.StatusServiceUnavailable, "The access to the calendar was withdrawn at the provider. Connect it again."},
	{CodeCalendarProviderUnavailable, http.StatusServiceUnavailable, "The calendar provider could not be reached. Try again later."},
}
