package reference_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/getkin/kin-openapi/openapi3"

	"stint/functions"
	"stint/functions/meta"
	"stint/internal/programs"
	"stint/scripts/internal/reference"
	"stint/scripts/internal/samples"
	"stint/shared/openapi"
	"stint/shared/problem"
)

const root = "../../.."

// source is what the reference of the service is made of.
var source = sync.OnceValues(func() (reference.Source, error) {
	programs.KeepNoResults()
	requests, err := samples.Read(os.DirFS(root + "/events"))
	changelog, readErr := os.ReadFile(root + "/CHANGELOG.md")
	drawn, drawErr := reference.DrawPictures(context.Background(), root, "docs/guides/pictures")
	calls := map[string][]samples.Sample{}
	for id, r := range requests {
		calls[id] = samples.For(r)
	}
	return reference.Source{
		Document: openapi.Build(functions.Routes(), openapi.Options{
			Title: "Stint", Version: "v1", Source: os.DirFS(root), Events: os.DirFS(root + "/events")}),
		Samples: calls,
		Guides:  os.DirFS(root + "/docs/guides"), Commands: os.DirFS(root + "/docs/command"),
		Style: meta.Style, Script: meta.Script, Icon: meta.Icon,
		Papers: []reference.Paper{{Name: "changelog", File: "CHANGELOG.md", Text: changelog}}, Pictures: drawn,
	}, errors.Join(err, readErr, drawErr)
})

var built = sync.OnceValues(func() (map[string][]byte, error) {
	from, err := source()
	if err != nil {
		return nil, err
	}
	files, err := reference.Build(from)
	all := map[string][]byte{}
	for _, f := range files {
		all[f.Name] = f.Content
	}
	return all, err
})

// pages are the pages of the reference, by name.
func pages(t *testing.T) map[string][]byte {
	t.Helper()
	all, err := built()
	if err != nil {
		t.Fatal(err)
	}
	html := map[string][]byte{}
	for name, content := range all {
		if page, ok := strings.CutSuffix(name, ".html"); ok {
			html[page] = content
		}
	}
	return html
}

// Every operation has a section with its address, an anchor, four samples and its answer, and
// an entry in the contents of the start page.
func TestEveryOperationIsThere(t *testing.T) {
	t.Parallel()
	all := pages(t)
	from, _ := source()
	for _, path := range from.Document.Paths {
		for _, method := range *path.Value {
			o := method.Value
			section := sectionOf(t, all[o.Tags[0]], o.OperationID)
			address := regexp.MustCompile(`<var>|</var>|<wbr>`).ReplaceAllString(section, "")
			if !strings.Contains(address, ">"+strings.ToUpper(method.Name)+"</span> <code>"+path.Name+"</code>") {
				t.Errorf("%s: no address", o.OperationID)
			}
			if n := strings.Count(section, `class="choice"`); n != len(samples.For(samples.Request{})) {
				t.Errorf("%s: %d samples", o.OperationID, n)
			}
			if !bytes.Contains(all["start"], []byte(`id="`+o.OperationID+`"`)) {
				t.Errorf("%s: the start page lacks the anchor", o.OperationID)
			}
		}
	}
}

// sectionOf is the article of a page with an anchor.
func sectionOf(t *testing.T, page []byte, anchor string) string {
	t.Helper()
	for _, article := range strings.Split(string(page), "<article>")[1:] {
		if strings.Contains(article, ` id="`+anchor+`"`) {
			return article
		}
	}
	t.Errorf("%s has no section", anchor)
	return ""
}

// Every tag has a title and a text for readers, in a group.
func TestEveryTagIsInAGroup(t *testing.T) {
	t.Parallel()
	if bytes.Contains(pages(t)["start"], []byte("<h3>Other</h3>")) {
		t.Error("a tag has no group: add it to topicGroups")
	}
}

func TestEveryCodeIsThere(t *testing.T) {
	t.Parallel()
	page := string(pages(t)["errors"])
	for _, entry := range problem.Catalogue() {
		if !strings.Contains(page, `<h2 id="`+string(entry.Code)+`">`) {
			t.Errorf("%s is missing", entry.Code)
		}
	}
	if !strings.Contains(page, "startedAt") {
		t.Error("there is no example of a problem with errors")
	}
	for _, r := range problem.Reasons() {
		if !strings.Contains(page, `id="reason-`+string(r.Reason)+`"`) {
			t.Errorf("the reason %s is missing", r.Reason)
		}
	}
	for _, d := range problem.Details() {
		if !strings.Contains(page, `id="reason-`+string(d)+`"`) {
			t.Errorf("the reason %s is missing", d)
		}
	}
	for code := range problem.FieldCodes() {
		if !strings.Contains(page, `id="field-`+string(code)+`"`) {
			t.Errorf("the code %s is missing", code)
		}
	}
}

