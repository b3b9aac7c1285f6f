// Package homedata knows where the home server keeps its data.
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
