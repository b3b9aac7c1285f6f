// Package egress sends requests to addresses that callers choose, such as those of
// webhooks, and to nothing else: it refuses every address that is not on the public
// internet. A host is resolved once, and the connection is made to the address that was
// checked. Redirects are not followed, and proxies of the environment are not used.
package egress
