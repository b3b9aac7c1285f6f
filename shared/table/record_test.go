package table

import (
	"bytes"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/schemas"
	"github.com/aws/smithy-go/transport/http/protocol/awsjson"

	"stint/internal/testkit"
	"stint/shared/problem"
)

// A client that was not made by dynamo.NewClient keeps no JSON. Everything is read from its
// maps then.
func TestEveryClientReadsTheSame(t *testing.T) {
	b := newTestTable(t)
	plain := *b
	plain.Table = New(testkit.Connect(t,
		func(o *dynamodb.Options) { o.Protocol = awsjson.New10(schemas.DynamoDB_20120810) }), b.rows.Name, b.secrets,
		b.clock.Now)
	for i := range 5 {
		it := noteItem(i, "text")
		if i == 3 {
			it = WithExpiry(it, b.clock.Now())
		}
		if i == 4 {
			it = DeleteLeaving(KeyOf(it), note{Text: "gone"}, b.clock.Now().Add(time.Hour)).item
		}
		if err := b.Commit(ctx(t), Put(it)); err != nil {
			t.Fatal(err)
		}
	}
	b.checkNotes(t)
	plain.checkNotes(t)
}

// checkNotes reads three notes, an expired one and the mark of one, in every way.
func (b *testTable) checkNotes(t *testing.T) {
	t.Helper()
	if n, ok := b.read(t, KeyOf(noteItem(1, ""))); !ok || n.Text != "text" {
		t.Errorf("get: %v %v", n, ok)
	}
	for i := 3; i < 6; i++ {
		if n, ok := b.read(t, KeyOf(noteItem(i, ""))); ok {
			t.Errorf("get %d: %v", i, n)
		}
	}
	page, err := List[note](ctx(t), b.Table, PartitionRange(Base, "NOTES"), PageRequest{Limit: 2}, nil)
	if err != nil || len(page.Items) != 2 || page.Items[1].Text != "text" || page.Next == "" {
		t.Errorf("list: %v, error %v", page, err)
	}
	page, err = List[note](ctx(t), b.Table, PartitionRange(Base, "NOTES"), PageRequest{Limit: 2, Cursor: page.Next}, nil)
	if err != nil || len(page.Items) != 1 {
		t.Errorf("next page: %v, error %v", page, err)
	}
	mark := KeyOf(noteItem(4, ""))
	found, err := b.BatchGetMarks(ctx(t), KeyOf(noteItem(0, "")), mark)
	if err != nil || len(found) != 2 || MomentOf(found[mark]) != "" {
		t.Errorf("marks: %v, error %v", found, err)
	}
	said, ok, err := MarkOf[note](found[mark])
	if err != nil || !ok || said.Text != "gone" {
		t.Errorf("mark: %v %v, error %v", said, ok, err)
	}
	it, err := found[mark].Item()
	if err != nil || KeyOf(it) != mark || !IsMark(it) {
		t.Errorf("item: %v, error %v", it, err)
	}
}

// truncate returns only a part of the answer.
func truncate(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
	answer, err := exchange(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(answer.Body)
	answer.Header.Del("X-Amz-Crc32")
	answer.Body = io.NopCloser(bytes.NewReader(body[:len(body)/2]))
	return answer, err
}

func TestAnswersThatAreCutShortAreErrors(t *testing.T) {
	b := newTestTable(t)
	it := noteItem(1, "text")
	if err := b.Commit(ctx(t), Put(it)); err != nil {
		t.Fatal(err)
	}
	b.probe.Inject(testkit.Fault{Effect: truncate, Times: testkit.Always})
	_, _, err := Get[note](ctx(t), b.Table, KeyOf(it))
	wantCode(t, err, problem.CodeServiceUnavailable)
	_, err = b.BatchGet(ctx(t), KeyOf(it))
	wantCode(t, err, problem.CodeServiceUnavailable)
	_, err = ReadAll[note](ctx(t), b.Table, PartitionRange(Base, "NOTES"))
	wantCode(t, err, problem.CodeServiceUnavailable)
}

// An attempt that fails leaves nothing in the answer of the next.
func TestRecordsAreReadAfterARetry(t *testing.T) {
	b := newTestTable(t)
	it := noteItem(1, "text")
	if err := b.Commit(ctx(t), Put(it)); err != nil {
		t.Fatal(err)
	}
	for _, effect := range []testkit.Effect{testkit.FailBefore(testkit.InternalError),
		testkit.FailAfter(testkit.Throttled)} {
		b.probe.Inject(testkit.Fault{Effect: effect, Where: testkit.On("GetItem", "Query")})
		if n, ok := b.read(t, KeyOf(it)); !ok || n.Text != "text" {
			t.Errorf("%v %v", n, ok)
		}
		b.probe.Inject(testkit.Fault{Effect: effect, Where: testkit.On("GetItem", "Query")})
		if all, err := ReadAll[note](ctx(t), b.Table, PartitionRange(Base, "NOTES")); err != nil || len(all) != 1 {
			t.Errorf("%v, error %v", all, err)
		}
	}
}
