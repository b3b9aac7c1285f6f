package feed

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"sync"
)

// EventJSON is the body of a delivery: JSON. The table keeps it deflated, so that a delivery with the usual record has
// less than 1 KB, which is one write unit.
type EventJSON []byte

// packedByDictionary is the first byte of a body that is deflated with packing. JSON begins with a brace.
const packedByDictionary = 1

// packing is a text like most bodies, which deflating refers to. Another text needs another first byte, because bodies
// are kept for DeliveryRetention.
const packing = `"name":"","email":null,"role":"user","is_archived":false,"created_at":"2026-","project_ids":[],` +
	`"status":"submitted","period_start":"2026-","period_end":"2026-","lines":[{"line_id":"","number":1,"project_id":"` +
	`","task_id":null,"total_seconds":,"entry_count":,"decided_by":null,"decided_at":null,"reason":null}],"note":"",` +
	`{"type":"submission.submitted","type":"timer.stopped","type":"entry.updated","type":"entry.created",` +
	`{"type":"timer.started","timestamp":"2026-01-01T00:00:00Z","workspace_id":"019","data":{"type":"entry","id":"019` +
	`","user_id":"019","project_id":null,"change":"upsert","changed_at":"2026-01-01T00:00:00Z","revision":"` +
	`","record":{"id":"","user_id":"","project_id":"","task_id":"","task_id":null,"description":"","tag_ids":[],` +
	`"external_id":null,"started_at":"2026-01-01T00:00:00Z","stopped_at":null,"stopped_at":"2026-01-01T00:00:00Z",` +
	`"duration_seconds":0,"is_billable":true,"hourly_rate":null,"currency":"EUR","rate_source":"none","amount":0,` +
	`"rate_source":"project","is_locked":false,"lock_reason":null,"invoice":null,"submission_id":null,` +
	`"created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z","version":1}}}`

// packers keeps writers that deflate with packing. A new one takes a megabyte, and more time than it needs for a body.
var packers = sync.Pool{New: func() any {
	w, err := flate.NewWriterDict(io.Discard, flate.BestCompression, []byte(packing))
	if err != nil {
		panic(err) // the level is unknown
	}
	return w
}}

// MarshalBinary deflates the body.
func (e EventJSON) MarshalBinary() ([]byte, error) {
	packed := bytes.NewBuffer([]byte{packedByDictionary})
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(packed)
	if _, err := w.Write(e); err != nil {
		return nil, err
	}
	err := w.Close()
	return packed.Bytes(), err
}

// maxEventJSON is more than a delivery's body has, in bytes: an item of the table takes 400 KB.
const maxEventJSON = 1 << 20

var errEventJSON = errors.New("feed: a stored event is not in a known form")

// UnmarshalBinary reads what MarshalBinary made, or plain JSON.
func (e *EventJSON) UnmarshalBinary(stored []byte) error {
	switch {
	case len(stored) > 0 && stored[0] == '{':
		*e = bytes.Clone(stored)
		return nil
	case len(stored) == 0 || stored[0] != packedByDictionary:
		return errEventJSON
	}
	body := flate.NewReaderDict(bytes.NewReader(stored[1:]), []byte(packing))
	text, err := io.ReadAll(io.LimitReader(body, maxEventJSON+1))
	if err == nil && len(text) > maxEventJSON {
		err = errEventJSON
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errEventJSON, err)
	}
	*e = text
	return nil
}
