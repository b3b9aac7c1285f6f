package store

import (
	"context"
	"slices"
	"strings"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
	"stint/shared/store/timesheetdb"
	"stint/shared/table"
)

// maxExportedRecords is how many records of one kind about an account an export has.
const maxExportedRecords = 500

// OwnTime is a record of a user's tracked time in a workspace: an entry, a running
// timer or a submission.
type OwnTime struct {
	WorkspaceID domain.ID
	Entry       *timelog.Entry
	Submission  *timesheets.Submission
}

// maxOwnTimeSize is about how long the records of a page of OwnTime may be as JSON, in
// bytes. An answer may be twice as long and still fits.
const maxOwnTimeSize = 2_500_000

// OwnTime lists what a user tracked and submitted in some workspaces, one workspace after the other. A page may be
// short, because it bounds the items that it looks at, and their size. Errors: validation cursor_invalid.
func (s *Store) OwnTime(ctx context.Context, u domain.ID, workspaces []domain.ID,
	p PageRequest) (_ Page[OwnTime], err error) {
	defer core.Wrap(&err, "OwnTime", u)
	list := ownTime{Store: s, user: u, workspaces: slices.Sorted(slices.Values(workspaces)), request: p}
	if err := list.read(ctx); err != nil {
		return Page[OwnTime]{}, err
	}
	err = list.addSubmissions(ctx)
	return Page[OwnTime]{Items: list.found, Next: list.next}, err
}

// ownTime collects one page.
type ownTime struct {
	*Store
	user       domain.ID
	workspaces []domain.ID // in the order of the list
	request    PageRequest
	looked     int // at items
	size       int // of what was found, as JSON
	found      []OwnTime
	submitted  []ownSubmission
	next       Cursor
}

// ownSubmission leads to a submission of the user.
type ownSubmission struct{ WorkspaceID, ID domain.ID }

func (l *ownTime) read(ctx context.Context) error {
	at, err := l.core.Table.OpenKey(ctx, l.request, l.name())
	if err != nil {
		return err
	}
	for _, w := range l.workspaces {
		after := ""
		switch {
		case string(w) < at.PK:
			continue
		case string(w) == at.PK:
			after = at.SK
		}
		if err := l.readWorkspace(ctx, w, after); err != nil || l.next != "" {
			return err
		}
	}
	return nil
}

// readWorkspace reads items after a sort key, "" for all, until the page is full.
func (l *ownTime) readWorkspace(ctx context.Context, w domain.ID, after string) error {
	r := table.PartitionRange(table.Base, key.TimePK(w, l.user))
	r.From = max(after, key.EntryPrefix)
	var start table.Item
	for {
		items, next, err := l.core.Table.Query(ctx, r, start, l.request.Limit-l.looked+2)
		if err != nil {
			return err
		}
		for _, it := range items {
			if table.KeyOf(it).SK == after {
				continue
			}
			if l.isFull() {
				l.next, err = l.core.Table.SealKey(ctx, l.request, l.name(), table.Key{PK: string(w), SK: after})
				return err
			}
			if err := l.add(w, it); err != nil {
				return err
			}
			l.looked, after = l.looked+1, table.KeyOf(it).SK
		}
		if len(next) == 0 {
			return nil
		}
		start = next
	}
}

func (l *ownTime) isFull() bool { return l.looked == l.request.Limit || l.size >= maxOwnTimeSize }

// recordSize is about how long a record without texts is as JSON, in bytes.
const recordSize = 700

// add adds an item, if it is an entry, a running timer or leads to a submission.
func (l *ownTime) add(w domain.ID, it table.Row) error {
	k := table.KeyOf(it)
	switch {
	case strings.HasPrefix(k.SK, key.EntryPrefix), k == key.Timer(w, l.user) && table.StringAttribute(it, "id") != "":
		e, err := table.Decode[timelog.Entry](it)
		l.found = append(l.found, OwnTime{WorkspaceID: w, Entry: &e})
		l.size += recordSize + len(e.Description) + 40*len(e.TagIDs)
		return err
	case strings.HasPrefix(k.SK, key.SubmissionPrefix):
		pointer, err := table.Decode[timesheetdb.SubmissionPointer](it)
		l.submitted = append(l.submitted, ownSubmission{w, pointer.ID})
		l.size += recordSize + domain.MaxNote
		return err
	}
	return nil
}

// addSubmissions adds the submissions of the page.
func (l *ownTime) addSubmissions(ctx context.Context) error {
	keys := make([]table.Key, len(l.submitted))
	for i, at := range l.submitted {
		keys[i] = key.Submission(at.WorkspaceID, at.ID)
	}
	subs, err := table.GetEach[timesheets.Submission](ctx, l.core.Table, keys)
	for i, sub := range subs {
		if sub != nil && sub.Visible() {
			l.found = append(l.found, OwnTime{WorkspaceID: l.submitted[i].WorkspaceID, Submission: sub})
		}
	}
	return err
}

// name is what cursors of this list are bound to.
func (l *ownTime) name() string { return "own time of " + string(l.user) }

// FirstSessions lists the newest sessions of a user, at most 500, also those that are no
// longer valid.
func (s *Store) FirstSessions(ctx context.Context, u domain.ID) (_ []people.Session, err error) {
	defer core.Wrap(&err, "FirstSessions", u)
	r := table.PrefixRange(table.Base, key.UserPK(u), key.SessionPrefix)
	r.Descending = true
	return table.ReadFirst[people.Session](ctx, s.core.Table, r, maxExportedRecords)
}

// FirstKeys lists keys of a kind of a user in all workspaces, at most 500.
func (s *Store) FirstKeys(
	ctx context.Context, u domain.ID, kind peopledb.KeyKind,
) (_ []people.APIKeyDetails, err error) {
	defer core.Wrap(&err, "FirstKeys", u)
	pointers, err := table.ReadFirst[peopledb.APIKeyPointer](ctx, s.core.Table, kind.Pointers(u, ""), maxExportedRecords)
	if err != nil {
		return nil, err
	}
	return s.APIKeyDetails(ctx, peopledb.OwnedBy(u, pointers))
}
