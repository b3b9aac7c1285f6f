// Package docs has the documents that tests compare with what the service does. Test programs contain them, so that a
// result of tests counts for their content, and not for the times of the files.
package docs

import _ "embed"

// Observability is observability.md, which has the queries of the log.
//
//go:embed observability.md
var Observability string

// Scaling is scaling.md, which has the sizes of the table's keys.
//
//go:embed scaling.md
var Scaling string
