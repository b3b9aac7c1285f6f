package tools

import "net/url"

// dryRun asks an operation to check everything and to write nothing. So a preview promises what the operation does.
func dryRun() url.Values { return url.Values{"dryRun": {"true"}} }
