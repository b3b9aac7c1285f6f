package randomitem

import (
	"fmt"
	"strings"
)

// pieces are parts of JSON strings, with every way in which JSON may write a character.
var pieces = []string{
	"a", "Z", "~", " ", "report", "ä", "日本", "🦊", `\"`, `\\`, `\/`, `/`, `\b`, `\f`, `\n`, `\r`, `\t`, `\u0000`, `\u001f`,
	`\u0041`, `\u00e4`, `\ud83e\udd8a`, `\uD83E\uDD8A`, `\u2028`, "\u2028", "\x7f", `{\"S\":\"x\"}`, "#", "<&>",
}

// lone are halves of surrogate pairs, which DynamoDB does not send.
var lone = []string{`\ud83e`, `\udd8a`, `\ud83ex`, `\ud83e\u0041`, `\udd8a\ud83e`}

// quotedText makes a JSON string.
func (m maker) quotedText() string {
	var b strings.Builder
	for range m.IntN(6) {
		b.WriteString(pieces[m.IntN(len(pieces))])
	}
	if m.odd && m.IntN(20) == 0 {
		b.WriteString(lone[m.IntN(len(lone))])
	}
	return `"` + b.String() + `"`
}

// text makes a text of a few letters.
func (m maker) text() string { return strings.Repeat(string(rune('a'+m.IntN(26))), m.IntN(4)) }

func quote(text string) string { return fmt.Sprintf("%q", text) }
