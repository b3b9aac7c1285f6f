package testkit_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/internal/testkit"
)

func TestTablesAreIsolated(t *testing.T) {
	t.Parallel()
	one, other := testkit.NewTable(t), testkit.NewTable(t)
	put(t, one, key("b", "1"))
	put(t, one, key("a", "2"))
	put(t, one, key("a", "1"))
	var order []string
	for _, it := range testkit.Dump(t, one) {
		order = append(order, testkit.TextOf(it["pk"])+testkit.TextOf(it["sk"]))
	}
	if len(order) != 3 || order[0] != "a1" || order[1] != "a2" || order[2] != "b1" {
		t.Errorf("items in order %v", order)
	}
	if got := testkit.Dump(t, other); len(got) != 0 {
		t.Errorf("the other table has %v", got)
	}
}

// A test may delete its table itself.
func TestTableThatIsGoneIsFine(t *testing.T) {
	t.Parallel()
	table := testkit.NewTable(t)
	if _, err := table.Client.DeleteTable(t.Context(), &dynamodb.DeleteTableInput{TableName: &table.Name}); err != nil {
		t.Fatal(err)
	}
}

func TestTableIsDroppedAfterItsTest(t *testing.T) {
	t.Parallel()
	var gone *testkit.Table
	t.Run("owner", func(t *testing.T) { gone = testkit.NewTable(t) })
	client := testkit.Connect(t)
	alive := &testkit.Table{Client: client, Name: gone.Name}
	if _, err := get(t.Context(), alive, key("a", "1")); err == nil {
		t.Error("the table is still there")
	}
}

func TestClock(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 2, 28, 23, 59, 0, 0, time.UTC)
	clock := testkit.NewClock(start)
	if !clock.Now().Equal(start) {
		t.Errorf("the time is %v", clock.Now())
	}
	testkit.Race(t, 10, func(int) { clock.Advance(time.Minute) })
	if want := start.Add(10 * time.Minute); !clock.Now().Equal(want) {
		t.Errorf("the time is %v, want %v", clock.Now(), want)
	}
	clock.Set(start)
	if !clock.Now().Equal(start) {
		t.Errorf("set back, the time is %v", clock.Now())
	}
}

func TestRaceRunsEachOnceAndAllAtOnce(t *testing.T) {
	t.Parallel()
	const n = 8
	var runs [n]atomic.Int32
	var arrived sync.WaitGroup
	arrived.Add(n)
	testkit.Race(t, n, func(i int) {
		runs[i].Add(1)
		arrived.Done()
		arrived.Wait() // never ends if they run one after another
	})
	for i := range runs {
		if got := runs[i].Load(); got != 1 {
			t.Errorf("f(%d) ran %d times", i, got)
		}
	}
}
