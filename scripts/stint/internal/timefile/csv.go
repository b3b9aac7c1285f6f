package timefile

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
)

func (t *csvTable) Titles() []string { return t.header }

func (t *csvTable) records() iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		header := true
		for r, err := range t.lines() {
			if !header && !yield(r, err) {
				return
			}
			header = false
		}
	}
}

// lines are the header and the records, without lines whose cells are all empty.
func (t *csvTable) lines() iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		content, err := t.open()
		if err != nil {
			yield(record{}, err)
			return
		}
		defer content.Close()
		lines := bufio.NewReader(content)
		for range t.skip {
			_, _ = lines.ReadString('\n') // an error comes again
		}
		t.split(lines, yield)
	}
}

func (t *csvTable) split(lines io.Reader, yield func(record, error) bool) {
	bounded := &budget{Reader: lines}
	r := csv.NewReader(bounded)
	r.Comma, r.FieldsPerRecord, r.ReuseRecord = t.comma, -1, true
	for last := t.skip; ; {
		bounded.left = maxRecord
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		if errors.Is(err, errTooLong) && bounded.left <= 0 {
			yield(record{}, tooLong(last))
			return
		}
		if err != nil {
			line, err := t.explain(err)
			if _, goesOn := err.(Refused); !yield(record{line: line}, err) || !goesOn {
				return
			}
			continue
		}
		line, _ := r.FieldPos(0)
		last = line + t.skip
		if !isBlank(cells) && !yield(record{last, cells}, nil) {
			return
		}
	}
}

// explain makes an error for people. A Refused concerns one line only.
func (t *csvTable) explain(err error) (line int, explained error) {
	broken, ok := errors.AsType[*csv.ParseError](err)
	if !ok {
		return 0, err
	}
	line = broken.StartLine + t.skip
	if errors.Is(err, csv.ErrBareQuote) {
		return line, Refused{Line: line, Reason: "has a quotation mark in the middle of a cell without quotation marks"}
	}
	return line, fmt.Errorf("line %d: a cell in quotation marks does not end as CSV cells do", line)
}

func isBlank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" })
}
