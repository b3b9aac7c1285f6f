package architecture

import (
	"go/scanner"
	"go/token"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

// maxLineLength is the largest number of characters of a line of Go code.
const maxLineLength = 120

// TestLinesAreShort looks at all Go code that is not generated. Data is as long as it is: raw strings,
// a string that is nearly the whole line, and the output of an example.
func TestLinesAreShort(t *testing.T) {
	t.Parallel()
	files := 0
	for _, name := range goFiles(t) {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(name, "../../shared/client/api/") || strings.Contains(string(source), "\n// Code generated ") {
			continue
		}
		files++
		data := linesWithData(source)
		for i, line := range strings.Split(string(source), "\n") {
			if n := utf8.RuneCountInString(line); n > maxLineLength && !data[i+1] {
				t.Errorf("%s:%d has %d characters, %d are allowed", name, i+1, n, maxLineLength)
			}
		}
	}
	if files < 500 {
		t.Errorf("only %d files were read", files)
	}
}

// linesWithData are the lines with a raw string, with a string of more than 80 characters, or in the output of
// an example.
func linesWithData(source []byte) map[int]bool {
	file := token.NewFileSet().AddFile("", 1, len(source))
	var s scanner.Scanner
	s.Init(file, source, nil, scanner.ScanComments)
	lines := map[int]bool{}
	isOutput := false
	for {
		at, kind, text := s.Scan()
		if kind == token.EOF {
			return lines
		}
		isOutput = kind == token.COMMENT && (isOutput || text == "// Output:")
		if isOutput {
			lines[file.Line(at)] = true
		}
		if kind == token.STRING && (text[0] == '`' || len(text) > 80) {
			for n := file.Line(at); n <= file.Line(at)+strings.Count(text, "\n"); n++ {
				lines[n] = true
			}
		}
	}
}
