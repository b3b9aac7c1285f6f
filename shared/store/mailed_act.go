package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
	"stint/shared/table"
)

// KeepMailedActs keeps the acts that a notification allows, before it is sent. Those that are kept already stay as they
// are: a mail that is sent again has the same token, and one that was used stays used. The one to switch a kind of mail
// off is not used up: it lives longer with each mail.
func (s *Store) KeepMailedActs(ctx context.Context, acts ...people.MailedAct) (err error) {
	defer core.Wrap(&err, "KeepMailedActs")
	for _, a := range acts {
		kept := table.Create(peopledb.ActItem(a))
		if a.Kind == domain.ActMute {
			kept = table.Put(peopledb.ActItem(a))
		}
		if err := problem.IgnoreConflict(s.core.Table.Commit(ctx, kept)); err != nil {
			return err
		}
	}
	return nil
}

// MailedAct finds the act of a token by its digest, also one that was done; ok is false when there is none, or when
// the token is of another kind than those of the mails.
func (s *Store) MailedAct(ctx context.Context, digest string) (a people.MailedAct, ok bool, err error) {
	defer core.Wrap(&err, "MailedAct")
	a, ok, err = table.Get[people.MailedAct](ctx, s.core.Table, key.Token(digest))
	return a, ok && a.Mail != "", err
}
