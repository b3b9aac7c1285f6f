package demo

import (
	"context"
	"time"

	"github.com/google/uuid"
)

// batch is how many entries go into one request; the API takes 100.
const batch = 100

// work tracks a month for everyone who tracks time, and leaves one timer
// running.
func (a *agency) work(ctx context.Context, now time.Time) error {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		return err
	}
	today := now.In(berlin)
	for _, p := range a.people {
		if p.Role == "analyst" {
			continue
		}
		var entries []object
		for back := Days; back > 0; back-- {
			day := time.Date(today.Year(), today.Month(), today.Day()-back, 0, 0, 0, 0, berlin)
			if day.Weekday() != time.Saturday && day.Weekday() != time.Sunday {
				entries = append(entries, a.day(day)...)
			}
		}
		for len(entries) > 0 {
			n := min(batch, len(entries))
			if _, err := a.api.send(ctx, p.token, "POST", "/api/entries:bulk", object{"items": entries[:n]}); err != nil {
				return err
			}
			entries = entries[n:]
		}
	}
	running := a.works[0]
	_, err = a.api.send(ctx, a.people[2].token, "POST", "/api/timers/start", object{
		"taskId": running.task, "description": running.texts[0], "startedAt": now.Add(-40 * time.Minute).UTC().Format(time.RFC3339),
	})
	return err
}

// day is one working day: three to five stretches from about nine to six.
func (a *agency) day(day time.Time) []object {
	at := day.Add(8*time.Hour + time.Duration(a.dice.IntN(90))*time.Minute)
	var entries []object
	for range 3 + a.dice.IntN(3) {
		w := a.works[a.dice.IntN(len(a.works))]
		end := at.Add(time.Duration(45+a.dice.IntN(100)) * time.Minute)
		entry := object{
			"id": uuid.NewString(), "projectId": w.project, "taskId": w.task, "description": w.texts[a.dice.IntN(len(w.texts))],
			"startedAt": at.UTC().Format(time.RFC3339), "stoppedAt": end.UTC().Format(time.RFC3339),
		}
		if a.dice.IntN(4) == 0 {
			entry["tagIds"] = []string{a.tags[a.dice.IntN(len(a.tags))]}
		}
		entries = append(entries, entry)
		at = end.Add(time.Duration(a.dice.IntN(30)) * time.Minute)
	}
	return entries
}
