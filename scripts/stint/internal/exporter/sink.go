package exporter

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"stint/shared/formula"
)

// onlyInDryRuns is a property of submissions that no stored one has.
const onlyInDryRuns = "content_digest"

// sink is the two files of a kind of record.
type sink struct {
	name    string
	folder  string
	records int
	columns []string

	files []*os.File
	lines *bufio.Writer
	table *csv.Writer
}

// newSink makes both files, the CSV with its columns.
func newSink(folder, name string, columns []string) (*sink, error) {
	s := &sink{name: name, folder: folder, columns: columns}
	for _, file := range s.paths() {
		f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
		s.files = append(s.files, f)
	}
	s.lines, s.table = bufio.NewWriter(s.files[0]), csv.NewWriter(s.files[1])
	return s, s.table.Write(s.columns)
}

func (s *sink) paths() []string {
	return []string{filepath.Join(s.folder, s.name+".jsonl"), filepath.Join(s.folder, s.name+".csv")}
}

// columnsOf are the JSON names of a struct's fields, embedded ones included.
func columnsOf(record reflect.Type) []string {
	var names []string
	for _, field := range reflect.VisibleFields(record) {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" && name != onlyInDryRuns {
			names = append(names, name)
		}
	}
	return names
}

// write writes a record into both files. The CSV has other values beside those of the record.
func (s *sink) write(raw json.RawMessage, beside map[string]json.RawMessage) error {
	var line bytes.Buffer
	if err := json.Compact(&line, raw); err != nil {
		return err
	}
	line.WriteByte('\n')
	if _, err := s.lines.Write(line.Bytes()); err != nil {
		return err
	}
	object := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &object); err != nil {
		return err
	}
	maps.Copy(object, beside)
	row := make([]string, len(s.columns))
	for i, column := range s.columns {
		row[i] = cell(object[column])
	}
	s.records++
	return s.table.Write(row)
}

// cell is a value in CSV: a text as it is, guarded against being a formula; null is empty;
// anything else is JSON.
func cell(value json.RawMessage) string {
	var text string
	switch {
	case len(value) == 0 || string(value) == "null":
		return ""
	case value[0] != '"' || json.Unmarshal(value, &text) != nil:
		return string(value)
	}
	return formula.Guard(text)
}

// close writes what is left and closes the files.
func (s *sink) close() (err error) {
	if s.table != nil {
		s.table.Flush()
		err = errors.Join(s.lines.Flush(), s.table.Error())
	}
	for _, f := range s.files {
		err = errors.Join(err, f.Close())
	}
	s.files = nil
	return err
}

// remove removes the files, which are closed.
func (s *sink) remove() error {
	var err error
	for _, file := range s.paths() {
		err = errors.Join(err, os.Remove(file))
	}
	return err
}
