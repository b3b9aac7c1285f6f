package screen_test

import (
	"bytes"
	"testing"

	"stint/scripts/stint/internal/screen"
)

// A text that does not fit comes below, and breaks between words. What paints it takes no columns.
func TestBeside(t *testing.T) {
	t.Parallel()
	const before = "\x1b[1m09:00–10:00\x1b[22m"
	for columns, want := range map[int]string{
		0:  before + "  Über den Wagen\n",
		27: before + "  Über den Wagen\n",
		26: before + "\n    Über den Wagen\n",
		12: before + "\n    Über den\n    Wagen\n",
		5:  before + "\n    Über\n    den\n    Wagen\n",
	} {
		var out bytes.Buffer
		s := screen.Screen{Out: &out, Colour: true}
		if err := s.Beside(before, "Über den Wagen", columns); err != nil || out.String() != want {
			t.Errorf("%d columns: %q, %v, want %q", columns, out.String(), err, want)
		}
	}
}

func TestBar(t *testing.T) {
	t.Parallel()
	for value, want := range map[int64]string{0: "", -5: "", 1: "▏", 50: "██", 63: "██▌", 100: "████", 37: "█▍"} {
		if got := screen.Bar(value, 100, 4); got != want {
			t.Errorf("%d of 100 is %q, want %q", value, got, want)
		}
	}
	if got := screen.Bar(1, 0, 4); got != "" {
		t.Errorf("%q of nothing", got)
	}
}
