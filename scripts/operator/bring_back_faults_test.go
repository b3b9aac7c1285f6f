package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/store/key"
	"stint/shared/table"
)

// walk is a purged workspace that is brought back once for each fault.
type walk struct {
	lost
	id     domain.ID
	from   *store.Store
	purged []table.Item // the live table before
	want   []string     // the keys of the live table after
}

func newWalk(t *testing.T) walk {
	t.Helper()
	x := newLost(t)
	purge(x.api)
	w := walk{lost: x, id: domain.ID(x.owner.WorkspaceID), purged: testkit.Dump(t, x.api.Table)}
	w.from = store.New(testkit.Connect(t), x.restored.Name, nil, x.api.Clock.Now)
	live, _ := w.live(t)
	if err := w.bringBack(t, live, testkit.Connect(t)); err != nil {
		t.Fatal(err)
	}
	w.want = keys(t, live)
	return w
}

// live makes a table like the one before.
func (w walk) live(t *testing.T) (live *testkit.Table, probe *testkit.Probe) {
	t.Helper()
	live = testkit.NewTable(t)
	live.Fill(t, w.purged)
	return live, new(testkit.Probe)
}

func (w walk) store(live *testkit.Table, client *dynamodb.Client) *store.Store {
	return store.New(client, live.Name, nil, w.api.Clock.Now)
}

func (w walk) bringBack(t *testing.T, live *testkit.Table, client *dynamodb.Client) error {
	_, err := w.store(live, client).BringBack(t.Context(), w.id, w.from, "restored")
	return err
}

// keys are the keys of all items, without the ids of audit records.
func keys(t *testing.T, live *testkit.Table) (all []string) {
	t.Helper()
	for _, it := range testkit.Dump(t, live) {
		k := table.KeyOf(it)
		if key.AuditLogs.Matches(k.PK) {
			k.SK = "audit"
		}
		all = append(all, k.PK+" "+k.SK)
	}
	return all
}

// A copy that fails at any database call is invisible, unless its last write happened.
// The next run completes it: the table is then as after a copy without a fault.
func TestBringBackSurvivesAnyFault(t *testing.T) {
	t.Parallel()
	w := newWalk(t)
	least := map[string]int{"before": 10, "after": testkit.Size(5, 10)} // by day, only writes lose their answers
	for when, crash := range testkit.Crashes() {
		t.Run(when, func(t *testing.T) {
			t.Parallel()
			for w.runWithFault(t, crash) {
				crash.Skip++
			}
			if crash.Skip < least[when] {
				t.Errorf("only %d calls had a fault", crash.Skip)
			}
		})
	}
}

// runWithFault brings the workspace back with one fault, and again without it. hit is
// false when there are too few calls for the fault.
func (w walk) runWithFault(t *testing.T, fault testkit.Fault) (hit bool) {
	t.Helper()
	live, probe := w.live(t)
	injected := probe.Inject(fault)
	err := w.bringBack(t, live, testkit.Connect(t, probe.Attach))
	hit = injected.Hits() > 0
	name := fmt.Sprint("call ", fault.Skip+1)
	if hit != (err != nil) {
		t.Errorf("%s: hit %t, error %v", name, hit, err)
	}
	if err != nil && !slices.Equal(keys(t, live), w.want) {
		if _, err := w.store(live, testkit.Connect(t)).Workspace(t.Context(), w.id); !problem.Is(err, problem.CodeNotFound) {
			t.Errorf("%s: an incomplete copy is visible: %v", name, err)
		}
	}
	if err := w.bringBack(t, live, testkit.Connect(t)); err != nil && err != store.ErrWorkspaceExists {
		t.Errorf("%s: again: %v", name, err)
	}
	if got := keys(t, live); !slices.Equal(got, w.want) {
		t.Errorf("%s: keys\n%q\nwant\n%q", name, got, w.want)
	}
	return hit
}

