package domain_test

import (
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
		"محمد":                  "",
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
		"ada@example.com":       "",
		"jürgen@müller.example": "",
		"иван@example.com":      "",
		"иван.петров@пример.рф": "",
		"山田たろう@example.jp":      "",
		"νίκος7@example.gr":     "",
		"аda@example.com":       problem.EmailInvalid, // a Cyrillic а
		"ada@ехаmple.com":       problem.EmailInvalid, // three Cyrillic letters
		"оре@example.com":       problem.EmailInvalid, // all Cyrillic, and looks like Latin letters
		"ada@аррӏе.com":         problem.EmailInvalid,
		"ａda@example.com":       problem.EmailInvalid, // full width
		"oﬃce@example.com":      problem.EmailInvalid, // a ligature
		"a\u200bda@example.com": problem.EmailInvalid,
		"a\u200dda@example.com": problem.EmailInvalid,
		"ada\u202e@example.com": problem.EmailInvalid,
		"ada@exam\u00adple.com": problem.EmailInvalid,
		"ada\u3164@example.com": problem.EmailInvalid,
		"ada@example\u3002com":  problem.EmailInvalid, // an ideographic full stop
	} {
		var email domain.Email
		if got := email.ParseText(text); got != want {
			t.Errorf("%+q: %q, want %q", text, got, want)
		}
	}
}
