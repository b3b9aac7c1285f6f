package tracking

import "stint/shared/domain"

// Row is what the body wants as one row of a batch; was is nil where the row
// makes a new entry. The path leads to the row's properties, such as "items[3].".
func (b EditBody) Row(owner domain.ID, was *domain.Entry, path string) Wanted {
	return Wanted{
		Owner: owner, Was: was, Path: path,
		Project: Changed(b.ProjectID), Task: Changed(b.TaskID), Tags: ChangedTags(b.TagIDs),
	}
}
