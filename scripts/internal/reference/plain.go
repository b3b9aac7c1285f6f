package reference

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// MarkdownSuffix is the end of the name of a page in Markdown: timers.md has what timers.html has.
const MarkdownSuffix = ".md"

// markdownWriter writes HTML as CommonMark with tables.
var markdownWriter = converter.NewConverter(converter.WithPlugins(base.NewBasePlugin(),
	commonmark.NewCommonmarkPlugin(), table.NewTablePlugin()))

// asMarkdown is the text of a page in Markdown, for programs that read: what is in its main element, with samples in
// the first language only.
func asMarkdown(page []byte) ([]byte, error) {
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		return nil, err
	}
	main := root
	for n := range root.Descendants() {
		if n.DataAtom == atom.Main {
			main = n
		}
	}
	for _, n := range slices.Collect(main.Descendants()) {
		switch {
		case isDecoration(n):
			n.Parent.RemoveChild(n)
		case n.DataAtom == atom.Summary:
			n.Data, n.DataAtom = "strong", atom.Strong
		case n.DataAtom == atom.A:
			toMarkdownPage(n)
		}
	}
	text, err := markdownWriter.ConvertNode(main)
	return append(bytes.TrimSpace(text), '\n'), err
}

// isDecoration reports whether a reader of Markdown needs nothing of an element: a link of a heading to itself, a place
// for a line break, a drawing, or a sample in another language than the first.
func isDecoration(n *html.Node) bool {
	isChoice := hasClass(n, "choice") && attribute(n, "data-language") != languages[0].Language
	return hasClass(n, "anchor") || isChoice || n.DataAtom == atom.Wbr || n.DataAtom == atom.Svg
}

func hasClass(n *html.Node, class string) bool {
	return slices.Contains(strings.Fields(attribute(n, "class")), class)
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// toMarkdownPage changes a link to another page of the reference into a link to its form in Markdown. Places in a page
// have no address in Markdown, so links to them lead to their page, or are words only on their own page.
func toMarkdownPage(n *html.Node) {
	for i, a := range n.Attr {
		page, _, _ := strings.Cut(a.Val, "#")
		switch {
		case a.Key != "href":
		case page == "":
			n.Data, n.DataAtom = "span", atom.Span
		case !strings.ContainsAny(page, ":/."):
			n.Attr[i].Val = page + MarkdownSuffix
		}
	}
}

// LLMs is the name of the file with the contents of the reference for language models (llmstxt.org).
const LLMs = "llms.txt"

// contentsForModels lists the pages in Markdown. Links are relative to the address of the service.
func (s *site) contentsForModels() []byte {
	var out bytes.Buffer
	out.WriteString("# Stint API\n\n> " + lead + "\n\nAll pages below are Markdown. The OpenAPI document is at [api/openapi.json](api/openapi.json). " +
		"Agents can use the service at [mcp](mcp) by the Model Context Protocol.\n")
	write := func(title string, list ...pageText) {
		fmt.Fprintf(&out, "\n## %s\n\n", title)
		for _, p := range list {
			fmt.Fprintf(&out, "- [%s](api/docs/%s%s): %s\n", p.Title, p.Page, MarkdownSuffix, p.Lead)
		}
	}
	write("Guides", textsOf(s.Guides)...)
	for _, g := range s.Groups {
		var all []pageText
		for _, t := range g.Topics {
			all = append(all, pageText{t.Name, t.Title, t.Lead})
		}
		write(g.Title, all...)
	}
	write("Lists", lists...)
	if len(s.Commands) > 0 {
		write("The command", textsOf(s.Commands)...)
	}
	write("Optional", textsOf(s.Papers)...)
	return out.Bytes()
}

// pageText is a line of the contents.
type pageText struct{ Page, Title, Lead string }

// lead says what the service does.
const lead = "Track time, run timers, approve timesheets and bill them, from any program."

// lists are the pages that no topic, guide or paper has.
var lists = []pageText{
	{eventsPage, "Events", "What webhooks are sent, each with a body."},
	{errorsPage, "Errors", "Every code with its reasons."},
	{schemasPage, "Schemas", "The objects of answers."},
}

func textsOf(guides []guide) []pageText {
	var all []pageText
	for _, g := range guides {
		all = append(all, pageText{g.Page, g.Title, g.Lead})
	}
	return all
}
