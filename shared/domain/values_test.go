package domain_test

import (
	"strings"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/problem"
)

// parser is any of the values that callers send as text.
type parser interface {
	ParseText(string) problem.FieldCode
}

// parsed gives what the value became, "" when it was refused.
func parsed[T ~string, P interface {
	*T
	parser
}](text string) (string, problem.FieldCode) {
	var value T
	code := P(&value).ParseText(text)
	return string(value), code
}

func TestParseValues(t *testing.T) {
	long := strings.Repeat("a", 250)
	cases := []struct {
		parse func(string) (string, problem.FieldCode)
		text  string
		want  string            // when it is accepted
		code  problem.FieldCode // when it is refused
	}{
		{parsed[domain.ID], "0190A0A0-0000-7000-8000-00000000000F", "0190a0a0-0000-7000-8000-00000000000f", ""},
		{parsed[domain.ID], "0190a0a000007000800000000000000f", "", problem.UUIDInvalid},
		{parsed[domain.ID], "{0190a0a0-0000-7000-8000-00000000000f}", "", problem.UUIDInvalid},
		{parsed[domain.ID], "", "", problem.UUIDInvalid},
		{parsed[domain.Email], " Ada@Example.COM ", "ada@example.com", ""},
		{parsed[domain.Email], "ada+x@sub.example.com", "ada+x@sub.example.com", ""},
		{parsed[domain.Email], "ada@localhost", "ada@localhost", ""},
		{parsed[domain.Email], "ada@example", "", problem.EmailInvalid},
		{parsed[domain.Email], "ada@\u0130x.example", "", problem.EmailInvalid},
		{parsed[domain.Email], "Ada <ada@example.com>", "", problem.EmailInvalid},
		{parsed[domain.Email], "ada@example.com\r\nBcc: x@y.de", "", problem.EmailInvalid},
		{parsed[domain.Email], long + "@example.com", "", problem.EmailInvalid},
		{parsed[domain.Email], "a@" + long + ".de", "", problem.EmailInvalid},
		{parsed[domain.Email], "", "", problem.EmailInvalid},
		{parsed[domain.Timezone], "Europe/Berlin", "Europe/Berlin", ""},
		{parsed[domain.Timezone], "America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires", ""},
		{parsed[domain.Timezone], "UTC", "UTC", ""},
		{parsed[domain.Timezone], "Etc/GMT+5", "Etc/GMT+5", ""},
		{parsed[domain.Timezone], "", "", problem.TimezoneInvalid},
		{parsed[domain.Timezone], "Local", "", problem.TimezoneInvalid},
		{parsed[domain.Timezone], "../etc/passwd", "", problem.TimezoneInvalid},
		{parsed[domain.Timezone], "utc", "", problem.TimezoneInvalid},
		{parsed[domain.Timezone], "Factory", "", problem.TimezoneInvalid},
		{parsed[domain.Timezone], "posix/Europe/Berlin", "", problem.TimezoneInvalid},
		{parsed[domain.Timezone], "right/Europe/Berlin", "", problem.TimezoneInvalid},
		{parsed[domain.Timezone], "Mars/Base", "", problem.TimezoneInvalid},
		{parsed[domain.Language], "de", "de", ""},
		{parsed[domain.Language], "PT-br", "pt-BR", ""},
		{parsed[domain.Language], "german", "", problem.LanguageInvalid},
		{parsed[domain.Language], "de_DE", "", problem.LanguageInvalid},
		{parsed[domain.Language], "", "", problem.LanguageInvalid},
		{parsed[domain.Currency], "EUR", "EUR", ""},
		{parsed[domain.Currency], "chf", "CHF", ""},
		{parsed[domain.Currency], "XOF", "XOF", ""},
		{parsed[domain.Currency], "XTS", "", problem.CurrencyInvalid}, // for tests
		{parsed[domain.Currency], "XXX", "", problem.CurrencyInvalid}, // no currency
		{parsed[domain.Currency], "XAU", "", problem.CurrencyInvalid}, // gold
		{parsed[domain.Currency], "XDR", "", problem.CurrencyInvalid}, // a unit of account
		{parsed[domain.Currency], "DEM", "", problem.CurrencyInvalid}, // withdrawn
		{parsed[domain.Currency], "HRK", "", problem.CurrencyInvalid}, // withdrawn
		{parsed[domain.Currency], "XQZ", "", problem.CurrencyInvalid},
		{parsed[domain.Currency], "", "", problem.CurrencyInvalid},
		{parsed[domain.Color], "#A0b1C2", "#a0b1c2", ""},
		{parsed[domain.Color], "red", "", problem.TypeInvalid},
		{parsed[domain.Date], "2026-02-28", "2026-02-28", ""},
		{parsed[domain.Date], "2026-02-30", "", problem.DateInvalid},
		{parsed[domain.Date], "2026-2-3", "", problem.DateInvalid},
		{parsed[domain.Name], "  Cafe\u0301  ", "Caf\u00e9", ""},
		{parsed[domain.Name], "a\x00b", "", problem.TypeInvalid},
		{parsed[domain.Name], "a\nb", "", problem.TypeInvalid},
		{parsed[domain.Text], " kept \n as it is ", " kept \n as it is ", ""},
		{parsed[domain.Text], "a\x00b", "", problem.TypeInvalid},
	}
	for _, c := range cases {
		got, code := c.parse(c.text)
		if code != c.code || code == "" && got != c.want {
			t.Errorf("%.40q: %q %q, want %q %q", c.text, got, code, c.want, c.code)
		}
	}
}

