package timesheetdb

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
	"stint/shared/table"
)

// A client link is in the partition of its submission. Its status is part of the
// submission. Its content is written once, as the bytes that the client signs.

// maxContentPart is how many bytes of a client link's content one item holds.
const maxContentPart = 300_000

// ContentPart is a part of a client link's content.
type ContentPart struct {
	Bytes []byte `db:"bytes"`
}

// ClientLinkWrite is a new client link with everything that is written with it.
type ClientLinkWrite struct {
	Link     timesheets.ClientLink
	Content  []byte
	Token    people.MailedToken
	Mail     *domain.Mail // nil for a link that its maker delivers
	Remember domain.ReplayRecord
}

// CreateClientLink creates a client link of a submission that was read. Errors:
// conflict when the submission was changed concurrently.
func (s *Store) CreateClientLink(
	ctx context.Context, w domain.ID, was, now timesheets.Submission, e timesheets.SubmissionEvent, x ClientLinkWrite,
) (err error) {
	defer core.Wrap(&err, "CreateClientLink", w, was.ID, e.ID)
	link := x.Link
	actions := append(s.RememberActions(x.Remember), submissionChangeActions(w, was, now, e)...)
	actions = append(actions,
		table.Create(table.Encode(key.ClientLink(w, link.SubmissionID, link.ID), link)),
		table.Create(peopledb.TokenItem(x.Token)),
	)
	if x.Mail != nil {
		actions = append(actions, core.Enqueue(*x.Mail, link.CreatedAt))
	}
	part := 0
	for bytes := range slices.Chunk(x.Content, maxContentPart) {
		actions = append(actions, table.Create(table.Encode(key.Content(w, link.SubmissionID, link.ID, part),
			ContentPart{bytes})))
		part++
	}
	return s.Table.Commit(ctx, append(actions, s.AuditActions(ctx, w, audit.SubmissionChange(now, e, &link))...)...)
}

// ClientLinks lists the client links of a submission, oldest first.
func (s *Store) ClientLinks(
	ctx context.Context, w, submission domain.ID, p table.PageRequest,
) (_ table.Page[timesheets.ClientLink], err error) {
	defer core.Wrap(&err, "ClientLinks", w, submission)
	return table.List[timesheets.ClientLink](ctx, s.Table,
		table.PrefixRange(table.Base, key.SubmissionPK(w, submission), key.ClientLinkPrefix), p, nil)
}

// ClientLink reads a client link with its content. Errors: not_found.
func (s *Store) ClientLink(
	ctx context.Context, w, submission, id domain.ID,
) (link timesheets.ClientLink, content []byte, err error) {
	defer core.Wrap(&err, "ClientLink", w, submission, id)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		link, err = table.GetExisting[timesheets.ClientLink](ctx, s.Table, key.ClientLink(w, submission, id))
		return err
	})
	group.Go(func() (err error) {
		content, err = s.readContent(ctx, w, submission, id)
		return err
	})
	return link, content, group.Wait()
}

// RevokeClientLink writes a submission whose link was revoked, and deletes the
// token of the link. Errors: conflict when the submission was changed
// concurrently.
func (s *Store) RevokeClientLink(
	ctx context.Context, w domain.ID, was, now timesheets.Submission, e timesheets.SubmissionEvent,
	link timesheets.ClientLink,
) (err error) {
	defer core.Wrap(&err, "RevokeClientLink", w, was.ID, e.ID, link.ID)
	actions := append(submissionChangeActions(w, was, now, e), table.Delete(key.Token(link.TokenDigest)))
	return s.Table.Commit(ctx, append(actions, s.AuditActions(ctx, w, audit.SubmissionChange(now, e, &link))...)...)
}

// ClientLinkDetails is everything that the token of a client link leads to.
type ClientLinkDetails struct {
	Workspace  people.Workspace
	Submission timesheets.Submission
	Link       timesheets.ClientLink
	Content    []byte // as it is signed
}

