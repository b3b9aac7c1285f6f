package feed_test

import (
	"bytes"
	"compress/flate"
	"encoding/hex"
	"strings"
	"testing"

	"stint/shared/domain/feed"
)

// usualEvent is the event of a timer with a project, a task, a tag and a text of 100 characters.
var usualEvent = `{"type":"timer.stopped","timestamp":"2026-06-17T12:01:01Z","workspace_id":"01a21ac5-f506-7790-bfc7-` +
	`0df50ded11f1","data":{"type":"entry","id":"01a21ac5-f578-79f5-bbd4-201a21ac5f50","user_id":"01a21ac5-f506-75dd-8c17-` +
	`0a5845cbee4d","project_id":null,"change":"upsert","changed_at":"2026-06-17T12:01:01Z","revision":"ilwoBusrOs4l4n1c",` +
	`"record":{"id":"01a21ac5-f578-79f5-bbd4-201a21ac5f50","user_id":"01a21ac5-f506-75dd-8c17-0a5845cbee4d","project_id":` +
	`"01a21ac5-f511-7320-ad12-72c86ac60042","task_id":"01a21ac5-f512-7d20-9d12-52c86bc60a42","description":"` +
	strings.Repeat("Tests und Ger\u00fcste ", 5) + `","tag_ids":["01a21ac5-aa12-7e20-9a12-02cb6bc60a43"],"external_id":null,` +
	`"started_at":"2026-06-17T10:04:01Z","stopped_at":"2026-06-17T12:01:01Z","duration_seconds":7020,"is_billable":true,` +
	`"hourly_rate":9000,"currency":"EUR","rate_source":"project","amount":17550,"is_locked":false,"lock_reason":null,` +
	`"invoice":null,"submission_id":null,"created_at":"2026-06-17T12:01:01Z","updated_at":"2026-06-17T12:01:01Z","version":2}}}`

// Bodies are read as they were written, those in plain JSON too. A usual one takes so little that its delivery, which
// has about 500 bytes beside it, is one write unit.
func TestEventJSON(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"usual": usualEvent, "short": `{}`, "long": `{"a":"` + strings.Repeat("x", 300_000) + `"}`,
	} {
		stored, err := feed.EventJSON(body).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		for form, from := range map[string][]byte{"deflated": stored, "plain": []byte(body)} {
			var got feed.EventJSON
			if err := got.UnmarshalBinary(from); err != nil || string(got) != body {
				t.Errorf("%s, %s: %d bytes of %d, %v", name, form, len(got), len(body), err)
			}
		}
	}
	if stored, _ := feed.EventJSON(usualEvent).MarshalBinary(); len(stored) > 350 {
		t.Errorf("a usual event takes %d bytes of %d", len(stored), len(usualEvent))
	}
}

// What is not a body is refused, and so is one that would be larger than any.
func TestEventJSONIsBounded(t *testing.T) {
	t.Parallel()
	var huge bytes.Buffer
	huge.WriteByte(1)
	w, _ := flate.NewWriter(&huge, flate.BestCompression)
	_, _ = w.Write(bytes.Repeat([]byte("x"), 2<<20))
	_ = w.Close()
	for name, stored := range map[string][]byte{
		"nothing": {}, "another form": {2, 3}, "cut off": {1, 0xff}, "huge": huge.Bytes(),
	} {
		if err := new(feed.EventJSON).UnmarshalBinary(stored); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}

// What is stored stays readable: the same bytes come of the same body. Whoever changes the text that bodies refer to
// gives the new form another first byte, and keeps the old text for as long as deliveries are kept.
func TestEventJSONIsStoredInOneForm(t *testing.T) {
	t.Parallel()
	stored, err := hex.DecodeString(storedEvent)
	if err != nil {
		t.Fatal(err)
	}
	var got feed.EventJSON
	if err := got.UnmarshalBinary(stored); err != nil || string(got) != usualEvent {
		again, _ := feed.EventJSON(usualEvent).MarshalBinary()
		t.Errorf("%s, %v; now it is stored as %x", got, err, again)
	}
}

// storedEvent is usualEvent as it was stored first.
const storedEvent = "01bc94cb6af33010855fc5fcfb813313c9637bf96fbaec262fa02b14420a714217c56fd65d5facb8cdc5ae5c124adb9d9074" +
	"a433cc9ceff9cb5814035d13eb9aa50377e0c58176c22e58ca1635a9b6209f831262b688293267be3af1e727b4216db325ef" +
	"a321391d648b4f9198fd6963a426b0129c6d8c0d3e2513bf9f99a2e249661e364f8fff0ffdeebe371bb3e55066e82f8a996a" +
	"98495702729185544253bb50034666799d0a84340aa81d057614f850c3bd0be6215ea77edf57876daceed2eef5a5dfa7ea27" +
	"b7668cb838746e74984687e30a12fcd1e1eadfcd24f9e8213a98630f17b851f4b9e486426e40470be02a3a2e6838d183d55a" +
	"fc2e298a12174851dc3993428661780b0000ffff"