func TestInstantsAreReadStrictly(t *testing.T) {
	good := map[string]string{
		"2026-06-17T12:00:00Z":                                            "2026-06-17T12:00:00Z",
		"2026-06-17t12:00:00z":                                            "2026-06-17T12:00:00Z",
		"2026-06-17T14:00:00+02:00":                                       "2026-06-17T12:00:00Z",
		"2026-06-17T12:00:00.999999999-00:00":                             "2026-06-17T12:00:00Z",
		"2024-02-29T00:00:00Z":                                            "2024-02-29T00:00:00Z",
		"2026-06-17T12:00:00+23:59":                                       "2026-06-16T12:01:00Z",
		"2026-06-17T12:00:00.99999999999999Z":                             "2026-06-17T12:00:00Z",
		"2026-06-17T12:00:00." + strings.Repeat("9", 100-20-6) + "-00:01": "2026-06-17T12:01:00Z",
	}
	for text, want := range good {
		if at, ok := domain.ParseInstant(text); !ok || at.String() != want {
			t.Errorf("%s: %v %v, want %s", text, at, ok, want)
		}
	}
	for _, text := range []string{
		"", "2026-06-17", "2026-06-17T12:00Z", "2026-06-17T12:00:00", "2026-06-17T1:02:03Z", "2026-06-17 12:00:00Z",
		"2026-06-17T12:00:00,5Z", "2026-06-17T12:00:60Z", "2026-06-17T24:00:00Z", "2026-02-30T12:00:00Z",
		"2026-06-17T12:00:00.Z", "2026-06-17T12:00:00." + strings.Repeat("9", 80) + "Z", "2026-06-17T12:00:00+2:00",
		"2026-06-17T12:00:00+24:00", "2026-06-17T12:00:00-24:00", "2026-06-17T12:00:00+00:60", "2026-06-17T12:00:00-24:60",
		"0000-01-01T00:00:00Z", "9999-12-31T23:59:59-01:00", "0001-01-01T00:00:00+01:00",
		"2026-06-17T12:00:00Z" + strings.Repeat(" ", 40),
	} {
		if at, ok := domain.ParseInstant(text); ok {
			t.Errorf("%q is accepted as %v", text, at)
		}
	}
}

func FuzzInstant(f *testing.F) {
	f.Add("2026-06-17T12:00:00.5+05:45")
	f.Fuzz(func(t *testing.T, text string) {
		at, ok := domain.ParseInstant(text)
		if !ok {
			return
		}
		again, ok := domain.ParseInstant(at.String())
		if !ok || again != at || len(at.String()) != len(domain.InstantLayout) {
			t.Errorf("%q became %q, which reads as %v", text, at, again)
		}
	})
}

func TestNamesAreComparedFolded(t *testing.T) {
	same := [][2]domain.Name{{"Straße", "STRASSE"}, {"Cafe\u0301", "caf\u00e9"}, {" a ", "A"}}
	for _, pair := range same {
		if pair[0].Digest() != pair[1].Digest() {
			t.Errorf("%q and %q differ", pair[0], pair[1])
		}
	}
	if domain.Name("a b").Digest() == domain.Name("ab").Digest() {
		t.Error("inner spaces do not count")
	}
}

func TestTimeZonesAreEmbedded(t *testing.T) {
	t.Setenv("ZONEINFO", "/nowhere")
	if got := domain.Timezone("Australia/Lord_Howe").Location().String(); got != "Australia/Lord_Howe" {
		t.Errorf("location %s", got)
	}
	if got := domain.Timezone("Nowhere/AtAll").Location(); got != time.UTC {
		t.Errorf("an unknown zone is %v, want UTC", got)
	}
}
