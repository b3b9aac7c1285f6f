// Package pdftext reads the text of the PDF documents that the service writes, for tests. It knows
// the operators of their library only, and no other documents.
package pdftext

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

var (
	stream    = regexp.MustCompile(`(?s)/FlateDecode[^>]*>>\s*stream\n(.*?)\nendstream`)
	printText = regexp.MustCompile(`(?s)BT (-?[0-9.]+) (-?[0-9.]+) Td \(((?:[^\\)]|\\.)*)\) Tj ET`)
	unescape  = strings.NewReplacer(`\\`, `\`, `\(`, `(`, `\)`, `)`, `\r`, "\r", `\n`, "\n")
)

// part is a text with its place, in points from the lower left corner.
type part struct {
	x, y float64
	text string
}

// Pages returns the lines of each page: what is printed at the same height, from left to right, with
// one space between.
func Pages(t testing.TB, document []byte) (pages [][]string) {
	t.Helper()
	for _, content := range Contents(t, document) {
		pages = append(pages, linesOf(partsOf(content)))
	}
	if len(pages) == 0 {
		t.Fatalf("no PDF document with text: %.200q", document)
	}
	return pages
}

// Text returns the lines of all pages.
func Text(t testing.TB, document []byte) string {
	t.Helper()
	return strings.Join(slices.Concat(Pages(t, document)...), "\n")
}

// Contents returns what each page prints, as operators.
func Contents(t testing.TB, document []byte) (pages []string) {
	t.Helper()
	for _, match := range stream.FindAllSubmatch(document, -1) {
		reader, err := zlib.NewReader(bytes.NewReader(match[1]))
		if err != nil {
			continue // not a whole stream
		}
		content, err := io.ReadAll(reader)
		if err == nil && bytes.Contains(content, []byte(" Tj ET")) {
			pages = append(pages, string(content))
		}
	}
	return pages
}

func partsOf(content string) (parts []part) {
	for _, match := range printText.FindAllStringSubmatch(content, -1) {
		x, _ := strconv.ParseFloat(match[1], 64)
		y, _ := strconv.ParseFloat(match[2], 64)
		parts = append(parts, part{x, y, decode(unescape.Replace(match[3]))})
	}
	return parts
}

// decode reads UTF-16. All spaces are plain.
func decode(text string) string {
	units := make([]uint16, len(text)/2)
	for i := range units {
		units[i] = uint16(text[2*i])<<8 | uint16(text[2*i+1])
	}
	return strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(string(utf16.Decode(units)))
}

func linesOf(parts []part) (lines []string) {
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Or(cmp.Compare(b.y, a.y), cmp.Compare(a.x, b.x)) })
	for i, p := range parts {
		if i > 0 && parts[i-1].y == p.y {
			lines[len(lines)-1] += " " + p.text
			continue
		}
		lines = append(lines, p.text)
	}
	return lines
}
