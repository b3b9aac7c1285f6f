package store

import (
	"context"
	"errors"
	"strings"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
)

// leads are the kinds of items that lead to others outside of the workspace's
// own partition, with what removes those.
var leads = map[string]func(*purge, context.Context, item) error{
	"M": (*purge).member,
	"I": (*purge).invitation,
	"S": (*purge).submission,
	"J": (*purge).billingJob,
}

// leading finds what removes the things that an item leads to; ok is false for
// one that leads nowhere.
func leading(it item) (remove func(*purge, context.Context, item) error, ok bool) {
	kind, _, _ := strings.Cut(textOf(it, attrSK), "#")
	remove, ok = leads[kind]
	return remove, ok
}

// member removes what somebody has in the workspace: their time, their keys and
// the way to it in their account.
func (p *purge) member(ctx context.Context, it item) error {
	m, err := decode[domain.Member](it)
	if err != nil {
		return err
	}
	w, u := p.WorkspaceID, m.UserID
	if err := p.sweep(ctx, whole(timePK(w, u)), nil); err != nil {
		return err
	}
	if err := p.sweep(ctx, under(base, userPK(u), keyPointers(w)), p.apiKey); err != nil {
		return err
	}
	if err := p.forget(ctx, u); err != nil {
		return err
	}
	return p.eraseAll(ctx, membershipKey(u, w))
}

// apiKey removes the key that a pointer leads to; then the pointer goes.
func (p *purge) apiKey(ctx context.Context, it item) (goes bool, err error) {
	pointer, err := decode[keyPointer](it)
	if err != nil {
		return false, err
	}
	return true, p.eraseAll(ctx, apiKeyKey(pointer.Digest))
}

// forget makes a user and their sessions forget that they were active in the
// workspace.
func (p *purge) forget(ctx context.Context, u domain.ID) error {
	if err := p.forgetIn(ctx, profileKey(u), "last_wid"); err != nil {
		return err
	}
	return p.sweep(ctx, under(base, userPK(u), "SESSION#"), func(ctx context.Context, it item) (goes bool, err error) {
		if textOf(it, "wid") != string(p.WorkspaceID) {
			return false, nil
		}
		return false, p.forgetIn(ctx, keyOf(it), "wid")
	})
}

// forgetIn removes an attribute if it names the workspace.
func (p *purge) forgetIn(ctx context.Context, k key, attribute string) error {
	name := expression.Name(attribute)
	other := errors.New("it names another workspace")
	ours := name.Equal(expression.Value(string(p.WorkspaceID)))
	err := p.commit(ctx, change(k, expression.Remove(name)).provided(ours).or(other))
	if errors.Is(err, other) {
		return nil
	}
	return err
}

// invitation removes the token of an invitation, and the pointer that its
// address has to it.
func (p *purge) invitation(ctx context.Context, it item) error {
	i, err := decode[domain.Invitation](it)
	if err != nil {
		return err
	}
	return p.eraseAll(ctx, tokenKey(p.Token(i)), emailInvitationKey(i.Email, i.ID))
}

// submission removes what lies beside a submission's head.
func (p *purge) submission(ctx context.Context, it item) error {
	head, err := decode[domain.Submission](it)
	if err != nil {
		return err
	}
	return p.sweep(ctx, whole(sheetPK(p.WorkspaceID, head.ID)), p.clientLink)
}

// clientLink removes the token that leads to a link; then the link goes, like
// all else that lies with it.
func (p *purge) clientLink(ctx context.Context, it item) (goes bool, err error) {
	if !strings.HasPrefix(textOf(it, attrSK), clientLinkPrefix) {
		return true, nil
	}
	link, err := decode[domain.ClientLink](it)
	if err != nil {
		return false, err
	}
	return true, p.eraseAll(ctx, tokenKey(link.TokenDigest))
}

// billingJob removes the rates that a job works with.
func (p *purge) billingJob(ctx context.Context, it item) error {
	job, err := decode[domain.BillingJob](it)
	if err != nil {
		return err
	}
	return p.sweep(ctx, whole(jobPK(p.WorkspaceID, job.ID)), nil)
}
