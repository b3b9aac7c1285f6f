package store

import (
	"context"
	"errors"
	"strings"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/timesheets"
	"stint/shared/dynamo"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/peopledb"
	"stint/shared/table"
)

// dependentRemovers remove the items in other partitions that an item of the
// workspace leads to, by the prefix of that item's sort key.
var dependentRemovers = map[string]func(*purgeRun, context.Context, table.Row) error{
	key.MemberPrefix:     (*purgeRun).removeMemberData,
	key.InvitationPrefix: (*purgeRun).removeInvitationData,
	key.SubmissionPrefix: (*purgeRun).removeSubmissionData,
	key.JobPrefix:        (*purgeRun).removeJobRates,

	key.OAuthClientPrefix: (*purgeRun).removeClientPointer,
}

// dependentRemover finds the remover for an item; ok is false for an item that
// leads to no others.
func dependentRemover(it table.Row) (remove func(*purgeRun, context.Context, table.Row) error, ok bool) {
	remove, ok = dependentRemovers[key.SortPrefix(it)]
	return remove, ok
}

// removeMemberData removes what a member has in the workspace: entries, timer,
// API keys, grants of apps, calendar feeds, and the pointer from their account to the workspace.
func (p *purgeRun) removeMemberData(ctx context.Context, it table.Row) error {
	m, err := table.Decode[people.Member](it)
	if err != nil {
		return err
	}
	w, u := p.WorkspaceID, m.UserID
	if err := p.sweep(ctx, table.PartitionRange(table.Base, key.TimePK(w, u)), nil); err != nil {
		return err
	}
	for _, prefix := range []string{key.APIKeyPointerPrefix(w), key.GrantPointerPrefix(w),
		key.FeedPointerPrefix(w)} {
		if err := p.sweep(ctx, table.PrefixRange(table.Base, key.UserPK(u), prefix), p.removeAPIKey); err != nil {
			return err
		}
	}
	if err := p.clearActiveWorkspace(ctx, u); err != nil {
		return err
	}
	return p.core.Table.DeleteAll(ctx, key.Membership(u, w))
}

// removeClientPointer removes the pointer that leads to an OAuth client.
func (p *purgeRun) removeClientPointer(ctx context.Context, it table.Row) error {
	c, err := table.Decode[people.OAuthClient](it)
	if err != nil {
		return err
	}
	return p.core.Table.DeleteAll(ctx, key.OAuthClientPointer(c.ID))
}

// removeAPIKey removes the API key, grant or feed that a pointer leads to. The pointer is
// removed after it.
func (p *purgeRun) removeAPIKey(ctx context.Context, it table.Row) (removable bool, err error) {
	pointer, err := table.Decode[peopledb.APIKeyPointer](it)
	if err != nil {
		return false, err
	}
	return true, p.core.Table.DeleteAll(ctx, key.APIKey(pointer.Digest))
}

// clearActiveWorkspace removes the workspace from the profile and the sessions of
// a user for whom it is the active one.
func (p *purgeRun) clearActiveWorkspace(ctx context.Context, u domain.ID) error {
	if err := p.clearWorkspaceAttribute(ctx, key.Profile(u), core.Attribute[people.User]("LastWorkspaceID")); err != nil {
		return err
	}
	active := core.Attribute[people.Session]("WorkspaceID")
	return p.sweep(ctx, table.PrefixRange(table.Base, key.UserPK(u), key.SessionPrefix),
		func(ctx context.Context, it table.Row) (removable bool, err error) {
			if table.StringAttribute(it, active) != string(p.WorkspaceID) {
				return false, nil
			}
			return false, p.clearWorkspaceAttribute(ctx, table.KeyOf(it), active)
		})
}

// clearWorkspaceAttribute removes an attribute that names the workspace. One that
// names another workspace stays.
func (p *purgeRun) clearWorkspaceAttribute(ctx context.Context, k table.Key, attribute string) error {
	name := expression.Name(attribute)
	other := errors.New("it names another workspace")
	ours := name.Equal(expression.Value(string(p.WorkspaceID)))
	err := p.core.Table.Commit(ctx, table.Update(k, expression.Remove(name)).Provided(ours).Or(other))
	if errors.Is(err, other) {
		return nil
	}
	return err
}

// removeInvitationData removes the token of an invitation and the pointer under
// the invited address.
func (p *purgeRun) removeInvitationData(ctx context.Context, it table.Row) error {
	i, err := table.Decode[people.Invitation](it)
	if err != nil {
		return err
	}
	digest, err := p.TokenDigest(ctx, i)
	if err != nil {
		return err
	}
	return p.core.Table.DeleteAll(ctx, key.Token(digest), key.EmailInvitation(i.Email, i.ID))
}

// removeSubmissionData removes the lines, events and client links of a
// submission.
func (p *purgeRun) removeSubmissionData(ctx context.Context, it table.Row) error {
	sub, err := table.Decode[timesheets.Submission](it)
	if err != nil {
		return err
	}
	return p.sweep(ctx, table.PartitionRange(table.Base, key.SubmissionPK(p.WorkspaceID, sub.ID)), p.removeClientLinkToken)
}

// removeClientLinkToken removes the token that leads to a client link. The link
// is removed after it, as are all other items of the submission.
func (p *purgeRun) removeClientLinkToken(ctx context.Context, it table.Row) (removable bool, err error) {
	if !strings.HasPrefix(table.StringAttribute(it, dynamo.AttrSK), key.ClientLinkPrefix) {
		return true, nil
	}
	link, err := table.Decode[timesheets.ClientLink](it)
	if err != nil {
		return false, err
	}
	return true, p.core.Table.DeleteAll(ctx, key.Token(link.TokenDigest))
}

// removeDeliveries removes the deliveries of a webhook, also of one that was deleted, and what it
// has seen. The webhook is removed after them.
func (p *purgeRun) removeDeliveries(ctx context.Context, it table.Row) (removable bool, err error) {
	h, ok := key.WebhookOf(table.KeyOf(it))
	if !ok {
		return true, nil
	}
	for _, pk := range []string{key.DeliveriesPK(p.WorkspaceID, h), key.SeenPK(p.WorkspaceID, h)} {
		if err := p.sweep(ctx, table.PartitionRange(table.Base, pk), nil); err != nil {
			return false, err
		}
	}
	return true, nil
}

// removeJobRates removes the rates of a billing job.
func (p *purgeRun) removeJobRates(ctx context.Context, it table.Row) error {
	job, err := table.Decode[money.BillingJob](it)
	if err != nil {
		return err
	}
	return p.sweep(ctx, table.PartitionRange(table.Base, key.JobPK(p.WorkspaceID, job.ID)), nil)
}

// removeSummarySums removes what a summary job has summed up. The job is removed after it.
func (p *purgeRun) removeSummarySums(ctx context.Context, it table.Row) (removable bool, err error) {
	if key.SortPrefix(it) != key.SummaryJobPrefix {
		return true, nil
	}
	id := domain.ID(table.KeyOf(it).SK[len(key.SummaryJobPrefix):])
	return true, p.sweep(ctx, table.PartitionRange(table.Base, key.SummarySumsPK(p.WorkspaceID, id)), nil)
}
