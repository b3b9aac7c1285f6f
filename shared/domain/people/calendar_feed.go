package people

import (
	"crypto/rand"
	"encoding/base64"

	"stint/shared/domain"
)

// CalendarFeed is what a calendar program subscribes to.
type CalendarFeed struct {
	ProjectID domain.ID `db:"pid,omitempty"` // whose time it has; "" is the time of the user
}

// A calendar feed is an API key with a feed. So what ends the keys of a user, a member or a workspace ends feeds too.

// MaxCalendarFeeds is how many calendar feeds one person may have.
const MaxCalendarFeeds = 20

// NewFeedToken makes the token of a feed's address: 32 random bytes.
func NewFeedToken() string {
	var random [32]byte
	_, _ = rand.Read(random[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(random[:])
}

// FeedDigest is the digest that the record of a feed is found by. No API key and no grant has it, because none has this
// text.
func FeedDigest(token string) string { return domain.Digest("feed:" + token) }

// NewCalendarFeed is the feed of a member of a workspace with the time of a project, or for "" their own time.
func NewCalendarFeed(u User, m Member, w Workspace, name domain.Name, project domain.ID, digest string,
	now domain.Instant) APIKey {
	k := NewAPIKey(u, m, w, name, digest, now)
	k.Feed, k.Access = &CalendarFeed{ProjectID: project}, AccessRead
	return k
}

// IsFeed reports whether the key is a calendar feed, which opens its address and nothing else.
func (k APIKey) IsFeed() bool { return k.Feed != nil }
