package demo

import (
	"context"
	"time"

	"github.com/google/uuid"
)

// batchSize is the number of entries in one bulk request. The API accepts up to 100.
const batchSize = 100

// trackTime tracks a month of time for all members who may, and starts one timer.
func (a *agency) trackTime(ctx context.Context, now time.Time) error {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		return err
	}
	today := now.In(berlin)
	for _, p := range a.members {
		if p.Role == "analyst" {
			continue
		}
		var entries []object
		for back := TrackedDays; back > 0; back-- {
			day := time.Date(today.Year(), today.Month(), today.Day()-back, 0, 0, 0, 0, berlin)
			if day.Weekday() != time.Saturday && day.Weekday() != time.Sunday {
				entries = append(entries, a.entriesOfDay(day)...)
			}
		}
		for len(entries) > 0 {
			n := min(batchSize, len(entries))
			if _, err := a.api.Send(ctx, p.token, "POST", "/api/entries:bulk", object{"items": entries[:n]}); err != nil {
				return err
			}
			entries = entries[n:]
		}
	}
	running := a.assignments[0]
	_, err = a.api.Send(ctx, a.members[2].token, "POST", "/api/timers/start", object{
		"taskId": running.taskID, "description": running.texts[0], "startedAt": now.Add(-40 * time.Minute).UTC().Format(time.RFC3339),
	})
	return err
}

// entriesOfDay are three to five entries of one workday. The first starts between
// 8:00 and 9:30.
func (a *agency) entriesOfDay(day time.Time) []object {
	at := day.Add(8*time.Hour + time.Duration(a.random.IntN(90))*time.Minute)
	var entries []object
	for range 3 + a.random.IntN(3) {
		w := a.assignments[a.random.IntN(len(a.assignments))]
		end := at.Add(time.Duration(45+a.random.IntN(100)) * time.Minute)
		entry := object{
			"id": uuid.NewString(), "projectId": w.projectID, "taskId": w.taskID, "description": w.texts[a.random.IntN(len(w.texts))],
			"startedAt": at.UTC().Format(time.RFC3339), "stoppedAt": end.UTC().Format(time.RFC3339),
		}
		if a.random.IntN(4) == 0 {
			entry["tagIds"] = []string{a.tagIDs[a.random.IntN(len(a.tagIDs))]}
		}
		entries = append(entries, entry)
		at = end.Add(time.Duration(a.random.IntN(30)) * time.Minute)
	}
	return entries
}
