package tracking

import "stint/shared/domain"

// RowRefChange is what the body wants as one row of a batch; was is nil where the row
// makes a new entry. The path leads to the row's properties, such as "items[3].".
func (b EditBody) RowRefChange(owner domain.ID, was *domain.Entry, path string) RefChange {
	return RefChange{
		Owner: owner, Before: was, Path: path,
		Project: RefFromClearable(b.ProjectID), Task: RefFromClearable(b.TaskID), Tags: TagsFromClearable(b.TagIDs),
	}
}