func TestEveryGuideIsThere(t *testing.T) {
	t.Parallel()
	files, err := os.ReadDir(root + "/docs/guides")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d guides, %v", len(files), err)
	}
	page, last := string(pages(t)["start"]), 0
	for _, f := range files {
		base, isGuide := strings.CutSuffix(f.Name(), ".md")
		if !isGuide {
			continue
		}
		_, name, _ := strings.Cut(base, "-")
		at := strings.Index(page, `<li id="guide-`+name+`">`)
		if at < last {
			t.Errorf("%s is missing, or not in the order of the numbers", f.Name())
		}
		last = at
		if !bytes.Contains(pages(t)["guide-"+name], []byte(`<h1 id="guide-`+name+`">`)) {
			t.Errorf("%s has no page", f.Name())
		}
	}
	if strings.Index(page, `<h2 id="operations">`) < last {
		t.Error("the guides are not first")
	}
}

// Each command has a page and is found. The contents have the page of the command itself.
func TestEveryCommandIsThere(t *testing.T) {
	t.Parallel()
	files, err := os.ReadDir(root + "/docs/command")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d pages, %v", len(files), err)
	}
	for _, f := range files {
		words := strings.ReplaceAll(strings.TrimSuffix(f.Name(), ".md"), "_", " ")
		page := "command" + strings.ReplaceAll(strings.TrimPrefix(words, "stint"), " ", "-")
		if !bytes.Contains(pages(t)[page], []byte(`<h1 id="`+page+`">`+words)) {
			t.Errorf("%s has no page", f.Name())
		}
	}
	if !strings.Contains(string(pages(t)["command"]), `href="command-project"`) ||
		!strings.Contains(string(pages(t)["timers"]), `<a href="command">The command</a>`) {
		t.Error("the pages of the commands are not linked")
	}
}

var (
	anchorPattern = regexp.MustCompile(`\sid="([^"]*)"`)
	linkPattern   = regexp.MustCompile(`\shref="([^"]*)"`)
)

// Every anchor is on its page once, and every link within the reference has a target.
func TestLinksHaveTargets(t *testing.T) {
	t.Parallel()
	all := pages(t)
	anchors := map[string][]string{}
	for name, page := range all {
		for _, found := range anchorPattern.FindAllSubmatch(page, -1) {
			if anchor := string(found[1]); slices.Contains(anchors[name], anchor) {
				t.Errorf("%s: %s occurs twice", name, anchor)
			} else {
				anchors[name] = append(anchors[name], anchor)
			}
		}
	}
	for name, page := range all {
		for _, found := range linkPattern.FindAllSubmatch(page, -1) {
			to, anchor := targetOf(t, name, string(found[1]))
			if strings.HasSuffix(to, reference.MarkdownSuffix) {
				continue // TestLinksInMarkdown has those
			}
			if _, ok := all[to]; to != "" && (!ok || anchor != "" && !slices.Contains(anchors[to], anchor)) {
				t.Errorf("%s: %s leads nowhere", name, found[1])
			}
		}
	}
}

// Every page but the start page has a form in Markdown, whose links lead to pages in Markdown, and whose code names
// its language.
func TestLinksInMarkdown(t *testing.T) {
	t.Parallel()
	files, err := built()
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`\]\(([a-z0-9_-]+\.md)[#)]`)
	for name := range pages(t) {
		text, ok := files[name+reference.MarkdownSuffix]
		if ok == (name == "start") {
			t.Errorf("%s in Markdown: %t", name, ok)
		}
		for _, found := range links.FindAllSubmatch(text, -1) {
			if files[string(found[1])] == nil {
				t.Errorf("%s: %s leads nowhere", name, found[1])
			}
		}
	}
	timers := string(files["timers.md"])
	for _, want := range []string{"\n## Start a timer\n", "- `projectId` uuid or null", "```sh\ncurl ", "](errors.md)"} {
		if !strings.Contains(timers, want) {
			t.Errorf("timers.md is without %q", want)
		}
	}
	if strings.Contains(timers, "](#") || strings.Contains(timers, "```python") {
		t.Error("timers.md has links without a target, or samples in several languages")
	}
}

// targetOf is the page and the anchor of a link; "" is no page of the reference.
func targetOf(t *testing.T, from, link string) (page, anchor string) {
	t.Helper()
	path, anchor, _ := strings.Cut(link, "#")
	base := "../../"
	if from == "start" {
		base = "../"
	}
	switch {
	case path == "":
		return from, anchor
	case strings.HasSuffix(path, reference.Icon):
		return "", ""
	case path == base+"api/openapi.json", path == base+reference.LLMs,
		strings.HasPrefix(link, "https://"): // a link, which loads nothing
		return "", ""
	case path == strings.TrimPrefix(base, "../")+"docs":
		return "start", anchor
	case from == "start" && strings.HasPrefix(path, "docs/"):
		return strings.TrimPrefix(path, "docs/"), anchor
	case from != "start" && !strings.Contains(path, "/"):
		return path, anchor
	}
	t.Errorf("%s: %s leads elsewhere", from, link)
	return "", ""
}

