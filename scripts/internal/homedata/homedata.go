// Package homedata knows where the home server keeps its data, makes a copy of them while it runs, and makes data of
// such a copy.
//
// A copy is the state of one moment. It reads the whole table while writes go on, and notes which items they concern.
// Then it lets no write begin, reads these items again, and lets the writes go on. So writes wait for milliseconds,
// however large the table is.
package homedata

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
)

// Table is the name of the home server's table.
const Table = "stint"

// The files beside the table that belong to the data.
const (
	LocalKeyFile   = "master-secret"
	SigningKeyFile = "signing-key.pem"
	MailFile       = "mail.jsonl"
)

// mostBytes are the most bytes that a copy has of each of the files.
var mostBytes = map[string]int64{LocalKeyFile: 1 << 10, SigningKeyFile: 16 << 10, MailFile: 1 << 30}

// Files are the names of these files.
func Files() []string { return slices.Sorted(maps.Keys(mostBytes)) }

// Folder is the folder of the data by the settings: STINT_DATA, or .stint below the working
// folder.
func Folder(getenv func(string) string) string { return cmp.Or(getenv("STINT_DATA"), ".stint") }

// TableFile is the file of the table in the folder of the data.
func TableFile(folder string) string { return filepath.Join(folder, "stint.db") }
