package changes

import (
	"testing"
	"time"

	"stint/shared/store/feeddb"
	"stint/shared/table"
)

// A row is ahead only while it is certain that the reader has read nothing of it and will read it.
func TestWhichRowsAreAhead(t *testing.T) {
	t.Parallel()
	begin := bucketOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))
	rowIn := func(b bucket) feeddb.ChangeRow {
		return feeddb.ChangeRow{Key: table.Key{PK: "WS#w", SK: "S#s"}, Moment: table.Moment(b.start()) + "#a"}
	}
	inside, last, behind := rowIn(begin+1), rowIn(begin+4), rowIn(begin+9)
	changed := inside
	changed.Moment += "b"
	first := table.Moment(begin.start())
	known := map[bucket]memory{begin + 9: {}}
	for _, c := range []struct {
		what       string
		row        feeddb.ChangeRow
		after      string
		position   position
		isComplete bool
		want       bool
	}{
		{"a pending row", inside, first, position{}, false, true},
		{"one before", inside, last.Moment, position{}, false, false},
		{"one that was begun", inside, first, position{expansion: &expansion{row: hashRow(inside)}}, false, false},
		{"a row of an older change", changed, first, position{}, false, false},
		{"one that was read", last, first, position{}, false, false},
		{"a row behind the window", behind, first, position{}, false, true},
		{"one behind, where something was read", behind, first, position{memory: known}, false, false},
		{"one behind a window without later rows", behind, first, position{}, true, false},
		{"a record that is not there", feeddb.ChangeRow{}, first, position{}, false, false},
	} {
		x := window{begin: begin, end: begin + 5, isComplete: c.isComplete}
		if got := x.ahead(c.position, []pending{{ChangeRow: inside}}).has(c.row, c.after); got != c.want {
			t.Errorf("%s: %t, want %t", c.what, got, c.want)
		}
	}
	if (ahead{}).has(inside, first) {
		t.Error("a reader of every change has a row ahead")
	}
}
