package screen_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"
	_ "time/tzdata"

	"stint/scripts/stint/internal/screen"
)

func TestRecord(t *testing.T) {
	t.Parallel()
	raw := []byte("{\n  \"name\": \"<a>\",\n  \"n\": 1.0\n}")
	for json, want := range map[bool]string{true: `{"name":"<a>","n":1.0}` + "\n", false: "a line\n"} {
		var out bytes.Buffer
		s := screen.Screen{Out: &out, JSON: json}
		if err := s.Record(raw, "a line"); err != nil || out.String() != want {
			t.Errorf("%q, %v", out.String(), err)
		}
	}
}

func TestPaint(t *testing.T) {
	t.Parallel()
	if got := (&screen.Screen{Colour: true}).Paint(screen.Bold, "x"); got != "\x1b[1mx\x1b[22m" {
		t.Errorf("%q", got)
	}
	if got := (&screen.Screen{}).Paint(screen.Bold, "x"); got != "x" {
		t.Errorf("%q", got)
	}
}

// A description of another member cannot steer the terminal.
func TestClean(t *testing.T) {
	t.Parallel()
	if got := screen.Clean("a\x1b[31m\x07b\nc\u202ed\u009be"); got != "a[31mb cde" {
		t.Errorf("%q", got)
	}
}

func TestFormats(t *testing.T) {
	t.Parallel()
	for got, want := range map[string]string{
		screen.Seconds(59): "0:00", screen.Seconds(3660): "1:01", screen.Seconds(360_000): "100:00",
		screen.Money(8500, "EUR"): "85.00 EUR", screen.Money(5, "EUR"): "0.05 EUR", screen.Money(-150, "EUR"): "-1.50 EUR",
		screen.Money(150, "JPY"): "150 JPY", screen.Money(1500, "KWD"): "1.500 KWD",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestDay(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", 7200)
	day := time.Date(2026, 6, 17, 0, 0, 0, 0, zone)
	at := func(hour, minute int) time.Time { return time.Date(2026, 6, 17, hour, minute, 0, 0, zone).UTC() }
	spans := []screen.Span{{at(9, 0), at(10, 20)}, {at(10, 40), at(10, 45)}, {at(10, 50), at(11, 0)}}
	if got := (screen.Picture{First: 8, Last: 12, Minutes: 30}).Day(day, spans); got != "··███▒··" {
		t.Errorf("%s", got)
	}
	narrow := screen.Picture{First: 8, Last: 18, Minutes: 60}
	if got := narrow.Day(day, spans); got != "·██·······" {
		t.Errorf("%s", got)
	}
	if got := narrow.Head(); got != "8   12  16" {
		t.Errorf("%s", got)
	}
	for columns, want := range map[int]int{0: 30, 40: 30, 39: 60, 30: 60, 29: 120, 1: 120} {
		if got := screen.NewPicture(spans, zone, columns); got.Minutes != want {
			t.Errorf("%d columns: %+v", columns, got)
		}
	}
	if first, last := screen.Hours(spans, zone); first != 8 || last != 18 {
		t.Error(first, last)
	}
	if first, last := screen.Hours([]screen.Span{{at(6, 30), at(19, 0)}}, zone); first != 6 || last != 19 {
		t.Error(first, last)
	}
	if first, last := screen.Hours([]screen.Span{{at(23, 0), at(25, 0)}}, zone); first != 0 || last != 24 {
		t.Error(first, last)
	}
	if got := screen.Started(spans, at(9, 0), at(10, 45)); got != 85*time.Minute {
		t.Error(got)
	}
}

// The clock is put forward from 2:00 to 3:00 on 2026-03-29, and back from 3:00 to 2:00 on 2026-10-25.
func TestDayWithAnotherOffset(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	p := screen.Picture{First: 0, Last: 5, Minutes: 30}
	for day, want := range map[time.Time]string{
		time.Date(2026, 3, 29, 0, 0, 0, 0, zone):  "···█  █···",
		time.Date(2026, 10, 25, 0, 0, 0, 0, zone): "···██·····",
	} {
		spans := []screen.Span{{From: day.Add(90 * time.Minute), To: day.Add(150 * time.Minute)}}
		if got := p.Day(day, spans); got != want {
			t.Errorf("%v is %q, want %q", day, got, want)
		}
	}
	again := time.Date(2026, 10, 25, 0, 0, 0, 0, zone)
	if got := p.Day(again, []screen.Span{{From: again.Add(3 * time.Hour),
		To: again.Add(210 * time.Minute)}}); got != "····█·····" {
		t.Errorf("an hour that comes twice is %q", got)
	}
}

// JSON on a terminal does not steer it, and stays the same JSON.
func TestRecordOnATerminal(t *testing.T) {
	t.Parallel()
	raw := []byte("{\"a\":\"\u009b2J\u202e\U000e0001\u007fé\u2028\"}")
	var out bytes.Buffer
	s := screen.Screen{Out: &out, JSON: true, Terminal: true}
	if err := s.Record(raw, ""); err != nil || out.String() != `{"a":"\u009b2J\u202e\udb40\udc01\u007fé\u2028"}`+"\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
	var want, got map[string]string
	if json.Unmarshal(raw, &want) != nil || json.Unmarshal(out.Bytes(), &got) != nil || want["a"] != got["a"] {
		t.Errorf("%q, want %q", got, want)
	}
}
