package timefile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"
)

// IsJSON reports whether the content of a file begins like JSON.
func IsJSON(f File) bool {
	head := make([]byte, 64)
	n, _ := f.ReadAt(head, 0)
	head = bytes.TrimSpace(bytes.TrimPrefix(head[:n], []byte("\ufeff")))
	return len(head) > 0 && (head[0] == '[' || head[0] == '{')
}

// Element gives yield the rows of an element of a JSON array, each with why it is left out, or "". It returns false
// as soon as yield does. index is that of the element, from 1.
type Element func(raw json.RawMessage, index int, zone *time.Location, yield func(row Row, reason string) bool) bool

// ReadJSON reads a JSON array, one element after the other. The rows have ids.
func ReadJSON(f File, o Options, rows Element) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		if err := eachElement(f, func(raw json.RawMessage, index int) bool {
			return rows(raw, index, o.zone(), func(row Row, reason string) bool {
				if reason == "" {
					return yield(row, nil)
				}
				row.Key = ""
				return yield(row, Refused{Line: row.Line, Reason: reason})
			})
		}); err != nil {
			yield(Row{}, err)
		}
	}
}

// eachElement calls a function for the elements of an array until it returns false.
func eachElement(f File, do func(raw json.RawMessage, index int) bool) error {
	open, err := asText(openFile(f))
	if err != nil {
		return err
	}
	content, err := open()
	if err != nil {
		return err
	}
	defer content.Close()
	bounded := &budget{content, maxElement}
	decoder := json.NewDecoder(bounded)
	if first, err := decoder.Token(); err != nil || first != json.Delim('[') {
		return errors.New("the file is no JSON array of time entries")
	}
	for index := 1; decoder.More(); index++ {
		var raw json.RawMessage
		if err := decoder.Decode(&raw); errors.Is(err, errTooLong) {
			return fmt.Errorf("element %d has more than %d MiB", index, maxElement>>20)
		} else if err != nil {
			return fmt.Errorf("element %d is no JSON: %w", index, err)
		}
		bounded.left = maxElement
		if !do(raw, index) {
			return nil
		}
	}
	if _, err := decoder.Token(); err != nil {
		return fmt.Errorf("the file ends too early: %w", errors.Join(err, io.ErrUnexpectedEOF))
	}
	return nil
}

// SetTimes sets the start, the day and the duration of a row with offsets from UTC. It returns why
// the row cannot be used, or "".
func (r *Row) SetTimes(start, end string, seconds int64, zone *time.Location) string {
	from, ok := parseISO(start)
	if !ok {
		return fmt.Sprintf("%q is no time", start)
	}
	r.Day = startOfDay(dayOf(from.In(zone)), zone)
	if end == "" {
		return "has no end: the timer is still running"
	}
	to, ok := parseISO(end)
	switch {
	case !ok:
		return fmt.Sprintf("%q is no time", end)
	case to.Before(from):
		return "ends before it starts"
	case seconds < 0 || seconds > int64(maxDuration/time.Second):
		return fmt.Sprintf("%d seconds is no duration", seconds)
	}
	r.Start, r.Duration = from.In(zone), time.Duration(seconds)*time.Second
	return ""
}

// parseISO reads a time with an offset from UTC, from 1970 to 2200.
func parseISO(text string) (time.Time, bool) {
	s, ok := parseStamp(text, "", dayFirst)
	return s.at, ok && !s.at.IsZero()
}
