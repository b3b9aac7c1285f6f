package sampledata

import (
	"encoding/binary"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
)

// BatchSize is the number of entries in one bulk request. The API accepts up to 100.
const BatchSize = 100

// Rhythm says how days are divided into entries. Each range has a least value, and one that it
// stays below.
type Rhythm struct {
	Entries       [2]int // of one day
	Start         [2]int // of the first entry, in minutes after midnight
	Minutes       [2]int // of an entry
	Pause         [2]int // between two entries, in minutes
	OneTagIn      int    // so many entries; 0 is none
	SkipsWeekends bool
}

// Timeline makes the entries of one person, day by day into the past. The same seed makes the
// same entries.
type Timeline struct {
	Team   *Team
	Rhythm Rhythm
	Day    time.Time // the next day whose entries are made, at midnight
	Random *rand.Rand
	source *rand.ChaCha8 // of Random
	rest   []object      // of a day
}

// NewTimeline begins at the day before a time.
func NewTimeline(t *Team, r Rhythm, now time.Time, seed uint64) *Timeline {
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	source := rand.NewChaCha8([32]byte(binary.LittleEndian.AppendUint64(make([]byte, 24), seed)))
	return &Timeline{Team: t, Rhythm: r, Day: today.AddDate(0, 0, -1), Random: rand.New(source), source: source}
}

// Days makes the entries of a number of days.
func (t *Timeline) Days(n int) (all []object) {
	for range n {
		all = append(all, t.nextDay()...)
	}
	return all
}

// Entries makes a number of entries.
func (t *Timeline) Entries(n int) []object {
	for len(t.rest) < n {
		t.rest = append(t.rest, t.nextDay()...)
	}
	taken := t.rest[:n]
	t.rest = t.rest[n:]
	return taken
}

func (t *Timeline) nextDay() (all []object) {
	day := t.Day
	t.Day = day.AddDate(0, 0, -1)
	if isWeekend := day.Weekday() == time.Saturday || day.Weekday() == time.Sunday; isWeekend && t.Rhythm.SkipsWeekends {
		return nil
	}
	at := day.Add(t.minutes(t.Rhythm.Start))
	for range t.between(t.Rhythm.Entries) {
		end := at.Add(t.minutes(t.Rhythm.Minutes))
		all = append(all, t.entry(at, end))
		at = end.Add(t.minutes(t.Rhythm.Pause))
	}
	return all
}

func (t *Timeline) entry(from, to time.Time) object {
	work := t.SomeWork()
	entry := object{
		"id": uuid.Must(uuid.NewRandomFromReader(t.source)).String(), "projectId": work.ProjectID,
		"description": t.SomeText(work), "startedAt": from.UTC().Format(time.RFC3339),
		"stoppedAt": to.UTC().Format(time.RFC3339),
	}
	if work.TaskID != "" {
		entry["taskId"] = work.TaskID
	}
	if n, tags := t.Rhythm.OneTagIn, t.Team.TagIDs; n > 0 && len(tags) > 0 && t.Random.IntN(n) == 0 {
		entry["tagIds"] = []string{tags[t.Random.IntN(len(tags))]}
	}
	return entry
}

// SomeWork is any work of the team.
func (t *Timeline) SomeWork() Work { return t.Team.Work[t.Random.IntN(len(t.Team.Work))] }

// SomeText is any description of a work.
func (t *Timeline) SomeText(w Work) string { return w.Texts[t.Random.IntN(len(w.Texts))] }

func (t *Timeline) minutes(r [2]int) time.Duration { return time.Duration(t.between(r)) * time.Minute }

func (t *Timeline) between(r [2]int) int { return r[0] + t.Random.IntN(r[1]-r[0]) }
