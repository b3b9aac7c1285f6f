// Package oauth has what all flows to external providers share, whether they are for
// single sign-on or for a calendar: the state with its verifier and nonce, the cookie
// that binds a flow to a browser, the callback, an HTTP client with bounds, and
// failures without secrets.
package oauth