// An interrupted copy is completed from the same table only, or purged.
func TestAnInterruptedCopyIsNotMixed(t *testing.T) {
	t.Parallel()
	w := newWalk(t)
	d := w.d
	interrupt := func() {
		t.Helper()
		probe := new(testkit.Probe)
		probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.Disconnected), Where: testkit.Writes, Skip: 3,
			WholeCall: true})
		consoleThrough(t, w.api, testkit.Connect(t, probe.Attach)).fails("run it again", w.lost.bringBack()...)
	}
	interrupt()
	contains(t, d.ok("workspace", string(w.id)), "not completely brought back", w.restored.Name)
	other := testkit.NewTable(t)
	other.Fill(t, testkit.Dump(t, w.restored))
	d.fails("a copy from "+w.restored.Name, "workspace", string(w.id), "bring-back", "-from", other.Name)

	d.ok("workspace", string(w.id), "purge")
	d.fails("not purged", w.lost.bringBack()...)
	purge(w.api)
	w.hasNothingLeft(t)
	w.restored = other
	contains(t, d.ok(w.lost.bringBack()...), "brought back")
}

// A copy that was purged while it waited writes nothing more.
func TestAPurgedCopyStops(t *testing.T) {
	t.Parallel()
	w := newWalk(t)
	probe, release := new(testkit.Probe), make(chan struct{})
	held := probe.Inject(testkit.Fault{Effect: testkit.Hold(release), Where: testkit.On("TransactWriteItems"), Skip: 2})
	d := consoleThrough(t, w.api, testkit.Connect(t, probe.Attach))
	done := make(chan error)
	go func() { done <- d.run(t.Context(), w.lost.bringBack()) }()
	<-held.Reached()
	w.d.ok("workspace", string(w.id), "purge")
	purge(w.api)
	close(release)
	if err := <-done; err == nil || !strings.Contains(err.Error(), "purged by another run") {
		t.Errorf("the copy ended with %v", err)
	}
	w.hasNothingLeft(t)
}

// hasNothingLeft checks that no item of the workspace is in the live table.
func (w walk) hasNothingLeft(t *testing.T) {
	t.Helper()
	for _, k := range keys(t, w.api.Table) {
		if strings.Contains(k, string(w.id)) && !strings.HasPrefix(k, "Q#") {
			t.Errorf("left is %s", k)
		}
	}
}

// Two copies at the same time write each item once; the one that loses says so.
func TestTwoCopiesAtTheSameTime(t *testing.T) {
	t.Parallel()
	w := newWalk(t)
	for range 5 {
		live, _ := w.live(t)
		client := testkit.Connect(t)
		testkit.Race(t, 2, func(int) { _ = w.bringBack(t, live, client) })
		if err := w.bringBack(t, live, client); err != nil && err != store.ErrWorkspaceExists {
			t.Error(err)
		}
		if got := keys(t, live); !slices.Equal(got, w.want) {
			t.Errorf("keys\n%q\nwant\n%q", got, w.want)
		}
	}
}

// A row that is there is never written over, whatever the restored table has.
func TestBringBackKeepsWhatIsThere(t *testing.T) {
	t.Parallel()
	w := newWalk(t)
	live, _ := w.live(t)
	pk := "WS#" + string(w.id)
	var newer table.Item
	for _, it := range testkit.Dump(t, w.restored) {
		if k := table.KeyOf(it); k.PK == pk && strings.HasPrefix(k.SK, "G#") {
			newer = it
		}
	}
	newer["name"] = &types.AttributeValueMemberS{Value: "Newer"}
	live.Fill(t, []table.Item{newer})
	if err := w.bringBack(t, live, testkit.Connect(t)); err != nil {
		t.Fatal(err)
	}
	for _, it := range testkit.Dump(t, live) {
		if table.KeyOf(it) == table.KeyOf(newer) && table.StringAttribute(it, "name") != "Newer" {
			t.Errorf("it was written over: %v", it)
		}
	}
}
