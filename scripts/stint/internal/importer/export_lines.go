package importer

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"stint/scripts/stint/internal/exporter"
	"stint/scripts/stint/internal/screen"
)

// exportAgain is what to do with a damaged export.
const exportAgain = "export the workspace again, or copy the folder again"

// linesOf reads a file of JSON Lines, a record at a time. A file that the manifest does not list may be
// missing, and has no records then: the key could not read it, or a former version wrote the export.
// Errors: those of the file; a damaged record; a number of records that is not the manifest's.
func linesOf[T any](x exported, name string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		listed, isListed := x.manifest.Records[name]
		f, err := os.Open(filepath.Join(x.folder, name+".jsonl"))
		if errors.Is(err, os.ErrNotExist) {
			if isListed {
				yield(none, fmt.Errorf("%s.jsonl is missing, and %s says that it has %s: %s", name, exporter.ManifestFile, recordCount(listed), exportAgain))
			}
			return
		}
		if err != nil {
			yield(none, err)
			return
		}
		defer func() { _ = f.Close() }()
		decoder, n := json.NewDecoder(bufio.NewReader(f)), 0
		for ; ; n++ {
			record, err := decoded[T](decoder)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				yield(none, fmt.Errorf("%s.jsonl, record %d, is damaged (%w): %s", name, n+1, err, exportAgain))
				return
			}
			if !yield(record, nil) {
				return
			}
		}
		if isListed && n != listed {
			yield(none, fmt.Errorf("%s.jsonl has %s, and %s says %d: %s", name, recordCount(n), exporter.ManifestFile, listed, exportAgain))
		}
	}
}

// decoded is the next record. Errors: io.EOF after the last one; those of the form.
func decoded[T any](decoder *json.Decoder) (record T, err error) {
	read := &record
	if err = decoder.Decode(&read); err == nil && read == nil {
		err = errors.New("it is null")
	}
	return record, err
}

func recordCount(n int) string { return screen.Counted(n, "record", "records") }
