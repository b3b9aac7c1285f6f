package growth_test

import (
	"strings"
	"testing"
	"time"

	"stint/internal/growth"
	"stint/internal/testkit/meter"
	"stint/shared/store/key"
)

func point(people, value float64) growth.Point {
	return growth.Point{People: people, Measure: growth.Measure{Most: value, Mean: value}}
}

func TestFit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		small, large float64
		want         growth.Growth
		at           float64 // with 100 people; the sizes are 10 and 20
	}{
		"nothing": {0, 0, growth.Nothing, 0}, "constant": {5, 6, growth.Constant, 6},
		"people": {5, 10, growth.WithPeople, 50}, "people, with a constant part": {6, 10, growth.WithPeople, 42},
		"only with many": {0, 10, growth.WithPeople, 50}, "with the square": {1, 4, growth.Faster, 100},
	} {
		got, at := growth.Fit(point(10, c.small), point(20, c.large), 100)
		if got != c.want || at < c.at*0.99 || at > c.at*1.01 {
			t.Errorf("%s: %s, %v, want %s, %v", name, got, at, c.want, c.at)
		}
	}
}

func TestThePageFindsWhatGrowsFaster(t *testing.T) {
	t.Parallel()
	rows := []growth.Row{
		{Kind: "WS#<id>", ReadGrowth: growth.WithPeople, WriteGrowth: growth.Constant, SizeGrowth: growth.WithPeople,
			WithTime: true},
		{Kind: "NEW#*", ReadGrowth: growth.Nothing, WriteGrowth: growth.Constant, SizeGrowth: growth.Nothing},
	}
	var table strings.Builder
	growth.Print(&table, rows[:1])
	page, err := growth.ReadPage("# Page\n\n## Table\n"+table.String(), "## Table")
	if err != nil || len(page) != 1 {
		t.Fatalf("%v, %v", page, err)
	}
	if faster := page.Check(rows); len(faster) != 1 || !strings.Contains(faster[0], "the writes of NEW#* grow: constant") {
		t.Errorf("a new key: %v", faster)
	}
	for change, row := range map[string]growth.Row{
		"reads": {Kind: "WS#<id>", ReadGrowth: growth.Faster}, "writes": {Kind: "WS#<id>", WriteGrowth: growth.WithPeople},
	} {
		if faster := page.Check([]growth.Row{row}); len(faster) != 1 || !strings.Contains(faster[0], change) {
			t.Errorf("more %s: %v", change, faster)
		}
	}
}

// A webhook that is due in another shard moves its item, and nothing has grown.
func TestMovingBetweenSharedKeysIsNoGrowth(t *testing.T) {
	t.Parallel()
	at := func(first, second float64) growth.Bytes {
		sizes := growth.Bytes{}
		for shard, bytes := range map[string]float64{"HOOKS#0": first, "HOOKS#1": second} {
			sizes[meter.Key{Index: "by_ws", Partition: shard}] = meter.Size{Stays: bytes}
		}
		return sizes
	}
	s := growth.NewSample(3)
	s.AddGrowth(growth.Played{Before: at(900, 0), First: at(300, 600), Second: at(600, 300), Week: at(0, 900)}, 1)
	kind := s.Kinds["by_ws HOOKS#?"]
	if kind == nil || kind.Day.Most+kind.Week.Most+kind.Month.Most != 0 {
		t.Errorf("it has grown: %+v", kind)
	}
	s.AddGrowth(growth.Played{Week: at(0, 640)}, 1)
	if got := s.Kinds["by_ws HOOKS#?"].Week.Most; got != 640.0/key.WebhookDueShards {
		t.Errorf("each key has grown by %v", got)
	}
}

// Parts are shown for the busiest key of a kind, the largest first, for another number of people.
func TestPartsAreShownByPurpose(t *testing.T) {
	t.Parallel()
	queue := func(shard string) meter.Key { return meter.Key{Partition: "Q#" + shard} }
	sample := func(people, each float64) *growth.Sample {
		s := growth.NewSample(int(people))
		s.AddParts("morning", 10*time.Second, map[meter.Part]meter.Units{
			{Key: queue("1"), For: "mail", Items: "W"}:  {Write: 10 * each},
			{Key: queue("2"), For: "mail", Items: "W"}:  {Write: 5 * each},
			{Key: queue("1"), For: "purge", Items: "W"}: {Read: 200 * each},
			{Key: queue("1"), For: "rare", Items: "W"}:  {Write: 0.001},
		})
		return s
	}
	var table strings.Builder
	growth.PrintParts(&table, "Q#?", sample(10, 1), sample(20, 2), 100)
	_, got, _ := strings.Cut(table.String(), "---:|\n")
	if want := "| morning | purge | `W` | 200 | 0 |\n| morning | mail | `W` | 0 | 10 |\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
