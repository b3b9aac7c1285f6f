package domain_test

import (
	"strings"
	"testing"

	"stint/shared/domain"
	"stint/shared/problem"
)

func TestNamesShowWhatTheyAre(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]problem.FieldCode{
		"Ada Lovelace":   "",
		"می\u200cخواهم":  "", // a zero-width non-joiner in Persian
		"क्\u200dष":      "", // a zero-width joiner in Hindi
		"👩\u200d💻":       "",
		"❤\ufe0f\u200d🔥": "",
		"\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f": "", // the flag of Scotland
		"محمد": "",
		"❤\ufe0f 1\ufe0f\u20e3 ©\ufe0f ↔\ufe0f ‼\ufe0f": "",
		"T\u034fag":             problem.TextNotAllowed,
		"T\ufe0fag":             problem.TextNotAllowed,
		"1\ufe0f":               problem.TextNotAllowed,
		"\ufe0fTag":             problem.TextNotAllowed,
		"❤\ufe0f\ufe0f":         problem.TextNotAllowed,
		"❤\ufe00":               problem.TextNotAllowed,
		"T\u17b4ag":             problem.TextNotAllowed,
		"T\u17b5ag":             problem.TextNotAllowed,
		"T\u180bag":             problem.TextNotAllowed,
		"T\u180fag":             problem.TextNotAllowed,
		"T\u2065ag":             problem.TextNotAllowed,
		"T\U000e0100ag":         problem.TextNotAllowed,
		"T\U000e0fffag":         problem.TextNotAllowed,
		"Ada\u202egpj.exe":      problem.TextNotAllowed,
		"\u2066Ada\u2069":       problem.TextNotAllowed,
		"Ada\u200fLovelace":     problem.TextNotAllowed,
		"A\u200bda":             problem.TextNotAllowed,
		"A\u2060da":             problem.TextNotAllowed,
		"\ufeffAda":             problem.TextNotAllowed,
		"A\u00adda":             problem.TextNotAllowed,
		"A\u200dda":             problem.TextNotAllowed,
		"é\u200cé":              problem.TextNotAllowed,
		"\u200d":                problem.TextNotAllowed,
		"👩\u200d\u200d💻":        problem.TextNotAllowed,
		"Ada\u2028Lovelace":     problem.TextNotAllowed,
		"\u3164":                problem.TextNotAllowed,
		"Ada\U000e0067":         problem.TextNotAllowed,
		"Ada\U000e0001Lovelace": problem.TextNotAllowed,
	} {
		var name domain.Name
		if got := name.ParseText(text); got != want {
			t.Errorf("%+q: %q, want %q", text, got, want)
		}
	}
}

func TestAddressesCannotLookLikeOthers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]problem.FieldCode{
		"ada@example.com":           "",
		"jürgen@müller.example":     "",
		"иван@example.com":          "",
		"иван.петров@пример.рф":     "",
		"山田たろう@example.jp":          "",
		"νίκος7@example.gr":         "",
		"аda@example.com":           problem.EmailInvalid, // a Cyrillic а
		"ada@ехаmple.com":           problem.EmailInvalid, // three Cyrillic letters
		"оре@example.com":           problem.EmailInvalid, // all Cyrillic, and looks like Latin letters
		"ada@аррӏе.com":             problem.EmailInvalid,
		"ａda@example.com":           problem.EmailInvalid, // full width
		"oﬃce@example.com":          problem.EmailInvalid, // a ligature
		"a\u200bda@example.com":     problem.EmailInvalid,
		"a\u200dda@example.com":     problem.EmailInvalid,
		"ada\u202e@example.com":     problem.EmailInvalid,
		"ada@exam\u00adple.com":     problem.EmailInvalid,
		"ada\u3164@example.com":     problem.EmailInvalid,
		"işıl@kırşehir.example":     "",
		"b\u034fob@x.example":       problem.EmailInvalid,
		"b\ufe0fob@x.example":       problem.EmailInvalid,
		"bob@x\u180d.example":       problem.EmailInvalid,
		"bob\U000e0100@x.example":   problem.EmailInvalid,
		"admın@example.com":         problem.EmailInvalid, // a dotless i
		"ɑdmin@example.com":         problem.EmailInvalid, // a Latin alpha
		"ʟeo@example.com":           problem.EmailInvalid, // a small capital
		"ada@ɡoogle.example":        problem.EmailInvalid,
		"ada@example\u3002com":      problem.EmailInvalid, // an ideographic full stop
		"ada@example.com\u3002":     problem.EmailInvalid,
		"ada@example.com.":          problem.EmailInvalid,
		"ada@[127.0.0.1]":           problem.EmailInvalid, // an address literal
		"ada@127.0.0.1":             problem.EmailInvalid, // an address in place of a name
		"ada@10.example.0x7f":       problem.EmailInvalid,
		"ada@7.example":             "",
		"ada@xn--mller-kva.example": "",                   // müller.example, as DNS has it
		"ada@xn--oogle-qmc.example": problem.EmailInvalid, // ɡoogle
		"ada@xn--a.example":         problem.EmailInvalid, // no letters
		"ada@xn--mller-kva.例え":      problem.EmailInvalid, // one label in each form
		"ada@stra\u00dfe.example":   "",
		"ada@-a.example":            problem.EmailInvalid,
		"ada@a..example":            problem.EmailInvalid,
		"ada@localhost":             "",
	} {
		var email domain.Email
		got := email.ParseText(text)
		if strings.Contains(string(email), "xn--") {
			t.Errorf("%+q is kept as %q", text, email)
		}
		if got != want {
			t.Errorf("%+q: %q, want %q", text, got, want)
		}
	}
}
