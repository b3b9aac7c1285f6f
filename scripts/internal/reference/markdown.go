package reference

import (
	"bytes"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"stint/scripts/internal/samples"
	"stint/shared/page"
)

// markdown reads CommonMark with tables.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table))

// inline is a description as HTML: CommonMark, without a paragraph around a single one.
func inline(description string) template.HTML {
	var out bytes.Buffer
	if err := markdown.Convert([]byte(description), &out); err != nil {
		return template.HTML(template.HTMLEscapeString(description))
	}
	html := strings.TrimSpace(out.String())
	if strings.Count(html, "<p>") == 1 && strings.HasPrefix(html, "<p>") && strings.HasSuffix(html, "</p>") {
		html = strings.TrimSuffix(strings.TrimPrefix(html, "<p>"), "</p>")
	}
	return breakCodes(html)
}

// codeSpan is a name in HTML that goldmark wrote.
var codeSpan = regexp.MustCompile(`<code>([A-Za-z]+)</code>`)

// breakCodes lets a narrow page break the names in HTML before their capitals.
func breakCodes(html string) template.HTML {
	return template.HTML(codeSpan.ReplaceAllStringFunc(html, func(span string) string {
		return "<code>" + string(page.BreakableName(codeSpan.FindStringSubmatch(span)[1])) + "</code>"
	}))
}

// heading is a heading of a guide.
type heading struct {
	Anchor, Text string
	Level        int
}

// Name is the text, which a narrow page may break inside names.
func (h heading) Name() template.HTML { return page.BreakableName(h.Text) }

// document is Markdown that is being written as HTML.
type document struct {
	source []byte
	root   ast.Node
	prefix string              // of its anchors
	link   func(string) string // where a link of the Markdown leads; "" leads nowhere

	pictures map[string]Picture // by the name of the file
}

func newDocument(source []byte, prefix string, link func(string) string) *document {
	return &document{source: source, root: markdown.Parser().Parse(text.NewReader(source)), prefix: prefix, link: link}
}

// html writes the document. Headings have anchors and links to themselves, links lead to their
// places in the reference, and neighbouring blocks of code in several languages are one.
func (d *document) html() (template.HTML, []heading, error) {
	var headings []heading
	var out bytes.Buffer
	d.prepare()
	for node := d.root.FirstChild(); node != nil; node = node.NextSibling() {
		switch n := node.(type) {
		case *ast.Heading:
			h := d.heading(n)
			headings = append(headings, h)
			out.WriteString(string(headingHTML(h)))
		case *ast.FencedCodeBlock:
			block, last := d.codeBlocks(n)
			html, err := renderCode(block)
			if err != nil {
				return "", nil, err
			}
			out.WriteString(string(html))
			node = last
		default:
			if name, ok := pictureIn(node); ok {
				if err := d.writePicture(&out, name); err != nil {
					return "", nil, err
				}
				continue
			}
			if err := markdown.Renderer().Render(&out, d.source, node); err != nil {
				return "", nil, err
			}
		}
	}
	return breakCodes(out.String()), headings, nil
}

// prepare changes the links of the document to their places in the reference, and says of the
// heads of tables that they are heads of columns.
func (d *document) prepare() {
	var dead []*ast.Link
	_ = ast.Walk(d.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if link, ok := n.(*ast.Link); ok && entering && !isPicture(link) {
			link.Destination = []byte(d.link(string(link.Destination)))
			if len(link.Destination) == 0 {
				dead = append(dead, link)
			}
		}
		if cell, ok := n.(*tables.TableCell); ok && entering && n.Parent().Kind() == tables.KindTableHeader {
			cell.SetAttributeString("scope", "col")
		}
		return ast.WalkContinue, nil
	})
	for _, link := range dead {
		unlink(link)
	}
}

// unlink leaves the words of a link and nothing else of it.
func unlink(link *ast.Link) {
	parent := link.Parent()
	for child := link.FirstChild(); child != nil; child = link.FirstChild() {
		parent.InsertBefore(parent, link, child)
	}
	parent.RemoveChild(parent, link)
}

func (d *document) heading(n *ast.Heading) heading {
	words := plainText(n, d.source)
	return heading{Anchor: d.prefix + slugOf(words), Text: words, Level: n.Level}
}

// codeBlocks are a fenced block and those directly after it in other languages, as one block.
func (d *document) codeBlocks(first *ast.FencedCodeBlock) (all []samples.Sample, last ast.Node) {
	for node := ast.Node(first); node != nil; node = node.NextSibling() {
		n, ok := node.(*ast.FencedCodeBlock)
		if !ok {
			break
		}
		language := string(n.Language(d.source))
		if len(all) > 0 && (!isChoice(language) || !isChoice(all[0].Language) || hasLanguage(all, language)) {
			break
		}
		all = append(all, samples.Sample{Language: language, Label: labelOf(language),
			Code: string(n.Lines().Value(d.source))})
		last = node
	}
	if len(all) == 1 && all[0].Language == "sh" {
		all[0].Label = "Terminal"
	}
	return all, last
}

func hasLanguage(all []samples.Sample, language string) bool {
	return slices.ContainsFunc(all, func(s samples.Sample) bool { return s.Language == language })
}

// isChoice reports whether readers can choose a language.
func isChoice(language string) bool { return hasLanguage(languages, language) }

// labelOf is the name of a language.
func labelOf(language string) string {
	for _, l := range languages {
		if l.Language == language {
			return l.Label
		}
	}
	switch language {
	case "console":
		return "Terminal"
	case "json", "http":
		return strings.ToUpper(language)
	}
	return "Text"
}

// plainText is the text of a node without its markup. Lines and blocks have a space between
// them.
func plainText(n ast.Node, source []byte) string {
	var out strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			out.Write(t.Segment.Value(source))
			if t.SoftLineBreak() || t.HardLineBreak() {
				out.WriteByte(' ')
			}
		}
		if n.Type() == ast.TypeBlock && !entering {
			out.WriteByte(' ')
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(out.String()), " ")
}

var notInSlug = regexp.MustCompile(`[^a-z0-9]+`)

// slugOf is a text as part of an anchor: lower case words with hyphens.
func slugOf(words string) string {
	return strings.Trim(notInSlug.ReplaceAllString(strings.ToLower(words), "-"), "-")
}
