// Package oauth is what every visit to an external provider has in common, for
// whatever purpose: the state with its verifier and nonce, the cookie that binds
// it to a browser, calls that end in time, and failures that tell no secret.
package oauth
