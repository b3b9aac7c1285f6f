// Package auth finds out who the caller of a request is and what they may do.
//
//   - authenticator.go turns a credential into a Caller, with one round trip to the
//     table. session.go and api_key.go are its two kinds of credential.
//   - permission.go is the table of permissions: which role may do what.
//   - idempotency.go reads the remembered answer to an Idempotency-Key along.
//
// The package knows nothing of HTTP except the Authorization header. Passwords,
// tokens and keys have packages of their own below it.
package auth
