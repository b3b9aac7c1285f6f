package problem

// Code is the machine-readable name of a kind of problem. It is the last segment
// of the "type" URI. New features may add codes. Only a new major version may
// remove one.
type Code string

// The whole catalogue of top-level codes.
const (
	// CodeUnauthorized: the credential is missing, malformed, revoked or expired, or of the wrong kind for the route.
	CodeUnauthorized Code = "unauthorized"
	// CodeForbidden: the caller is known but not permitted to do this. The detail says why (see Detail).
	CodeForbidden Code = "forbidden"
	// CodeNotFound: the record does not exist, or the caller cannot see it. A caller must not be able to distinguish the
	// two.
	CodeNotFound Code = "not_found"
	// CodeMethodNotAllowed: the path exists but does not support the method. The Allow header lists the supported methods.
	CodeMethodNotAllowed Code = "method_not_allowed"
	// CodeConflict: the current state does not allow this, or it changed since the caller read it.
	CodeConflict Code = "conflict"
	// CodePayloadTooLarge: the body exceeds the size limit. Nothing was done.
	CodePayloadTooLarge Code = "payload_too_large"
	// CodeUnsupportedMediaType: the body is not declared as JSON, or it has a content encoding.
	CodeUnsupportedMediaType Code = "unsupported_media_type"
	// CodeMalformedRequest: the request cannot be read: broken JSON, invalid UTF-8 or a malformed header.
	CodeMalformedRequest Code = "malformed_request"
	// CodeValidation: the request can be read, but some properties are not acceptable. "errors" lists them.
	CodeValidation Code = "validation"
	// CodeRateLimited: too many requests. Retry-After says how long to wait.
	CodeRateLimited Code = "rate_limited"
	// CodeInternal: the service failed. The correlation id leads to the log.
	CodeInternal Code = "internal_error"
	// CodeServiceUnavailable: the database or another service that Stint needs is throttled or unreachable. Retry-After is
	// sent.
	CodeServiceUnavailable Code = "service_unavailable"
	// CodeCalendarDisabled: the calendar is not configured on this instance.
	CodeCalendarDisabled Code = "calendar_disabled"
	// CodeCalendarTokenRevoked: the user withdrew the grant at the provider. They have to connect again.
	CodeCalendarTokenRevoked Code = "calendar_token_revoked"
	// CodeCalendarProviderUnavailable: the provider did not answer, or its answer was not valid.
	CodeCalendarProviderUnavailable Code = "calendar_provider_unavailable"
	// CodeCalendarProviderThrottled: the provider throttled the call; Retry-After is the provider's.
	CodeCalendarProviderThrottled Code = "calendar_provider_throttled"
	// CodePKCEStateNotFound: the OAuth state is unknown, expired, already used, or belongs to another browser.
	CodePKCEStateNotFound Code = "pkce_state_not_found"
	// CodeExternalOAuthError: the provider refused, or its answer could not be verified.
	CodeExternalOAuthError Code = "external_oauth_error"
)

// CodeInfo describes one code of the catalogue for people.
type CodeInfo struct {
	Code    Code
	Status  int    // HTTP status that always goes with the code
	Meaning string // one sentence on what happened and what to do
}

// Catalogue lists every top-level code in the order of its HTTP status.
func Catalogue() []CodeInfo { return append([]CodeInfo(nil), catalogue...) }

// Lookup finds a code in the catalogue; ok is false for an unknown code.
func Lookup(code Code) (info CodeInfo, ok bool) {
	for _, known := range catalogue {
		if known.Code == code {
			return known, true
		}
	}
	return CodeInfo{}, false
}

var catalogue = []CodeInfo{
	{CodeMalformedRequest, 400, "The request could not be read: broken JSON, invalid UTF-8, nesting that is too deep, " +
		"or a malformed header."},
	{CodePKCEStateNotFound, 400, "The sign-in or connection attempt is unknown, has expired, was already used, or was " +
		"started in another browser. Start again."},
	{CodeExternalOAuthError, 400, "The external provider refused the exchange, or its answer could not be verified. " +
		"Start again."},
	{CodeUnauthorized, 401, "The credential is missing, malformed, revoked or expired, or it is of the wrong kind: " +
		"private routes take an access token, /api/v1 routes an API key."},
	{CodeForbidden, 403, "You are not permitted to do this. The detail says which rule applied."},
	{CodeNotFound, 404, "It does not exist, or you cannot see it."},
	{CodeMethodNotAllowed, 405, "The path exists but does not support this method. The Allow header lists the " +
		"supported methods."},
	{CodeConflict, 409, "The current state does not allow this, or it changed since you read it. Read it again before " +
		"you retry."},
	{CodePayloadTooLarge, 413, "The request body is larger than this instance accepts. Nothing was done."},
	{CodeUnsupportedMediaType, 415, "Request bodies must be plain JSON (application/json)."},
	{CodeValidation, 422, "Some properties are not acceptable. Each is listed in errors with its path, a code and a " +
		"message."},
	{CodeRateLimited, 429, "Too many requests. Wait for the number of seconds in Retry-After."},
	{CodeCalendarProviderThrottled, 429, "The calendar provider received too many requests. Wait for the number of " +
		"seconds in Retry-After."},
	{CodeInternal, 500, "The service failed. Report the correlation id: it identifies the request in the logs."},
	{CodeServiceUnavailable, 503, "The service is temporarily overloaded. Try again after the number of seconds in " +
		"Retry-After."},
	{CodeCalendarDisabled, 503, "The calendar is not enabled on this instance."},
	{CodeCalendarTokenRevoked, 503, "Access to the calendar was withdrawn at the provider. Connect the calendar again."},
	{CodeCalendarProviderUnavailable, 503, "The calendar provider could not be reached. Try again later."},
}
