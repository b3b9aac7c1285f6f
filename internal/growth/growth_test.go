package growth_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"stint/docs"
	"stint/functions"
	"stint/internal/apitest"
	"stint/internal/growth"
)

func TestMain(m *testing.M) { apitest.MainOfAll(m, functions.Families()...) }

// sizes are two numbers of people, and how much of a morning is played. STINT_SCALE sets others, as make scale does.
func sizes(t *testing.T) (small, large int, rush time.Duration) {
	t.Helper()
	if a, b, both := strings.Cut(os.Getenv("STINT_SCALE"), " "); both {
		small, errA := strconv.Atoi(a)
		large, errB := strconv.Atoi(b)
		if errA != nil || errB != nil {
			t.Fatalf("STINT_SCALE is %q", os.Getenv("STINT_SCALE"))
		}
		return small, large, 4 * time.Minute
	}
	return 3, 6, time.Minute
}

// play plays days of a company, and measures them.
func play(t *testing.T, people int, rush time.Duration) *growth.Sample {
	t.Helper()
	c := newCompany(t, people, rush)
	c.morning(time.Date(2026, 6, 30, 9, 0, 0, 0, time.UTC))
	var at growth.Played
	at.Before = c.meter.Sizes(c.Clock.Now())
	c.morning(time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC))
	at.First = c.meter.Sizes(c.Clock.Now())
	c.morning(time.Date(2026, 7, 2, 9, 0, 0, 0, time.UTC))
	at.Second = c.meter.Sizes(c.Clock.Now())
	c.phase("", 0, []event{{0, "rates", c.changeRates}})
	c.closeWeek()
	at.Week = c.meter.Sizes(c.Clock.Now())
	c.sample.AddGrowth(at, c.part())
	c.night()
	c.phase("", 0, []event{{0, "login", c.signIn}})
	c.importEntries(1)
	return c.sample
}

// The workspace of docs/scaling.md, and the small ones of which there are many.
const (
	people           = 5_000
	workspaces       = 10_000
	peopleOfSmallOne = 20
)

// No key grows faster than docs/scaling.md says.
func TestKeysGrowAsThePageSays(t *testing.T) {
	t.Parallel()
	few, many, rush := sizes(t)
	small, large := play(t, few, rush), play(t, many, rush)
	rows := growth.Compare(small, large, people)
	var tables strings.Builder
	growth.Print(&tables, rows)
	fmt.Fprintln(&tables)
	growth.PrintShared(&tables, small, large, workspaces, peopleOfSmallOne)
	for _, kind := range strings.FieldsFunc(os.Getenv("STINT_SCALE_KEYS"), func(r rune) bool { return r == ',' }) {
		fmt.Fprintf(&tables, "\n| `%s` | | | | |\n\n", kind)
		growth.PrintParts(&tables, kind, small, large, people)
	}
	if testing.Verbose() {
		fmt.Print(tables.String())
	}
	page, err := growth.ReadPage(docs.Scaling, "## Measured")
	if err != nil {
		t.Fatal(err)
	}
	for _, faster := range page.Check(rows) {
		t.Error(faster)
	}
	for _, r := range rows {
		if r.Import > growth.MaxWrite {
			t.Errorf("an import writes %.0f units a second to %s, and leaves too little to others", r.Import, r.Kind)
		}
	}
}
