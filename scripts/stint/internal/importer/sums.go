package importer

import (
	"time"

	"github.com/google/uuid"
)

// sumKey is a user, a project and a month: "2026-11".
type sumKey struct {
	user, project uuid.UUID // uuid.Nil for no project
	month         string
}

// sum is tracked time and what it is worth.
type sum struct{ seconds, amount int64 }

// sums are sums of entries.
type sums map[sumKey]sum

func (s sums) add(key sumKey, seconds, amount int64) {
	if s == nil {
		return
	}
	was := s[key]
	s[key] = sum{was.seconds + seconds, was.amount + amount}
}

// keyOf is the group of an entry. It belongs to the month of its start in the workspace's zone.
func (x *Import) keyOf(user uuid.UUID, project *uuid.UUID, start time.Time) sumKey {
	key := sumKey{user: user, month: start.In(x.place.zone).Format("2006-01")}
	if project != nil {
		key.project = *project
	}
	return key
}

// amountOf is seconds at a rate per hour, rounded half up as the service does.
func amountOf(seconds, rate int64) int64 { return (seconds*rate + 1800) / 3600 }
