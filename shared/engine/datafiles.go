package engine

import (
	"fmt"
	"os"
	"path/filepath"
)

// localFolder is the folder in which DynamoDB Local keeps the data of a data file. The two
// engines cannot read each other's files, so each has its own.
func localFolder(dataFile string) string { return dataFile + ".dynamodb-local" }

// HasData reports whether one of the engines has data for a data file.
func HasData(dataFile string) bool {
	return program{name: nameDynoxide}.hasData(dataFile) || program{name: nameLocal}.hasData(dataFile)
}

// file is the file that the engine writes for a data file.
func (p program) file(dataFile string) string {
	if p.name == nameLocal {
		return filepath.Join(localFolder(dataFile), "shared-local-instance.db")
	}
	return dataFile
}

func (p program) hasData(dataFile string) bool {
	_, err := os.Stat(p.file(dataFile))
	return err == nil
}

// makeFolder makes the folder for DynamoDB Local, which needs one that exists.
func (p program) makeFolder(dataFile string) error {
	if p.name != nameLocal || dataFile == "" {
		return nil
	}
	if err := os.MkdirAll(localFolder(dataFile), 0o700); err != nil {
		return fmt.Errorf("engine: folder of the data: %w", err)
	}
	return nil
}

// notices are lines for the user: which engine runs if it is not dynoxide, and which data
// it does not use.
func (p program) notices(dataFile string) (lines []string) {
	if p.reason != "" {
		place := "in memory"
		if dataFile != "" {
			place = "in " + localFolder(dataFile)
		}
		lines = append(lines, fmt.Sprintf("The database is DynamoDB Local, which AWS publishes, because %s. The data are %s.",
			p.reason, place))
	}
	other, remedy := program{name: nameLocal}, "to use them, set "+LocalVariable+" to the folder of DynamoDB Local"
	if p.name == nameLocal {
		other, remedy = program{name: nameDynoxide}, "to use them, install dynoxide and do not set "+LocalVariable
	}
	if dataFile != "" && other.hasData(dataFile) {
		lines = append(lines, fmt.Sprintf("The data that %s has in %s are not used: %s.", other.name, other.file(dataFile),
			remedy))
	}
	return lines
}
