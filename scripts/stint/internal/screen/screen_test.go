package screen_test

import (
	"bytes"
	"testing"
	"time"

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
	if got := screen.Day(day, 8, 12, spans); got != "··███▒··" {
		t.Errorf("%s", got)
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
	if got := screen.Within(spans, at(10, 0), at(10, 45)); got != 25*time.Minute {
		t.Error(got)
	}
}
