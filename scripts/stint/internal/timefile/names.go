package timefile

import (
	"strings"
	"unicode"

	"stint/shared/domain"
)

// Cleaned is a row without what names and texts may not have, and nobody sees. Tags that show nothing go.
func (r Row) Cleaned() Row {
	r.Client, r.Project, r.Task = CleanName(r.Client), CleanName(r.Project), CleanName(r.Task)
	var tags []string
	for _, tag := range r.Tags {
		if name := CleanName(tag); !IsEmptied(tag, name) {
			tags = append(tags, name)
		}
	}
	r.Tags, r.Description = tags, strings.ReplaceAll(strings.ToValidUTF8(r.Description, "\uFFFD"), "\x00", "")
	return r
}

// CleanName is a name as the service stores it. Only a name that the service would refuse is
// changed: control characters become spaces, and characters without a width go.
func CleanName(name string) string {
	var kept domain.Name
	if kept.ParseText(name) == "" {
		return string(kept)
	}
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r):
			return ' '
		case unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, "\uFFFD")))
}

// IsEmptied reports whether a name has characters, and none that show.
func IsEmptied(raw, name string) bool { return name == "" && strings.TrimSpace(raw) != "" }
