package submissions

import (
	"context"
	"time"

	"stint/shared/auth/derive"
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/signing"
	"stint/shared/store"
	"stint/shared/wire"
)

type shareInput struct {
	Body struct {
		ClientEmail   domain.Email             `json:"clientEmail"`
		ClientID      wire.Optional[domain.ID] `json:"clientId" doc:"Only the lines of this client's projects are shown and signed. Required when the lines belong to several clients."`
		ShowAmounts   wire.Optional[bool]      `json:"showAmounts" doc:"Default false."`
		ExpiresInDays wire.Optional[int]       `json:"expiresInDays" minimum:"1" maximum:"90" doc:"Default 14."`
	}
}

// share makes a link by which a client can sign the submission, and mails it.
func (f *Family) share(ctx context.Context, c *route.Call[shareInput], s shareable) (linkAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return linkAnswer{}, err
	}
	body := in.Body
	from, err := f.sources(ctx, c.Request, s.submission, body.ClientID.Value)
	if err != nil {
		return linkAnswer{}, err
	}
	lines := forClient(s.Totals, from, body.ClientID, issues)
	if err := f.lookElsewhere(ctx, c.Request, from, body.ClientID, issues); err != nil {
		return linkAnswer{}, err
	}
	link := domain.ClientLink{
		ID: domain.NewID(), SubmissionID: s.ID, Email: body.ClientEmail, ClientID: body.ClientID.Value, ShowAmounts: body.ShowAmounts.Value,
		CreatedBy: c.User.ID, CreatedAt: c.Now, ExpiresAt: c.Now.Plus(time.Duration(body.ExpiresInDays.Or(domain.DefaultLinkDays)) * 24 * time.Hour),
	}
	content := signing.Of(s.Submission, link, lines, from).Canonical()
	link.SHA256 = signing.Digest(content)
	var answer linkAnswer
	err = f.insist(ctx, c.Request, s.submission, func(s submission) (err error) {
		answer, err = f.makeLink(ctx, c.Request, s.Submission, link, content)
		return err
	})
	return answer, err
}

// makeLink writes a link. Errors: conflict unless the submission is approved.
func (f *Family) makeLink(ctx context.Context, r *route.Request, s domain.Submission, link domain.ClientLink, content []byte) (linkAnswer, error) {
	post := link.Mail(r.WorkspaceID())
	raw := derive.TokenFor(f.master, post)
	token := derive.TokenOf(f.master, post, link.Email, link.ExpiresAt)
	token.ParentID, link.TokenDigest = s.ID, token.Digest
	now, event, err := s.AddLink(link.State(), domain.ActorOf(r.User), r.Now)
	if err != nil {
		return linkAnswer{}, err
	}
	answer := showLink(now, link, r.Now)
	remember := r.Remember(answer)
	url := f.pages + "/p/client-approval/" + raw
	answer.URL, answer.Token = &url, &raw
	return answer, f.store.CreateClientLink(ctx, r.WorkspaceID(), s, now, *event, store.NewClientLink{
		Link: link, Content: content, Token: token, Mail: post, Remember: remember,
	})
}

// sources reads the names of what a client is shown.
func (f *Family) sources(ctx context.Context, r *route.Request, s submission, client domain.ID) (from signing.Sources, err error) {
	asked := store.Asked{People: []domain.ID{s.UserID}}
	for _, l := range s.Totals {
		if l.ProjectID != "" {
			asked.Projects = append(asked.Projects, l.ProjectID)
		}
		if l.TaskID != "" {
			asked.Tasks = append(asked.Tasks, l.TaskID)
		}
	}
	if client != "" {
		asked.Clients = []domain.ID{client}
	}
	from.Workspace = *r.Workspace
	if from.Things, err = f.store.Things(ctx, r.WorkspaceID(), asked); err != nil {
		return from, err
	}
	from.Person = from.Things.People[s.UserID]
	if found, ok := from.Things.Clients[client]; ok {
		from.Client = &found
	}
	return from, nil
}

// forClient are the lines that a link shows: those of one client's projects, or
// all where they do not belong to several.
func forClient(all []domain.Line, from signing.Sources, client wire.Optional[domain.ID], issues *wire.Issues) []domain.Line {
	var lines []domain.Line
	clients := map[domain.ID]bool{}
	for _, l := range all {
		of := from.Things.Projects[l.ProjectID].ClientID
		if of != "" {
			clients[of] = true
		}
		if !client.Set || of == client.Value {
			lines = append(lines, l)
		}
	}
	switch {
	case !issues.Clean("clientId"):
	case client.Set && (from.Client == nil || len(lines) == 0):
		issues.Add("clientId", problem.ClientNotFound)
	case !client.Set && len(clients) > 1:
		issues.Add("clientId", problem.Required)
	}
	return lines
}

// lookElsewhere tells a client of another workspace of the caller's from one
// that is unknown. It closes the issues. Errors: forbidden workspace_mismatch,
// validation.
func (f *Family) lookElsewhere(ctx context.Context, r *route.Request, from signing.Sources, client wire.Optional[domain.ID], issues *wire.Issues) error {
	if !client.Set || from.Client != nil {
		return issues.Err()
	}
	elsewhere, err := f.store.Elsewhere(ctx, r.WorkspaceID(), r.User.ID, store.Unknown{Clients: []domain.ID{client.Value}})
	if err != nil {
		return err
	}
	if elsewhere {
		issues.Mismatch()
	}
	return issues.Err()
}
