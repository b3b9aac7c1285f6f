package reports_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"stint/internal/apitest"
)

// exportParts follows an export in parts to its end. It gives the parts one after the other,
// and how many they are.
func exportParts(t *testing.T, p *apitest.User, query string) (all []byte, parts int) {
	t.Helper()
	path := "/api/entries/export"
	for next := "?" + query + "&parts=true"; next != ""; parts++ {
		answer := p.Get(path + next)
		if answer.Status != 200 || len(answer.Body) > 4_000_000 || parts == 50 {
			t.Fatalf("part %d: %d, %d bytes\n%.200s", parts, answer.Status, len(answer.Body), answer.Body)
		}
		all = append(all, answer.Body...)
		link, isNext := strings.CutSuffix(answer.Header.Get("Link"), `>; rel="next"`)
		next = strings.TrimPrefix(link, "<")
		if cursor := answer.Header.Get("Stint-Next-Cursor"); (cursor != "") != isNext ||
			isNext && !strings.Contains(next, "cursor=") {
			t.Fatalf("link %q, cursor %q", link, cursor)
		}
	}
	return all, parts
}

// An export that is too large for one file comes in parts. They are the file that a smaller
// export is, with each entry once, and its header once.
func TestExportInParts(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("bob")
	trackMany(t, owner, 0, 600, strings.Repeat("日", 5000)) // 9 MB
	all, parts := exportParts(t, owner, today)
	export(owner, today).Invalid("to range_too_long")
	header := []byte("date,start,")
	if rows := bytes.Count(all, []byte("\r\n")); rows != 601 || parts != 3 || bytes.Count(all, header) != 1 ||
		!bytes.HasPrefix(all, header) {
		t.Errorf("%d rows in %d parts", rows, parts)
	}
	for i := range 600 {
		if id := fmt.Sprintf("0197a000-0000-7000-8000-%012d", i); bytes.Count(all, []byte(id)) != 1 {
			t.Errorf("%s is not in the file once", id)
		}
	}
	few := periodQuery(at(-100), at(0))
	if small, parts := exportParts(t, owner, few); parts != 1 || !bytes.Equal(small, export(owner, few).Body) {
		t.Errorf("a small export has %d parts and %d bytes", parts, len(small))
	}
	trackMany(t, outsider, 0, 230, strings.Repeat("\x01", 5000)) // a byte becomes six on its way through Lambda
	if all, parts := exportParts(t, outsider, today); bytes.Count(all, []byte("\r\n")) != 231 || parts < 2 {
		t.Errorf("%d bytes in %d parts", len(all), parts)
	}
}

// A part ends where the filter leaves out most entries: it may be empty.
func TestExportInPartsWithFilter(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	trackMany(t, owner, 0, 8, "found")
	trackMany(t, owner, 8, 1_120, strings.Repeat("日", 5000)) // 18 MB
	all, parts := exportParts(t, owner, today+"&search=found&submission_status=none")
	if rows := bytes.Count(all, []byte("\r\n")); rows != 9 || parts != 2 {
		t.Errorf("%d rows in %d parts", rows, parts)
	}
}

// A cursor belongs to the export, the caller and the filters that it was made for.
func TestCursorOfAnExport(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	admin := owner.AddMember("bob", "admin")
	trackMany(t, owner, 0, 300, strings.Repeat("日", 5000))
	cursor := "&cursor=" + export(owner, today+"&parts=true").Header.Get("Stint-Next-Cursor")
	if got := export(owner, today+"&parts=true"+cursor); got.Status != 200 ||
		bytes.Contains(got.Body, []byte("stopped_at")) {
		t.Errorf("%d\n%.200s", got.Status, got.Body)
	}
	export(admin, today+"&parts=true"+cursor).Invalid("cursor cursor_invalid")
	export(owner, today+"&parts=true&is_billable=true"+cursor).Invalid("cursor cursor_invalid")
	export(owner, today+cursor).Invalid("cursor cursor_invalid")
	export(owner, today+"&parts=true&cursor=x").Invalid("cursor cursor_invalid")
	export(owner, today+"&parts=true&format=xlsx").Invalid("format enum_invalid")
}