// A page has one style sheet and one script, which its policy names, and loads nothing else. A link to an alternate
// form loads nothing.
func TestPagesKeepThePolicy(t *testing.T) {
	t.Parallel()
	for name, page := range pages(t) {
		if found := regexp.MustCompile(`(?i)<img|<iframe|<link rel="[^ia]|<object|\son\w+="|\ssrc=|\sstyle=`).Find(page); found != nil {
			t.Errorf("%s has %s", name, found)
		}
		if bytes.Count(page, []byte("<script")) != 1 || bytes.Count(page, []byte("<style")) != 1 {
			t.Errorf("%s has not one style sheet and one script", name)
		}
	}
}

// maxPage is the size of a page with all that it loads at first, compressed, in bytes.
const maxPage = 200_000

// maxPlain is the size of a page as it is, in bytes.
const maxPlain = 400_000

func TestPagesAreLight(t *testing.T) {
	t.Parallel()
	files, err := built()
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		if len(content) > maxPlain {
			t.Errorf("%s has %d bytes, limit %d", name, len(content), maxPlain)
		}
		var packed bytes.Buffer
		writer := gzip.NewWriter(&packed)
		_, _ = writer.Write(content)
		_ = writer.Close()
		if packed.Len() > maxPage {
			t.Errorf("%s has %d bytes compressed, limit %d", name, packed.Len(), maxPage)
		}
	}
}

// The search finds operations, guides, codes, reasons and the names of properties.
func TestSearchIndex(t *testing.T) {
	t.Parallel()
	files, err := built()
	if err != nil {
		t.Fatal(err)
	}
	var hits []struct {
		T, K, N, U string
		P          []string
	}
	if err := json.Unmarshal(files[reference.SearchIndex], &hits); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, h := range hits {
		found[h.K+"/"+h.T] = h.U
		if h.T == "rate_limited" && !strings.HasPrefix(h.N, "429 ") {
			t.Errorf("%s lacks its status: %s", h.T, h.N)
		}
		if h.T == "Start a timer" && !slices.Contains(h.P, "stopped_entry") {
			t.Errorf("%s lacks stopped_entry: %v", h.T, h.P)
		}
	}
	for hit, want := range map[string]string{
		"Timers/Start a timer": "timers#timers.start", "Guide/Paging": "guide-paging",
		"Event/timer.started": "events#event-timer.started", "Page/Changelog": "changelog",
		"Error/conflict": "errors#conflict", "Reason of conflict/version_stale": "errors#reason-version_stale",
		"Code of validation/required": "errors#field-required",
	} {
		if found[hit] != want {
			t.Errorf("%s leads to %q, want %q", hit, found[hit], want)
		}
	}
}

// Links of guides lead to other guides and to places of the reference. Blocks of code in several
// languages are a choice.
func TestGuides(t *testing.T) {
	t.Parallel()
	from, err := source()
	if err != nil {
		t.Fatal(err)
	}
	small := *from.Document
	small.Tags = openapi3.Tags{small.Tags.Get("timers")}
	from.Document = &small
	const guide = "# First\n\n[a](02-second.md) [b](02-second.md#more-of-it) [c](/api/docs#timers.start)\n\n[Other words](../elsewhere.md).\n\n## More: " +
		"`of` it\n\n```sh\nls\n```\n\n```go\nx\n```\n\n| a |\n|---|\n| b |\n"
	const second = "# Second\n\nTwo\nlines. Then `more`.\n\n- of\n- it\n\n## More of it\n"
	from.Guides = fstest.MapFS{"01-first.md": {Data: []byte(guide)}, "02-second.md": {Data: []byte(second)}}
	files, err := reference.Build(from)
	if err != nil {
		t.Fatal(err)
	}
	var page string
	for _, f := range files {
		if f.Name == "guide-first.html" {
			page = string(f.Content)
		}
		if f.Name == reference.SearchIndex && !bytes.Contains(f.Content,
			[]byte(`"x":"Two lines. Then more. of it More of it"`)) {
			t.Errorf("the index glues words: %.300s", f.Content)
		}
	}
	for _, want := range []string{
		`href="guide-second"`, `href="guide-second#guide-second-more-of-it"`, `href="timers#timers.start"`,
		`<h2 id="guide-first-more-of-it">`, `<p>Other words.</p>`, `data-language="sh"`, `data-language="go"`,
		`<th scope="col">a</th>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	from.Guides = fstest.MapFS{"01-first.md": {Data: []byte("No title\n")}}
	if _, err := reference.Build(from); err == nil {
		t.Error("a guide without a title is accepted")
	}
}
