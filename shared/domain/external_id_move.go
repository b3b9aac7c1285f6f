package domain

// ExternalIDMove is what a write does with the external id of an entry or a timer. It
// takes one item of the table.
type ExternalIDMove struct {
	Owner      ID
	ExternalID ExternalID
	From       ID // the entry that loses it; "" if no entry of the write had it
	To         ID // the entry that gets it; "" frees it
}

// ExternalIDMoves lists what changes do with external ids, in their order. An id that
// one entry loses and another one gets is one move. No two changes may give the same id
// to entries of one owner.
func ExternalIDMoves(changes ...EntryChange) []ExternalIDMove {
	var moves []ExternalIDMove
	index := map[ExternalIDMove]int{} // by owner and external id
	at := func(owner ID, x ExternalID) *ExternalIDMove {
		name := ExternalIDMove{Owner: owner, ExternalID: x}
		n, known := index[name]
		if !known {
			n = len(moves)
			index[name], moves = n, append(moves, name)
		}
		return &moves[n]
	}
	for _, c := range changes {
		before, after := externalIDOf(c.Before), externalIDOf(c.After)
		if before == after {
			continue
		}
		if before != "" {
			at(c.Owner(), before).From = c.Before.ID
		}
		if after != "" {
			at(c.Owner(), after).To = c.After.ID
		}
	}
	return moves
}

func externalIDOf(e *Entry) ExternalID {
	if e == nil {
		return ""
	}
	return e.ExternalID
}
