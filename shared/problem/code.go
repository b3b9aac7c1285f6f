package problem

import "net/http"

// Code is the machine-readable name of a kind of problem: the last segment of
// the "type" URI. Codes are added as features ship and never removed without a
// major version.
type Code string

// The whole catalogue of top-level codes.
const (
	// Unauthorized: the credential is missing, malformed, revoked or expired, or of the wrong kind for the route.
	Unauthorized Code = "unauthorized"
	// Forbidden: known caller, not permitted. The detail narrows it (see Detail).
	Forbidden Code = "forbidden"
	// NotFound: missing, or not visible to the caller; the two look alike on purpose.
	NotFound Code = "not_found"
	// MethodNotAllowed: the path exists, the method does not. The Allow header lists what does.
	MethodNotAllowed Code = "method_not_allowed"
	// Conflict: the state on the server does not allow it, or changed since it was read.
	Conflict Code = "conflict"
	// PayloadTooLarge: the body is over the size cap; nothing was done.
	PayloadTooLarge Code = "payload_too_large"
	// UnsupportedMediaType: the body is not declared as JSON, or is encoded.
	UnsupportedMediaType Code = "unsupported_media_type"
	// MalformedRequest: not readable as a request at all: broken JSON, bad UTF-8, a malformed header.
	MalformedRequest Code = "malformed_request"
	// Validation: readable, but some properties are not acceptable; see "errors".
	Validation Code = "validation"
	// RateLimited: too many requests; Retry-After says when to come back.
	RateLimited Code = "rate_limited"
	// Internal: a fault of ours. The correlation id finds it in the logs.
	Internal Code = "internal_error"
	// ServiceUnavailable: storage or a neighbour is throttled or out of reach; Retry-After is sent.
	ServiceUnavailable Code = "service_unavailable"
	// CalendarDisabled: the calendar is not configured on this instance.
	CalendarDisabled Code = "calendar_disabled"
	// CalendarTokenRevoked: the user's grant was withdrawn at the provider; reconnect.
	CalendarTokenRevoked Code = "calendar_token_revoked"
	// CalendarProviderUnavailable: the provider did not answer properly; try again later.
	CalendarProviderUnavailable Code = "calendar_provider_unavailable"
	// CalendarProviderThrottled: the provider throttled the call; Retry-After is the provider's.
	CalendarProviderThrottled Code = "calendar_provider_throttled"
	// PKCEStateNotFound: the OAuth state is unknown, expired, replayed, or another browser's.
	PKCEStateNotFound Code = "pkce_state_not_found"
	// ExternalOAuthError: the provider refused, or its answer could not be trusted.
	ExternalOAuthError Code = "external_oauth_error"
)

// Entry describes one code of the catalogue for people.
type Entry struct {
	Code    Code
	Status  int    // HTTP status it always comes with
	Meaning string // one sentence on what happened and what to do
}

// Catalogue lists every top-level code in the order of its HTTP status.
func Catalogue() []Entry { return append([]Entry(nil), catalogue...) }

// Lookup finds a code's entry; ok is false for an unknown code.
func Lookup(code Code) (entry Entry, ok bool) {
	for _, e := range catalogue {
		if e.Code == code {
			return e, true
		}
	}
	return Entry{}, false
}

var catalogue = []Entry{
	{MalformedRequest, http.StatusBadRequest, "The request could not be read: broken JSON, invalid UTF-8, nesting that is too deep, or a malformed header."},
	{PKCEStateNotFound, http.StatusBadRequest, "The sign-in or connection attempt is unknown, has expired, was already used, or was started in another browser. Start again."},
	{ExternalOAuthError, http.StatusBadRequest, "The external provider refused the exchange, or its answer could not be verified. Start again."},
	{Unauthorized, http.StatusUnauthorized, "The credential is missing, malformed, revoked or expired, or it is of the wrong kind: private routes take an access token, /api/v1 routes an API key."},
	{Forbidden, http.StatusForbidden, "You are known, but not permitted to do this. The detail says which rule applied."},
	{NotFound, http.StatusNotFound, "There is nothing here that you can see."},
	{MethodNotAllowed, http.StatusMethodNotAllowed, "The address exists, but does not know this method. The Allow header lists those it knows."},
	{Conflict, http.StatusConflict, "The state on the server does not allow this, or it changed since you read it. Read it again and decide anew."},
	{PayloadTooLarge, http.StatusRequestEntityTooLarge, "The request body is larger than this instance accepts. Nothing was done."},
	{UnsupportedMediaType, http.StatusUnsupportedMediaType, "Request bodies must be plain JSON (application/json)."},
	{Validation, http.StatusUnprocessableEntity, "Some properties are not acceptable. Each is listed in errors with its path, a code and a message."},
	{RateLimited, http.StatusTooManyRequests, "Too many requests. Wait for the number of seconds in Retry-After."},
	{CalendarProviderThrottled, http.StatusTooManyRequests, "The calendar provider asks for fewer requests. Wait for the number of seconds in Retry-After."},
	{Internal, http.StatusInternalServerError, "Something failed on our side. The correlation id finds it in the logs."},
	{ServiceUnavailable, http.StatusServiceUnavailable, "The service is short of breath for a moment. Try again after the number of seconds in Retry-After."},
	{CalendarDisabled, http.StatusServiceUnavailable, "The calendar is not enabled on this instance."},
	{CalendarTokenRevoked, http.StatusServiceUnavailable, "The access to the calendar was withdrawn at the provider. Connect it again."},
	{CalendarProviderUnavailable, http.StatusServiceUnavailable, "The calendar provider could not be reached. Try again later."},
}
