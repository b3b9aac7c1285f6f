// Package idp gives tests identity providers to sign in at: a stand-in that
// misbehaves on demand, and a certified one that behaves as the standard says.
package idp
