// Package homedata knows where the home server keeps its data, makes a copy of them while it runs, and makes data of
// such a copy.
//
// A copy is the state of one moment. It reads the whole table while writes go on, and notes which items they concern.
// Then it lets no write begin, reads these items again, and lets the writes go on. So writes wait for milliseconds,
// however large the table is.
package homedata

import (
	"cmp"
	"path/filepath"
)

// Table is the name of the home server's table.
const Table = "stint"

// Folder is the folder of the data by the settings: STINT_DATA, or .stint below the working
// folder.
func Folder(getenv func(string) string) string { return cmp.Or(getenv("STINT_DATA"), ".stint") }

// TableFile is the file of the table in the folder of the data.
func TableFile(folder string) string { return filepath.Join(folder, "stint.db") }
