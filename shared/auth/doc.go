// Package auth knows who asks and what they may do.
//
// gate.go turns a credential into a Caller with one round of reads.
// permission.go is the table of who may do what. Both know nothing of HTTP but
// the Authorization header. Passwords, tokens and keys have packages of their
// own below.
package auth
