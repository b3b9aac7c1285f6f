package importer

import (
	"time"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/when"
	"stint/shared/domain"
)

// firstHour is when the entries of a day without clock times begin.
const firstHour = 9

// personDay is a day of a person.
type personDay struct {
	user uuid.UUID
	day  domain.Date
}

// dayEnds are when the next entry of a day starts that has no clock time.
type dayEnds map[personDay]time.Time

func personDayOf(user uuid.UUID, day time.Time) personDay {
	return personDay{user, domain.DateOf(day)}
}

// keep notes an entry of a former import. It stays where it is.
func (e dayEnds) keep(user uuid.UUID, from, to time.Time) {
	at := personDayOf(user, from)
	if to.After(e[at]) {
		e[at] = to
	}
}

// fits reports whether an entry of a former import can stay where it is with its new length.
func (e dayEnds) fits(i item, k entry, start time.Time) bool {
	return i.seconds <= k.seconds || k.end().Equal(e[personDayOf(i.user, start)])
}

// next finds the start of an entry without a clock time: after the ones before, from 9:00 on. An
// entry that would start on the next day starts with its day, because it counts for the day of
// its start.
func (e dayEnds) next(i item, zone *time.Location) time.Time {
	at := personDayOf(i.user, i.Day)
	start, ok := e[at]
	switch {
	case !ok:
		start = time.Date(i.Day.Year(), i.Day.Month(), i.Day.Day(), firstHour, 0, 0, 0, zone)
	case !start.Before(when.StartOfDay(i.Day.AddDate(0, 0, 1), zone)):
		start = when.StartOfDay(i.Day, zone)
	}
	e[at] = start.Add(time.Duration(i.seconds) * time.Second)
	return start
}

// withStart gives an entry without a clock time its start, in the zone of the workspace. One that is
// there already, on its day, stays where it is, unless it is longer now and another one follows it.
func (x *run) withStart(i item) item {
	if !i.from.IsZero() {
		return i
	}
	if k, ok := x.match.known[i.id]; ok && k.user == i.user {
		start := k.start.In(x.to.workspace.zone)
		if personDayOf(i.user, start) == personDayOf(i.user, i.Day) && x.dayEnds.fits(i, k.entry, start) {
			i.from = start
			x.dayEnds.keep(i.user, start, i.to())
			return i
		}
	}
	i.from = x.dayEnds.next(i, x.to.workspace.zone)
	return i
}