// ClientLinkByToken reads what a token leads to, by the digest of the token.
// Errors: not_found when the token was used, revoked or has expired, or the
// workspace is deleted.
func (s *Store) ClientLinkByToken(ctx context.Context, tokenDigest string) (c ClientLinkDetails, err error) {
	defer core.Wrap(&err, "ClientLinkByToken")
	token, err := table.GetExisting[people.MailedToken](ctx, s.Table, key.Token(tokenDigest))
	if err == nil && token.Kind != domain.MailClientLink {
		err = problem.NotFound()
	}
	if err != nil {
		return c, err
	}
	w, submission, link := token.WorkspaceID, token.ParentID, token.TargetID
	group, gctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		c.Content, err = s.readContent(gctx, w, submission, link)
		return err
	})
	group.Go(func() (err error) {
		f, err := s.Table.BatchGet(gctx, key.Workspace(w), key.Submission(w, submission), key.ClientLink(w, submission, link))
		if err != nil {
			return err
		}
		return c.readFrom(f, key.Workspace(w), key.Submission(w, submission), key.ClientLink(w, submission, link))
	})
	if err := group.Wait(); err != nil {
		return c, err
	}
	whole := []timesheets.Submission{c.Submission}
	if err := s.withClients(ctx, w, whole...); err != nil {
		return c, err
	}
	c.Submission = whole[0]
	if !slices.Contains(c.Submission.OpenLinks(s.Instant()), c.Link.ID) {
		return c, nil
	}
	lost, err := s.lostLinks(ctx, w, []timesheets.ClientLink{c.Link})
	c.Submission = c.Submission.LoseLinks(lost)
	return c, err
}

// readFrom takes the details from the items that were read. Errors: not_found.
func (c *ClientLinkDetails) readFrom(f table.Items, meta, submission, link table.Key) (err error) {
	var ok [3]bool
	if c.Workspace, ok[0], err = table.Lookup[people.Workspace](f, meta); err != nil {
		return err
	}
	if c.Submission, ok[1], err = table.Lookup[timesheets.Submission](f, submission); err != nil {
		return err
	}
	if c.Link, ok[2], err = table.Lookup[timesheets.ClientLink](f, link); err != nil {
		return err
	}
	if ok != [3]bool{true, true, true} || c.Workspace.Deleted() {
		return problem.NotFound()
	}
	return nil
}

// readContent reads the content of a client link.
func (s *Store) readContent(ctx context.Context, w, submission, link domain.ID) ([]byte, error) {
	parts, err := table.ReadAll[ContentPart](ctx, s.Table,
		table.PrefixRange(table.Base, key.SubmissionPK(w, submission), key.ContentPrefix(link)))
	if err != nil {
		return nil, err
	}
	var whole []byte
	for _, part := range parts {
		whole = append(whole, part.Bytes...)
	}
	return whole, nil
}

// SignClientLink writes a client's decision into the submission that was read,
// and the signature into the link. Errors: conflict when the submission was
// changed concurrently; not_found when the maker of the link may not make it any
// more.
func (s *Store) SignClientLink(
	ctx context.Context, w domain.ID, was, now timesheets.Submission, e timesheets.SubmissionEvent,
	link timesheets.ClientLink,
) (err error) {
	defer core.Wrap(&err, "SignClientLink", w, was.ID, e.ID, link.ID)
	signed := table.UpdateAttributesUnversioned(table.Encode(key.ClientLink(w, link.SubmissionID, link.ID), link),
		core.Attribute[timesheets.ClientLink]("Signature"))
	actions := append(submissionChangeActions(w, was, now, e), signed)
	actions = append(append(actions, makerChecks(w, link)...), s.submissionMails(w, now, e, &link)...)
	return s.Table.Commit(ctx, append(actions, s.AuditActions(ctx, w, audit.SubmissionChange(now, e, &link))...)...)
}

// RecordLinkDocument tells the audit log that the client of a link made its PDF document: once a day (UTC), because
// whoever has the link may make it as often as they like.
func (s *Store) RecordLinkDocument(ctx context.Context, w domain.ID, of timesheets.Submission,
	l timesheets.ClientLink) (err error) {
	defer core.Wrap(&err, "RecordLinkDocument", w, l.ID)
	day := s.Now().UTC().Truncate(domain.Day)
	once := table.Encode(key.RateLimit("link.document", string(l.ID), day.Unix()), struct{}{})
	told := s.AuditActions(ctx, w, audit.DocumentOfLink(of, l))
	first := table.Create(table.WithExpiry(once, day.Add(domain.Day)))
	return problem.IgnoreConflict(s.Table.Commit(ctx, append(told, first)...))
}
