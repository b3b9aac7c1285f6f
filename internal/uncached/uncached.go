// Package uncached lets tests say that Go may not keep their results. Go knows which files and
// environment variables a test reads, but not what the programs read that the test starts.
package uncached

import "os"

// Results makes Go forget the results of this test program after the run of scripts/test.sh, which
// sets STINT_RUN to another value each time. Every test that starts a program calls it, other than
// for the database engine, whose path has its hash.
func Results() { _ = os.Getenv("STINT_RUN") }
