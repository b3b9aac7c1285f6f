package wire

import "strings"

// maxSuggestedLength is the longest unknown name, in bytes, for which a known one is looked for.
const maxSuggestedLength = 64

// minStem is the least length of a name without its Id, such as tag of tagId.
const minStem = 3

// suggest is the known name that a caller most likely meant, in the spelling that the unknown one
// has; "" if there is none. A name is meant that differs by one letter: one too many, one missing,
// another one, or two that changed places. Case, hyphens and underscores do not count, and neither
// does a missing Id: projct is one letter from projectId.
func (s *Schema) suggest(name string) string {
	if len(name) > maxSuggestedLength {
		return ""
	}
	sent := plainName(name)
	best, found := noMatch, ""
	for n := range s.Properties {
		p := &s.Properties[n]
		if q := matchNames(sent, plainName(p.Name)); q < best {
			best, found = q, p.spellLike(name)
		}
	}
	return found
}

// spellLike is the name of a property in the spelling of another name.
func (p *Property) spellLike(name string) string {
	if strings.Contains(name, "_") {
		return p.Alias
	}
	return p.Name
}

// match says how well a name fits, the best first.
type match int

const (
	sameName match = iota
	similarName
	sameStem
	similarStem
	noMatch
)

// matchNames compares two plain names.
func matchNames(sent, known string) match {
	stem := strings.TrimSuffix(strings.TrimSuffix(known, "s"), "id")
	hasStem := len(stem) >= minStem && len(stem) < len(known)-1
	switch {
	case sent == known:
		return sameName
	case differsByOne(sent, known):
		return similarName
	case hasStem && sent == stem:
		return sameStem
	case hasStem && differsByOne(sent, stem):
		return similarStem
	}
	return noMatch
}

// plainName is a name without case, hyphens and underscores.
func plainName(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
}

// differsByOne reports whether one letter more, less or other, or an exchange of two
// neighbours, makes one text of another one.
func differsByOne(one, other string) bool {
	a, b := []rune(one), []rune(other)
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	same := 0
	for same < len(a) && a[same] == b[same] {
		same++
	}
	restA, restB := a[same:], b[same:]
	switch {
	case len(a) < len(b):
		return string(restA) == string(restB[1:])
	case len(restA) == 0:
		return false
	case string(restA[1:]) == string(restB[1:]):
		return true
	}
	return len(restA) > 1 && restA[0] == restB[1] && restA[1] == restB[0] && string(restA[2:]) == string(restB[2:])
}
