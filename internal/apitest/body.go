package apitest

import (
	"maps"
	"strings"
)

// Body is a body with more properties, or with other values of the same ones.
func Body(base map[string]any, more ...map[string]any) map[string]any {
	body := maps.Clone(base)
	for _, m := range more {
		maps.Copy(body, m)
	}
	return body
}

// Track creates an entry between two moments and returns its id.
func (u *User) Track(start, stop string, more ...map[string]any) string {
	u.t.Helper()
	return u.Post("/api/entries", Body(map[string]any{"startedAt": start, "stoppedAt": stop}, more...)).ID()
}

// Names are the names of the items of a list, with spaces between them.
func Names(items []map[string]any) string {
	all := make([]string, len(items))
	for i, item := range items {
		all[i] = item["name"].(string)
	}
	return strings.Join(all, " ")
}
