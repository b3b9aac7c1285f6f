package importer

import (
	"strings"
	"unicode"

	"stint/scripts/stint/internal/timefile"
	"stint/shared/domain"
)

// cleaned is a row without what names and texts may not have, and nobody sees. Tags that show nothing go.
func cleaned(r timefile.Row) timefile.Row {
	r.Client, r.Project, r.Task = cleanName(r.Client), cleanName(r.Project), cleanName(r.Task)
	var tags []string
	for _, tag := range r.Tags {
		if name := cleanName(tag); !isEmptied(tag, name) {
			tags = append(tags, name)
		}
	}
	r.Tags, r.Description = tags, strings.ReplaceAll(strings.ToValidUTF8(r.Description, "\uFFFD"), "\x00", "")
	return r
}

// cleanName is a name as the service stores it. Only a name that the service would refuse is
// changed: control characters become spaces, and characters without a width go.
func cleanName(name string) string {
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

// isEmptied reports whether a name has characters, and none that show.
func isEmptied(raw, name string) bool { return name == "" && strings.TrimSpace(raw) != "" }

// emptiedTags counts the tags that show nothing.
func emptiedTags(tags []string) (n int) {
	for _, tag := range tags {
		if isEmptied(tag, cleanName(tag)) {
			n++
		}
	}
	return n
}
