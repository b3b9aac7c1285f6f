package store

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// A link to a client lies beside its submission, whose head knows how it
// stands. What it shows is fixed when it is made, and kept as the very bytes
// that are signed.

// maxContentPart is how many bytes of what a link shows one item takes.
const maxContentPart = 300_000

// contentPart is a part of what a link shows.
type contentPart struct {
	Bytes []byte `db:"bytes"`
}

// ClientLinkWrite is a link with everything it brings along.
type ClientLinkWrite struct {
	Link     domain.ClientLink
	Content  []byte
	Token    domain.MailedToken
	Mail     domain.Mail
	Remember domain.ReplayRecord
}

// CreateClientLink makes a link to a submission that was read. Errors: conflict
// when the submission was changed meanwhile.
func (s *Store) CreateClientLink(ctx context.Context, w domain.ID, was, now domain.Submission, e domain.SubmissionEvent, x ClientLinkWrite) error {
	link := x.Link
	actions := append(s.rememberActions(x.Remember), submissionChangeActions(w, was, now, e)...)
	actions = append(actions,
		table.Create(table.Encode(clientLinkKey(w, link.SubmissionID, link.ID), link)),
		table.Create(tokenItem(x.Token)),
		enqueue(x.Mail, link.CreatedAt),
	)
	part := 0
	for bytes := range slices.Chunk(x.Content, maxContentPart) {
		actions = append(actions, table.Create(table.Encode(contentKey(w, link.SubmissionID, link.ID, part), contentPart{bytes})))
		part++
	}
	return s.table.Commit(ctx, actions...)
}

// ClientLinks lists a submission's links, oldest first.
func (s *Store) ClientLinks(ctx context.Context, w, submission domain.ID, p table.PageRequest) (table.Page[domain.ClientLink], error) {
	return table.List[domain.ClientLink](ctx, s.table, table.PrefixRange(table.Base, submissionPK(w, submission), clientLinkPrefix), p, nil)
}

// ClientLink reads a link with what it shows. Errors: not_found.
func (s *Store) ClientLink(ctx context.Context, w, submission, id domain.ID) (link domain.ClientLink, content []byte, err error) {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		link, err = table.GetExisting[domain.ClientLink](ctx, s.table, clientLinkKey(w, submission, id))
		return err
	})
	group.Go(func() (err error) {
		content, err = s.readContent(ctx, w, submission, id)
		return err
	})
	return link, content, group.Wait()
}

// RevokeClientLink writes a submission one of whose links was revoked, and
// removes the token that leads to it. Errors: conflict when the submission was
// changed meanwhile.
func (s *Store) RevokeClientLink(ctx context.Context, w domain.ID, was, now domain.Submission, e domain.SubmissionEvent, link domain.ClientLink) error {
	return s.table.Commit(ctx, append(submissionChangeActions(w, was, now, e), table.Delete(tokenKey(link.TokenDigest)))...)
}

// ClientLinkDetails is what the token of a link leads to.
type ClientLinkDetails struct {
	Workspace  domain.Workspace
	Submission domain.Submission
	Link       domain.ClientLink
	Content    []byte // as it is signed
}

// ClientLinkByToken reads what the token with the given digest leads to. Errors:
// not_found when there is none any more, or the workspace is gone.
func (s *Store) ClientLinkByToken(ctx context.Context, tokenDigest string) (c ClientLinkDetails, err error) {
	token, err := table.GetExisting[domain.MailedToken](ctx, s.table, tokenKey(tokenDigest))
	if err == nil && token.Kind != domain.MailClientLink {
		err = problem.NotFound()
	}
	if err != nil {
		return c, err
	}
	w, submission, link := token.WorkspaceID, token.ParentID, token.TargetID
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		c.Content, err = s.readContent(ctx, w, submission, link)
		return err
	})
	group.Go(func() (err error) {
		f, err := s.table.BatchGet(ctx, workspaceKey(w), submissionKey(w, submission), clientLinkKey(w, submission, link))
		if err != nil {
			return err
		}
		return c.readFrom(f, workspaceKey(w), submissionKey(w, submission), clientLinkKey(w, submission, link))
	})
	return c, group.Wait()
}

// readFrom takes the case out of what was read. Errors: not_found.
func (c *ClientLinkDetails) readFrom(f table.Items, meta, submission, link table.Key) (err error) {
	var ok [3]bool
	if c.Workspace, ok[0], err = table.Lookup[domain.Workspace](f, meta); err != nil {
		return err
	}
	if c.Submission, ok[1], err = table.Lookup[domain.Submission](f, submission); err != nil {
		return err
	}
	if c.Link, ok[2], err = table.Lookup[domain.ClientLink](f, link); err != nil {
		return err
	}
	if ok != [3]bool{true, true, true} || c.Workspace.Deleted() {
		return problem.NotFound()
	}
	return nil
}

// readContent reads what a link shows.
func (s *Store) readContent(ctx context.Context, w, submission, link domain.ID) ([]byte, error) {
	parts, err := table.ReadAll[contentPart](ctx, s.table, table.PrefixRange(table.Base, submissionPK(w, submission), contentPrefix(link)))
	if err != nil {
		return nil, err
	}
	var whole []byte
	for _, part := range parts {
		whole = append(whole, part.Bytes...)
	}
	return whole, nil
}

// SignClientLink writes what a client has decided: into the submission that
// was read, and with all that is known of the signature into the link. Errors:
// conflict when the submission was changed meanwhile.
func (s *Store) SignClientLink(ctx context.Context, w domain.ID, was, now domain.Submission, e domain.SubmissionEvent, link domain.ClientLink) error {
	signed := table.UpdateAttributesUnversioned(table.Encode(clientLinkKey(w, link.SubmissionID, link.ID), link), "signed")
	return s.table.Commit(ctx, append(submissionChangeActions(w, was, now, e), signed)...)
}
