package reference

import (
	"embed"
	"html/template"
	"strconv"
	"strings"
	"sync"

	"stint/scripts/internal/samples"
	"stint/shared/openapi"
)

//go:embed templates
var templates embed.FS

// languages are the languages of the samples that readers can choose, without code.
var languages = samples.For(samples.Request{Method: "GET"})

// functions are the functions of the templates.
func (v view) functions() template.FuncMap {
	return template.FuncMap{
		"page":   func(to string) string { return pageLink(v.Page, to) },
		"place":  func(anchor string) string { return v.placeOf(v.Page, anchor) },
		"root":   func() string { return rootLink(v.Page) },
		"style":  func() template.CSS { return template.CSS(v.Style) },
		"script": func() template.JS { return template.JS(v.Script) },
		"inline": inline, "lower": strings.ToLower, "languages": func() []samples.Sample { return languages },
		"parameters": v.parameters, "object": v.listed, "answers": answersOf, "problems": problemsOf, "path": pathHTML,
		"eventName": eventNameHTML,
		"property": func(anchor, name string, of *openapi.Schema, required bool) property {
			p := v.property(name, of, required, nil)
			p.Anchor = anchor
			return p
		},
		"markdown": v.markdownLink,
		"lead":     func() string { return lead }, "lists": func() []pageText { return lists },
		"icon": func() string { return pageLink(v.Page, Icon) },
		"plus": func(n int) int { return n + 1 },
		"type": v.typeOf, "bounds": v.boundsOf,
		"values": func(of *openapi.Schema) []string { all, _ := v.valuesOf(of); return all },
		"code":   renderCode,
		"single": func(caption, language, code string) []samples.Sample {
			return []samples.Sample{{Language: language, Label: caption, Code: code}}
		},
		"language": languageOf,
		"heading":  func(level int, anchor, text string) template.HTML { return headingHTML(heading{anchor, text, level}) },
		"count":    countOf,
		"reasons":  reasonGroups, "anchorOf": reasonGroup.anchorOf, "answeredBy": v.answeredBy, "exampleOf": v.exampleOf,
	}
}

// markdownLink is the address of the page in Markdown, relative to it.
func (v view) markdownLink() string {
	if v.Page == startPage {
		return rootLink(v.Page) + "/" + LLMs
	}
	return v.Page + MarkdownSuffix
}

// codeTemplate shows code in one language, or in several of which readers choose one.
var codeTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("code.html").Funcs(template.FuncMap{"highlight": highlight}).ParseFS(templates,
		"templates/parts/code.html"))
})

// renderCode renders code in one language, or in several as a choice.
func renderCode(all []samples.Sample) (template.HTML, error) {
	var out strings.Builder
	err := codeTemplate().Execute(&out, all)
	return template.HTML(out.String()), err
}

// languageOf is the language of a body in a media type.
func languageOf(mediaType string) string {
	if strings.HasSuffix(mediaType, "json") {
		return "json"
	}
	return ""
}

var headingTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("heading.html").ParseFS(templates, "templates/parts/heading.html"))
})

// headingHTML is a heading with a link to itself.
func headingHTML(h heading) template.HTML {
	var out strings.Builder
	if err := headingTemplate().Execute(&out, h); err != nil {
		panic(err) // a bug: the template fits the type
	}
	return template.HTML(out.String())
}

// countOf is a number with the noun that fits it.
func countOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// pathHTML is a path with its parameters emphasised, which may be wrapped after each slash.
func pathHTML(path string) template.HTML {
	html := template.HTMLEscapeString(path)
	html = strings.NewReplacer("{", "<var>{", "}", "}</var>", "/", "/<wbr>").Replace(html)
	return template.HTML(html)
}

// eventNameHTML is the name of an event or another value, which may be wrapped between its parts.
func eventNameHTML(name string) template.HTML {
	return template.HTML(strings.NewReplacer(".", ".<wbr>", "_", "_<wbr>").Replace(template.HTMLEscapeString(name)))
}
