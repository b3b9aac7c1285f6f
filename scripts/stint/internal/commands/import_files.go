package commands

import (
	"fmt"
	"os"

	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/timefile"
)

// openFiles opens the files of a source. Only an export of Stint is a folder.
func openFiles(source string, paths []string) (files []timefile.File, closeAll func(), err error) {
	var open []*os.File
	closeAll = func() {
		for _, f := range open {
			_ = f.Close()
		}
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, closeAll, err
		}
		if info.IsDir() && source != importer.Export().Name {
			return nil, closeAll, fmt.Errorf("%s is a folder: name a file. The folder of an export of Stint is imported by stint import %s", path, importer.Export().Name)
		}
		if !info.Mode().IsRegular() && !info.IsDir() {
			return nil, closeAll, fmt.Errorf("%s is no file: an import reads its files several times, so save what comes from a pipe first", path)
		}
		f, err := os.Open(path)
		if err != nil {
			return nil, closeAll, err
		}
		open = append(open, f)
		files = append(files, openFile{f, info.Size()})
	}
	return files, closeAll, nil
}

type openFile struct {
	*os.File
	size int64
}

func (f openFile) Size() int64 { return f.size }
