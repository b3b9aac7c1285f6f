package reference

import (
	"html/template"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// lexerNames are chroma's names of the languages of samples, by info string.
var lexerNames = map[string]string{"sh": "bash", "console": "bash", "js": "javascript", "python": "python", "go": "go",
	"json": "json"}

// highlight is code as HTML. Comments, strings, numbers, keywords and names are in spans with
// the classes c, s, n, k and t. Code in an unknown language has none.
func highlight(language, code string) template.HTML {
	lexer := lexers.Get(lexerNames[language])
	if lexer == nil {
		return template.HTML(template.HTMLEscapeString(code))
	}
	tokens, err := chroma.Tokenise(chroma.Coalesce(lexer), nil, strings.TrimSuffix(code, "\n"))
	if err != nil {
		return template.HTML(template.HTMLEscapeString(code))
	}
	var out strings.Builder
	writeTokens(&out, tokens)
	return template.HTML(strings.TrimSuffix(out.String(), "\n"))
}

// writeTokens writes tokens. Neighbours with the same class are in one span.
func writeTokens(out *strings.Builder, tokens []chroma.Token) {
	for i := 0; i < len(tokens); {
		class, text := classOf(tokens[i].Type), ""
		for ; i < len(tokens) && classOf(tokens[i].Type) == class; i++ {
			text += tokens[i].Value
		}
		text = template.HTMLEscapeString(text)
		if class != "" {
			text = `<span class="` + class + `">` + text + `</span>`
		}
		out.WriteString(text)
	}
}

// classOf is the class of a kind of token; "" for text without one.
func classOf(kind chroma.TokenType) string {
	switch {
	case kind.InCategory(chroma.Comment):
		return "c"
	case kind.InSubCategory(chroma.LiteralString):
		return "s"
	case kind.InSubCategory(chroma.LiteralNumber) || kind == chroma.KeywordConstant:
		return "n"
	case kind.InCategory(chroma.Keyword):
		return "k"
	case kind == chroma.NameTag || kind == chroma.NameVariable || kind == chroma.NameAttribute:
		return "t"
	}
	return ""
}
