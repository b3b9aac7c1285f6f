package locale_test

import (
	"testing"
	"testing/fstest"

	"stint/shared/locale"
)

func newCatalogue(english string) *locale.Catalogue {
	files := fstest.MapFS{}
	for _, l := range locale.Languages() {
		files["texts/"+string(l)+"/mail.json"] = &fstest.MapFile{
			Data: []byte(`{"hello": "` + string(l) + ` {name}, {role}\nsecond {name}"}`)}
	}
	if english != "" {
		files["texts/en/mail.json"].Data = []byte(english)
	}
	return locale.NewCatalogue(files)
}

func TestTexts(t *testing.T) {
	t.Parallel()
	c := newCatalogue("")
	for _, l := range locale.Languages() {
		if got, want := c.In(l).Text("mail.hello", "name", "{role}", "role", "x"),
			string(l)+" {role}, x\nsecond {role}"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	lines := c.In("xx").Lines("mail.hello", "name", "a\nb", "role", "r")
	if len(lines) != 2 || lines[0] != "en a\nb, r" || lines[1] != "second a\nb" {
		t.Errorf("%q: a value must not divide paragraphs", lines)
	}
	if texts := c.In(locale.German); texts.Has("mail.none") || !texts.Has("mail.hello") ||
		texts.Language != locale.German {
		t.Errorf("%+v", texts)
	}
}

func TestMistakesInCatalogues(t *testing.T) {
	t.Parallel()
	for what, use := range map[string]func(){
		"an unknown key":   func() { newCatalogue("").In(locale.English).Text("mail.none") },
		"a malformed file": func() { newCatalogue("{").In(locale.English).Text("mail.hello") },
		"no folder":        func() { locale.NewCatalogue(fstest.MapFS{}).In(locale.English).Text("mail.hello") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is accepted", what)
				}
			}()
			use()
		}()
	}
}
