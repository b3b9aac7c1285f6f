package people

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"stint/shared/domain"
)

// ServiceName is the name of the service, and of its own command. No other app may have it.
const ServiceName = "Stint"

// serviceLookAlikes are characters that look like a letter of the service's name, in small letters without accents:
// those of Latin, Greek, Cyrillic and Armenian, and digits.
var serviceLookAlikes = strings.NewReplacer("ѕ", "s", "ꜱ", "s", "ƨ", "s", "5", "s", "$", "s",
	"т", "t", "τ", "t", "ᴛ", "t", "ꭲ", "t", "7", "t", "+", "t",
	"і", "i", "ι", "i", "ı", "i", "ɩ", "i", "ɪ", "i", "ӏ", "i", "l", "i", "1", "i", "|", "i", "!", "i",
	"п", "n", "η", "n", "ո", "n", "ռ", "n", "ɴ", "n", "ν", "n")

// LooksLikeService reports whether people may take the name of an app for that of the service: without case, accents,
// spaces and signs, and with the letters that look alike, both are the same. It knows the alphabets of
// serviceLookAlikes, not every character that resembles a letter.
func LooksLikeService(name domain.Name) bool {
	seen := serviceLookAlikes.Replace(domain.FoldText(norm.NFKC.String(string(name))))
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, seen)
	return letters == strings.ToLower(ServiceName)
}
