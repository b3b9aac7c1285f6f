package locale_test

import (
	"strings"
	"testing"

	"stint/shared/domain"
	"stint/shared/locale"
)

func TestChoose(t *testing.T) {
	t.Parallel()
	for preferred, want := range map[domain.Language]locale.Language{
		"": "en", "en": "en", "en-GB": "en", "de": "de", "de-AT": "de", "de-Latn-CH-1996": "de", "fr-CA": "fr",
		"es-419": "es", "es-MX": "es", "pt": "en", "pt-BR": "en", "ja": "en", "gsw": "de", "und-FR": "fr", "x-klingon": "en",
		"not a tag": "en",
	} {
		if got := locale.Choose(preferred); got != want {
			t.Errorf("%q: %s, want %s", preferred, got, want)
		}
	}
}

func TestFromHeader(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]locale.Language{
		"": "en", "*": "en", "de": "de", "de-AT,de;q=0.9,en;q=0.5": "de", "en-US,en;q=0.9,de;q=0.8": "en",
		"pt-BR,pt;q=0.9,fr;q=0.5": "fr", "en;q=0.1,es;q=0.9": "es", "pt": "en", "de;q=0, fr;q=0.1": "fr",
		";;;": "en", "de;q=many": "en", "<script>": "en", "de\r\nX: y": "en", strings.Repeat("de,", 1000): "en",
	} {
		if got := locale.FromHeader(header); got != want {
			t.Errorf("%.40q: %s, want %s", header, got, want)
		}
	}
}
