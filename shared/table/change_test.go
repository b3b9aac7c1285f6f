package table

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/internal/testkit"
	"stint/shared/dynamo"
	"stint/shared/problem"
)

// tracked makes a table that tracks the items of its partition NOTES.
func (b *testTable) tracked() *testTable {
	b.TrackChanges(func(k Key) string {
		if k.PK == "NOTES" {
			return "CHANGES"
		}
		return ""
	}, func(k Key) bool { return !strings.HasPrefix(k.SK, keptPrefix) })
	return b
}

// keptPrefix begins the keys of tracked items that leave no mark.
const keptPrefix = "KEPT#"

// said is what a mark of the test says.
type said struct {
	ID string `db:"id"`
}

func (b *testTable) deleteNote(n int, version int64) Action {
	return DeleteLeaving(KeyOf(noteItem(n, "")), said{"x"}, b.clock.Now().Add(time.Hour)).Provided(AtVersion(version))
}

func (b *testTable) mustCommit(t *testing.T, actions ...Action) {
	t.Helper()
	if err := b.Commit(ctx(t), actions...); err != nil {
		t.Fatal(err)
	}
}

// moments are the rows of the index of changes.
func (b *testTable) moments(t *testing.T) map[Key]string {
	t.Helper()
	rows, _, err := b.Query(ctx(t), Range{Index: ByChange, Partition: "CHANGES", From: lowest, To: highest}, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	all := map[Key]string{}
	for _, it := range rows {
		all[KeyOf(it)] = MomentOf(it)
	}
	return all
}

func TestTrackedWritesHaveAMoment(t *testing.T) {
	t.Parallel()
	b := newTestTable(t).tracked()
	k := KeyOf(noteItem(1, ""))
	other := Encode(Key{PK: "OTHER", SK: "1"}, note{"other", 1})
	b.mustCommit(t, Create(noteItem(1, "a")), Create(noteItem(2, "b")), Create(other))
	first := b.moments(t)
	if len(first) != 2 || first[k] != first[KeyOf(noteItem(2, ""))] {
		t.Fatalf("%v, want one moment of two items", first)
	}
	if at, ok := ParseMoment(first[k]); !ok || !at.Equal(b.clock.Now()) ||
		!strings.HasPrefix(first[k], Moment(b.clock.Now())) {
		t.Errorf("moment %s at %s", first[k], b.clock.Now())
	}
	writes := map[string]Action{
		"a put": Put(noteItem(1, "c")), "attributes": UpdateAttributes(Encode(k, note{"d", 2}), 1, "text"),
		"a touch": Touch(k), "a delete": b.deleteNote(1, 2),
	}
	for _, name := range []string{"a put", "attributes", "a touch", "a delete"} { // the clock stands still
		before := b.moments(t)[k]
		b.mustCommit(t, writes[name])
		if after := b.moments(t)[k]; after == before || after == "" {
			t.Errorf("%s leaves the moment %q", name, after)
		}
	}
	before := b.moments(t)[KeyOf(noteItem(2, ""))]
	b.mustCommit(t, UpdateAttributesUnversioned(Encode(KeyOf(noteItem(2, "")), note{"e", 1}), "text"))
	if after := b.moments(t)[KeyOf(noteItem(2, ""))]; after != before {
		t.Error("an update without a version is a change")
	}
	b.mustCommit(t, Put(noteItem(2, "f")).Untracked())
	if _, still := b.moments(t)[KeyOf(noteItem(2, ""))]; still {
		t.Error("an untracked put is in the index")
	}
	attributes := Item{"hook": StringValue("yes")}
	if err := b.Commit(WithChangeAttributes(ctx(t), attributes), Create(noteItem(3, "g")),
		Create(Encode(Key{PK: "OTHER", SK: "2"}, note{}))); err != nil {
		t.Fatal(err)
	}
	for k, want := range map[Key]string{KeyOf(noteItem(3, "")): "yes", {PK: "OTHER", SK: "2"}: ""} {
		found, err := b.BatchGet(ctx(t), k)
		if err != nil || StringAttribute(found[k], "hook") != want {
			t.Errorf("%v, %v", found, err)
		}
	}
}

// A mark is no item for any read and any condition. Only the reads of marks return it.
func TestMarksCountAsAbsent(t *testing.T) {
	t.Parallel()
	b := newTestTable(t).tracked()
	k := KeyOf(noteItem(1, ""))
	b.mustCommit(t, Create(noteItem(1, "a")))
	if err := b.Commit(ctx(t), Delete(k)); err == nil {
		t.Fatal("a delete of a tracked item that leaves no mark succeeds")
	}
	b.mustCommit(t, b.deleteNote(1, 1))
	if _, ok := b.read(t, k); ok {
		t.Error("Get returns a mark")
	}
	if found, err := b.BatchGet(ctx(t), k); err != nil || len(found) != 0 {
		t.Errorf("BatchGet returns %v, %v", found, err)
	}
	whole := PartitionRange(Base, "NOTES")
	if rows, _, err := b.Query(ctx(t), whole, nil, 0); err != nil || len(rows) != 0 {
		t.Errorf("Query returns %v, %v", rows, err)
	}
	if page, err := List[note](ctx(t), b.Table, whole, PageRequest{Limit: 5}, nil); err != nil || len(page.Items) != 0 {
		t.Errorf("List returns %v, %v", page, err)
	}
	if rows, err := ReadAll[note](ctx(t), b.Table, whole); err != nil || len(rows) != 0 {
		t.Errorf("ReadAll returns %v, %v", rows, err)
	}
	for n, err := range Iterate[note](ctx(t), b.Table, whole, 5) {
		t.Errorf("Iterate returns %v, %v", n, err)
	}
	if err := b.WalkItems(ctx(t), whole,
		func(it Row) error { t.Errorf("WalkItems visits %v", it); return nil }); err != nil {
		t.Error(err)
	}
	if rows, _, err := b.QueryMarks(ctx(t), whole, nil, 0); err != nil || len(rows) != 1 || !IsMark(rows[0]) {
		t.Errorf("QueryMarks returns %v, %v", rows, err)
	}
	found, err := b.BatchGetMarks(ctx(t), k)
	mark, ok, decodeErr := MarkOf[said](found[k])
	if err != nil || decodeErr != nil || !ok || mark.ID != "x" {
		t.Errorf("the mark says %v, %v, %v, %v", mark, ok, err, decodeErr)
	}
	gone := errors.New("gone")
	for name, a := range map[string]Action{
		"present": Check(k, Present), "replace": Replace(noteItem(1, "b"), 1), "touch": Touch(k),
		"attributes": UpdateAttributes(Encode(k, note{"b", 2}), 1, "text"),
	} {
		if err := b.Commit(ctx(t), a, Put(Encode(Key{PK: "OTHER", SK: "1"}, note{}))); !problem.Is(err,
			problem.CodeConflict) {
			t.Errorf("%s succeeds on a mark: %v", name, err)
		}
	}
	if err := b.Commit(ctx(t), b.deleteNote(1, 1).OrIfAbsent(gone)); !errors.Is(err, gone) {
		t.Errorf("a delete of a mark: %v", err)
	}
	if err := b.Commit(ctx(t), b.deleteNote(1, 1).OrIfAbsent(gone),
		Put(Encode(Key{PK: "OTHER", SK: "1"}, note{}))); !errors.Is(err, gone) {
		t.Errorf("a delete of a mark in a transaction: %v", err)
	}
	b.mustCommit(t, b.deleteNote(1, 1))
	b.mustCommit(t, Check(k, Absent), Create(Encode(Key{PK: "OTHER", SK: "3"}, note{})))
	b.mustCommit(t, Create(noteItem(1, "again")))
	if n, ok := b.read(t, k); !ok || n.Text != "again" {
		t.Errorf("made over the mark: %v %v", n, ok)
	}
	b.mustCommit(t, b.deleteNote(1, 1))
	b.clock.Advance(2 * time.Hour)
	if found, err := b.BatchGetMarks(ctx(t), k); err != nil || len(found) != 0 {
		t.Errorf("a mark that has expired: %v, %v", found, err)
	}
}

// A tracked item of a kind that leaves no marks cannot leave one, because the lists of its
// kind read no further than they show.
func TestUnexpectedMarksAreRefused(t *testing.T) {
	t.Parallel()
	b := newTestTable(t).tracked()
	k := Key{PK: "NOTES", SK: keptPrefix + "1"}
	b.mustCommit(t, Create(Encode(k, note{"a", 1})))
	if err := b.Commit(ctx(t), DeleteLeaving(k, said{"x"}, b.clock.Now().Add(time.Hour))); err == nil {
		t.Error("the mark is left")
	}
	if _, ok := b.read(t, k); !ok {
		t.Error("the item is gone")
	}
	b.mustCommit(t, Delete(k).LeavingNothing())
}

// A page is as long as asked for, although some records were deleted, and the last one
// says that it is the last.
func TestPagesPassOverMarks(t *testing.T) {
	t.Parallel()
	b := newTestTable(t).tracked()
	for i := range 9 {
		b.mustCommit(t, Create(noteItem(i, "a")))
	}
	for _, i := range []int{0, 1, 3, 4, 8} {
		b.mustCommit(t, b.deleteNote(i, 1))
	}
	request, sizes := PageRequest{Limit: 2}, []int{}
	for {
		page, err := List[note](ctx(t), b.Table, PrefixRange(Base, "NOTES", "N#"), request, nil)
		if err != nil {
			t.Fatal(err)
		}
		if sizes = append(sizes, len(page.Items)); page.Next == "" {
			break
		}
		request.Cursor = page.Next
	}
	if !slices.Equal(sizes, []int{2, 2}) {
		t.Errorf("pages of %v, want two of two", sizes)
	}
}

// A delete whose answer was lost is recognised by its mark, and not taken for a delete by
// another request.
func TestARepeatedDeleteIsRecognised(t *testing.T) {
	t.Parallel()
	b := newTestTable(t).tracked()
	b.mustCommit(t, Create(noteItem(1, "a")))
	b.probe.Inject(testkit.Fault{Where: testkit.On("PutItem"), Times: 1, Effect: testkit.FailAfter(testkit.Disconnected)})
	if err := b.Commit(ctx(t), b.deleteNote(1, 1).OrIfAbsent(errors.New("gone"))); err != nil {
		t.Error(err)
	}
}

// No attempt of a write is sent later than MaxWriteTime after its moment.
func TestWritesAreBoundInTime(t *testing.T) {
	t.Parallel()
	limited, cancel, bound := boundWrite(ctx(t))
	defer cancel()
	end, ok := limited.Deadline()
	if left := time.Until(end); !ok || left > MaxWriteTime || left < MaxWriteTime-time.Minute {
		t.Errorf("the write ends in %s", left)
	}
	b := newTestTable(t)
	var sent atomic.Int64
	late := boundAt(time.Now().Add(-time.Second))
	count := func(o *dynamodb.Options) { o.HTTPClient = countingClient{&sent} }
	_, err := b.rows.Client.PutItem(ctx(t), &dynamodb.PutItemInput{TableName: &b.name, Item: noteItem(1, "a")}, late,
		count)
	if !errors.Is(err, errTooLate) || sent.Load() != 0 {
		t.Errorf("%d attempts after the end, %v", sent.Load(), err)
	}
	if _, err := b.rows.Client.PutItem(ctx(t), &dynamodb.PutItemInput{TableName: &b.name, Item: noteItem(1, "a")},
		bound); err != nil {
		t.Error(err)
	}
	wantCode(t, wrapDBError("write", context.DeadlineExceeded), problem.CodeServiceUnavailable)
}

// countingClient counts requests and sends none.
type countingClient struct{ sent *atomic.Int64 }

func (c countingClient) Do(*http.Request) (*http.Response, error) {
	c.sent.Add(1)
	return nil, errors.New("not sent")
}

// An item has the trace of its last change, and none where that has none.
func TestCauseIsThatOfTheLastChange(t *testing.T) {
	t.Parallel()
	b := newTestTable(t).tracked()
	k := KeyOf(noteItem(1, ""))
	traced := WithChangeAttributes(ctx(t), Item{dynamo.AttrTrace: StringValue("trace")})
	for _, c := range []struct {
		ctx   context.Context
		write Action
		want  string
	}{
		{traced, Create(noteItem(1, "a")), "trace"},
		{ctx(t), UpdateAttributes(Encode(k, note{"b", 1}), 1, "text"), ""},
		{traced, Touch(k), "trace"},
		{ctx(t), Put(noteItem(1, "c")), ""},
	} {
		if err := b.Commit(c.ctx, c.write); err != nil {
			t.Fatal(err)
		}
		if found, err := b.BatchGet(ctx(t), k); err != nil || CauseOf(found[k]) != c.want {
			t.Errorf("%q, want %q, %v", CauseOf(found[k]), c.want, err)
		}
	}
}
