package audit

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
)

// importedBatch are the events of 100 entries that an admin imports for another user.
func importedBatch() []Event {
	changes := make([]timelog.EntryChange, 100)
	user, projects := domain.NewID(), []domain.ID{domain.NewID(), domain.NewID(), domain.NewID()}
	for i := range changes {
		start := domain.InstantOf(time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)).Plus(time.Duration(i) * 97 * time.Minute)
		end, rate := start.Plus(95*time.Minute), int64(8500)
		e := timelog.Entry{ID: domain.NewID(), UserID: user, ProjectID: projects[i%3], StartedAt: start, StoppedAt: &end,
			Description: domain.Text(fmt.Sprintf("Call with customer %d about ticket %d", i*7919%1000, i*104729%100000)),
			ExternalID:  domain.ExternalID(fmt.Sprint(9000000 + i*613)), IsBillable: true, HourlyRate: &rate, Currency: "EUR"}
		changes[i].After = &e
	}
	return EntryChanges(domain.NewID(), changes...)
}

// The packed events of an import take less than 100 bytes each, so a month of 100 million of them takes less than the
// 10 GB that a partition holds.
func TestABatchIsPackedSmall(t *testing.T) {
	t.Parallel()
	events := importedBatch()
	r := NewRecord(Origin{}, domain.Instant{}, events[0], events[1:]...)
	perEvent := len(r.Packed) / (len(events) - 1)
	t.Logf("%d bytes for each of %d events", perEvent, len(events))
	if perEvent > 95 {
		t.Errorf("%d bytes for each event, want at most 95", perEvent)
	}
}

// A record that is split has the events that it was made of, with ids of their own.
func TestARecordIsSplitIntoItsEvents(t *testing.T) {
	t.Parallel()
	events := importedBatch()
	events = append(events, Event{Action: MemberJoined, Target: Target{Kind: KindProjectMember, ProjectID: "p"},
		Changes: Changes{"list": {nil, []any{"a", "b"}}, "budget": {map[string]any{"limit": float64(7)}, true}}})
	from := Origin{IP: "192.0.2.1", Actor: Actor{ID: "u", Kind: ByUser}}
	all, err := NewRecord(from, domain.InstantOf(time.Now()), events[0], events[1:]...).Split()
	if err != nil || len(all) != len(events) {
		t.Fatalf("%d events, %v; want %d", len(all), err, len(events))
	}
	ids := map[domain.ID]bool{}
	for i, r := range all {
		ids[r.ID] = true
		want := events[i].shortened()
		want.ID = r.ID
		if i > 0 {
			want.Changes = asJSON(want.Changes)
		}
		if r.IP != from.IP || r.Packed != nil || !reflect.DeepEqual(r.Event, want) {
			t.Errorf("event %d:\n%+v\nwant\n%+v", i, r.Event, want)
		}
	}
	if len(ids) != len(events) {
		t.Errorf("%d ids of %d events", len(ids), len(events))
	}
}

// asJSON has numbers as JSON and the table have them.
func asJSON(changes Changes) Changes {
	for name, change := range changes {
		for i, value := range change {
			if n, ok := value.(int64); ok {
				change[i] = float64(n)
			}
		}
		changes[name] = change
	}
	return changes
}

func TestARecordThatIsCutOffIsAnError(t *testing.T) {
	t.Parallel()
	events := importedBatch()
	r := NewRecord(Origin{}, domain.Instant{}, events[0], events[1:]...)
	r.Packed = r.Packed[:len(r.Packed)/2]
	if _, err := r.Split(); err == nil {
		t.Error("it was split")
	}
}
