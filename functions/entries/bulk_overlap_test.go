package entries_test

import (
	"testing"

	"stint/internal/apitest"
)

func TestBulkWithoutOverlaps(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	member := owner.AddMember("bob", "user")
	timer := owner.Post("/api/timers/start", row{"startedAt": clock(7, 0)}).ID()
	forbidOverlap(owner)
	sendBulk(owner, newRow(1, clock(8, 0), clock(9, 0)), newRow(2, clock(9, 0), clock(10, 0))).OK()
	t.Run("with what is stored", func(t *testing.T) {
		wantRefused(t, owner, newRow(5, clock(6, 0), clock(7, 0)), newRow(3, clock(8, 59), clock(9, 1)),
			row{"id": rowID(1), "stoppedAt": clock(9, 1)}).
			Invalid("items[1].startedAt entry_overlap", "items[2].startedAt entry_overlap")
	})
	t.Run("with each other", func(t *testing.T) {
		wantRefused(t, owner, newRow(3, clock(5, 0), clock(6, 0)), newRow(4, clock(5, 30), clock(5, 31)),
			newRow(5, clock(6, 0), clock(7, 0))).
			Invalid("items[0].startedAt entry_overlap", "items[1].startedAt entry_overlap")
	})
	t.Run("beside other mistakes", func(t *testing.T) {
		wantRefused(t, owner, newRow(3, clock(8, 30), clock(9, 0)), newRow(4, clock(8, 0), clock(7, 0)), row{"id": "x"}).
			Invalid("items[0].startedAt entry_overlap", "items[1].stoppedAt before_start", "items[2].id uuid_invalid")
	})
	t.Run("with another's", func(t *testing.T) {
		sendBulk(owner, withFields(newRow(1, clock(8, 0), clock(9, 0)), row{"userId": member.ID})).OK()
	})
	t.Run("the final state counts", func(t *testing.T) {
		sendBulk(owner,
			row{"id": rowID(1), "startedAt": clock(9, 0), "stoppedAt": clock(10, 0)},
			row{"id": rowID(2), "startedAt": clock(8, 0), "stoppedAt": clock(9, 0)},
		).OK()
		sendBulk(owner, row{"id": rowID(1), "op": "delete"}, newRow(3, clock(9, 0), clock(10, 0))).OK()
	})
	t.Run("stopping is never refused, but what is stopped counts", func(t *testing.T) {
		stop := row{"id": timer, "stoppedAt": clock(11, 0)}
		wantRefused(t, owner, stop, newRow(4, clock(10, 30), clock(10, 40))).Invalid("items[1].startedAt entry_overlap")
		sendBulk(owner, stop, newRow(4, clock(11, 0), clock(11, 30))).OK()
	})
}
