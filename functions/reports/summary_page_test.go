package reports

import (
	"context"
	"strings"
	"testing"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

// positions makes cursors that anybody can read.
type positions struct{ Store }

func (positions) SealPosition(_ context.Context, scope, position string) (store.Cursor, error) {
	return store.Cursor(scope + " " + position), nil
}

func (positions) OpenPosition(_ context.Context, scope string, c store.Cursor) (string, error) {
	position, ok := strings.CutPrefix(string(c), scope+" ")
	if !ok {
		return "", problem.InvalidField("cursor", problem.CursorInvalid)
	}
	return position, nil
}

// The pages of a summary have all items, each once, and each page fits into a response.
func TestPagesOfASummary(t *testing.T) {
	t.Parallel()
	f := &Family{store: positions{}}
	const scope = "mine"
	name := domain.Name(strings.Repeat("n", 200))
	all := make([]summaryItem, 20_000)
	for i := range all {
		all[i].Keys = []SummaryGroup{{Name: &name}, {Name: &name}}
		all[i].Seconds = int64(i)
	}
	cursor, seen, pages := "", 0, 0
	for {
		answer := summaryAnswer{Items: all}
		page, err := f.cutToPage(t.Context(), scope, cursor, &answer)
		if err != nil || page.isFirst != (pages == 0) {
			t.Fatalf("page %d: %v %v", pages, page, err)
		}
		for _, item := range answer.Items {
			if item.Seconds != int64(seen) {
				t.Fatalf("item %d, want %d", item.Seconds, seen)
			}
			seen++
		}
		if size := len(route.JSON(answer)); size > maxFileSize {
			t.Errorf("page %d has %d bytes", pages, size)
		}
		pages++
		if cursor = string(page.next); cursor == "" {
			break
		}
	}
	if seen != len(all) || pages < 3 {
		t.Errorf("%d items on %d pages", seen, pages)
	}
	for _, wrong := range []string{"x", "other 1", scope + " -1", scope + " 20001"} {
		_, err := f.cutToPage(t.Context(), scope, wrong, &summaryAnswer{Items: all})
		if !problem.Is(err, problem.CodeValidation) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}
