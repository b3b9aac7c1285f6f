// Package idp gives tests two OpenID Connect providers: a stand-in that can be made to
// fail, and a certified provider that follows the standard.
package idp
