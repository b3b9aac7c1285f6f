package domain

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"stint/shared/problem"
)

// Joiners. Scripts such as Persian and Hindi, and emoji, need them between characters.
const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// invisibleLetters are letters that show nothing (Hangul fillers and the blank braille pattern).
var invisibleLetters = []rune{'\u115f', '\u1160', '\u2800', '\u3164', '\uffa0'}

// hasHiddenText reports whether a text has characters that show nothing or change the
// order in which others are shown: bidi controls, zero-width characters, invisible letters
// and separators of lines. A joiner between two characters is no such character, and
// neither are the tags of an emoji flag and the variation selector of an emoji.
func hasHiddenText(text string) bool {
	all := []rune(text)
	for i := range all {
		if isHiddenAt(all, i) {
			return true
		}
	}
	return false
}

// isHiddenAt reports whether the character at an index is hidden by where it is.
func isHiddenAt(all []rune, i int) bool {
	switch r := all[i]; {
	case r == zeroWidthJoiner || r == zeroWidthNonJoiner:
		return i == 0 || i == len(all)-1 || !isJoinable(all[i-1]) || !isJoinable(all[i+1])
	case isFlagTag(all, i) || isEmojiVariation(all, i):
		return false
	default:
		return isHidden(r)
	}
}

// VisibleText is a text as it is shown to people who did not write it: without the characters
// that names must not have, so that nobody reads another text than it has. Separators of
// lines are line breaks.
func VisibleText(text string) string {
	if isASCII(text) {
		return text
	}
	all := []rune(text)
	var shown strings.Builder
	for i, r := range all {
		switch {
		case unicode.In(r, unicode.Zl, unicode.Zp):
			shown.WriteByte('\n')
		case !isHiddenAt(all, i):
			shown.WriteRune(r)
		}
	}
	return shown.String()
}

// isHidden reports whether a character shows nothing by itself, which Unicode calls
// default ignorable, or separates lines.
func isHidden(r rune) bool {
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) ||
		unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r) ||
		unicode.In(r, unicode.Zl, unicode.Zp) || slices.Contains(invisibleLetters, r)
}

// isEmojiVariation reports whether the character selects the form of the emoji before it,
// or of the key before it, such as that of "1".
func isEmojiVariation(all []rune, i int) bool {
	if i == 0 || all[i] != '\ufe0e' && all[i] != '\ufe0f' {
		return false
	}
	base := all[i-1]
	isKey := strings.ContainsRune("0123456789#*", base) && i+1 < len(all) && all[i+1] == '\u20e3'
	return isKey || unicode.Is(unicode.So, base) || base >= '\u2190' && base <= '\u2bff' ||
		strings.ContainsRune("\u203c\u2049\u3030", base)
}

// isJoinable reports whether a joiner may be beside the character. Latin letters need none.
func isJoinable(r rune) bool {
	return r > unicode.MaxASCII && unicode.In(r, unicode.L, unicode.M, unicode.S) && !unicode.Is(unicode.Latin, r)
}

// isFlagTag reports whether the character is a tag in the sequence of an emoji flag, such
// as that of Scotland.
func isFlagTag(all []rune, i int) bool {
	if all[i] < 0xe0020 || all[i] > 0xe007f {
		return false
	}
	for i--; i >= 0 && all[i] >= 0xe0020 && all[i] <= 0xe007f; i-- {
	}
	return i >= 0 && all[i] == '\U0001f3f4'
}

// latinLookAlikes are letters of other scripts that look like Latin letters.
const latinLookAlikes = "аеорсухіјѕԁһӏԛԝαονρικυχγω"

// asciiLookAlikes are Latin letters that look like a letter of ASCII: letters without their
// dot, and letters and small capitals of phonetic alphabets.
const asciiLookAlikes = "ıȷɑɡɩɪʏʀɴʙɢʜʟƍɯʋᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜰꜱꞯꭇꭈ"

// isDeceptiveAddress reports whether an e-mail address can be mistaken for another one: by
// characters that show nothing or have a compatible form, by letters of several scripts in
// one part, or by a part whose letters all look like those of ASCII and are not. The parts
// are what is before the @, and each label of the domain.
func isDeceptiveAddress(address string) bool {
	if isASCII(address) {
		return false
	}
	if norm.NFKC.String(address) != address || strings.ContainsFunc(address,
		func(r rune) bool { return isHidden(r) || unicode.In(r, unicode.C, unicode.Z) }) {
		return true
	}
	return slices.ContainsFunc(strings.FieldsFunc(address, func(r rune) bool { return r == '@' || r == '.' }),
		isDeceptivePart)
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII })
}

func isDeceptivePart(part string) bool {
	fake, distinct, scripts := 0, 0, map[string]bool{}
	for _, r := range part {
		if !unicode.IsLetter(r) {
			continue
		}
		script := scriptOf(r)
		scripts[script] = true
		switch {
		case strings.ContainsRune(latinLookAlikes+asciiLookAlikes, r):
			fake++
		case r > unicode.MaxASCII:
			distinct++
		}
	}
	delete(scripts, "Common")
	return len(scripts) > 1 || fake > 0 && distinct == 0
}

// scriptOf is the script of a letter. The scripts that Japanese, Korean and Chinese write
// together count as one.
func scriptOf(r rune) string {
	if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo) {
		return "East Asian"
	}
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return "Common"
}

// SearchTerm is a text to search for, without case and accents. Every text
// contains the empty term.
type SearchTerm string

// ParseText reads a search term sent by a caller.
func (t *SearchTerm) ParseText(text string) problem.FieldCode {
	*t = SearchTerm(FoldText(strings.TrimSpace(text)))
	return ""
}

// FoundIn reports whether the text contains the term.
func (t SearchTerm) FoundIn(text string) bool { return t.IndexIn(text) >= 0 }

// IndexIn is the position of the term in the text, without accents: 0 if the text
// begins with the term, -1 if it does not contain it.
func (t SearchTerm) IndexIn(text string) int {
	if t == "" {
		return 0
	}
	return strings.Index(FoldText(text), string(t))
}

// FoldText is a text without case and accents: marks (Unicode category Mn of the
// decomposed form) are removed, and the rest is case-folded.
func FoldText(text string) string {
	if isASCII(text) {
		return strings.ToLower(text) // the same result, and much faster
	}
	strip := transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC)
	plain, _, err := transform.String(strip, text)
	if err != nil {
		plain = text
	}
	return cases.Fold().String(plain)
}
