package functions_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// views are what users saw in states of the table.
type views struct {
	prepared map[string]bool   // the ids that the state before both requests has
	seen     map[string]string // by state
}

// anyID is an id, or the digest of a token, which is as random.
var anyID = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}`)

func newViews(api *apitest.Service) *views {
	v := &views{map[string]bool{}, map[string]string{}}
	for _, item := range itemTexts(api) {
		for _, id := range anyID.FindAllString(item, -1) {
			v.prepared[id] = true
		}
	}
	return v
}

// stateOf is what the table has, as text. Ids that the requests made have numbers in the order in which they
// appear, so equal texts are states that differ in the names of new records alone.
func (v *views) stateOf(api *apitest.Service) string {
	type line struct{ shape, item string }
	var lines []line
	for _, item := range itemTexts(api) {
		lines = append(lines, line{v.rename(item, func(string) string { return "new" }), item})
	}
	slices.SortFunc(lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.shape, b.shape), cmp.Compare(a.item, b.item))
	})
	var all strings.Builder
	numbers := map[string]string{}
	for _, l := range lines {
		all.WriteString(v.rename(l.item, func(id string) string {
			if numbers[id] == "" {
				numbers[id] = fmt.Sprint("new ", len(numbers))
			}
			return numbers[id]
		}) + "\n")
	}
	return all.String()
}

// rename gives the ids that are not in the state before both requests another name.
func (v *views) rename(item string, name func(id string) string) string {
	return anyID.ReplaceAllStringFunc(item, func(id string) string {
		if v.prepared[id] {
			return id
		}
		return name(id)
	})
}

// queueShard begins a key of the queue, changeMark ends one of the feed, and packed are compressed records of the audit
// log. All depend on random ids.
var (
	queueShard = regexp.MustCompile(`"Q#\d+"`)
	changeMark = regexp.MustCompile(`Z#[0-9a-f]{8}"`)
	packed     = regexp.MustCompile(`"more":"[^"]*"`)
)

// itemTexts are the items of the table as JSON.
func itemTexts(api *apitest.Service) (all []string) {
	for _, item := range apitest.TableItems(api) {
		var values map[string]any
		must(attributevalue.UnmarshalMap(item, &values))
		text, err := json.Marshal(values)
		must(err)
		text = queueShard.ReplaceAll(text, []byte(`"Q#"`))
		text = changeMark.ReplaceAll(text, []byte(`Z#"`))
		all = append(all, string(packed.ReplaceAll(text, nil)))
	}
	return all
}

// view is what users see. Who asks again in the same state sees the same, so they ask once.
func (p pair) view() string {
	state := p.views.stateOf(p.api)
	if p.views.seen[state] == "" || testkit.Size(0, 1) == 1 {
		p.views.seen[state] = p.ask()
	}
	return p.views.seen[state]
}
