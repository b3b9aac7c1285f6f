package domain

// EntryChange is what a write makes of one entry or running timer.
type EntryChange struct {
	Before *Entry // as it was read; nil: there was none
	After  *Entry // as it will be; nil: it is deleted

	InPlaceOf *DeletionMark // of a new entry: the deleted one with its id; nil: there was none
}

// Owner is whose time changes. It is "" where there is no entry before or after.
func (c EntryChange) Owner() ID {
	switch {
	case c.After != nil:
		return c.After.UserID
	case c.Before != nil:
		return c.Before.UserID
	}
	return ""
}

// StopsTimer reports whether the change makes a finished entry of a running timer.
func (c EntryChange) StopsTimer() bool {
	return c.Before != nil && c.After != nil && c.Before.Running() && !c.After.Running()
}

// DiscardsTimer reports whether the change deletes a running timer.
func (c EntryChange) DiscardsTimer() bool {
	return c.Before != nil && c.After == nil && c.Before.Running()
}

// WriteCount is how many items of the table the change writes. It is 0 when
// nothing changes, and 2 when a timer is stopped or discarded, as its entry, or the
// mark that it is deleted, has another key.
func (c EntryChange) WriteCount() int {
	switch {
	case c.Before == nil && c.After == nil:
		return 0
	case c.StopsTimer(), c.DiscardsTimer():
		return 2
	case c.Before != nil && c.After != nil && c.Before.Equal(*c.After):
		return 0
	}
	return 1
}
