package commands

import (
	"fmt"
	"os"

	"stint/scripts/stint/internal/timefile"
)

// openFiles opens files. A folder is a file of the source that reads folders.
func openFiles(paths []string) (files []timefile.File, closeAll func(), err error) {
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
