package account

import (
	"context"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/edge"
	"stint/shared/route"
	"stint/shared/store"
)

// finishTimeout bounds how long the request ends what the account leaves. The worker
// does what is left.
const finishTimeout = 5 * time.Second

// remove deletes the caller's account.
func (f *Family) remove(ctx context.Context, c *route.Call[route.NoInput]) (route.Deleted, error) {
	done := route.NewDeleted(c.User.ID)
	if err := c.CheckIfMatch(c.User.Version); err != nil {
		return done, err
	}
	unshared, err := f.unsharedWorkspaces(ctx, c.User.ID, c.Now)
	if err != nil {
		return done, err
	}
	if err := f.store.DeleteAccount(ctx, c.User, c.User.Delete(c.Now), unshared); err != nil {
		return done, err
	}
	f.finishDeletion(ctx, c)
	f.accounts.ClearRefreshCookie(c.Request)
	return done, nil
}

// unsharedWorkspaces lists the workspaces that a user owns, before and after their
// deletion. Errors: conflict with owner_required when one has other members.
func (f *Family) unsharedWorkspaces(ctx context.Context, u domain.ID,
	now domain.Instant) ([]store.UnsharedWorkspace, error) {
	owned, err := f.store.OwnedWorkspaces(ctx, u)
	if err != nil {
		return nil, err
	}
	var all []store.UnsharedWorkspace
	for _, w := range owned {
		shared, err := f.store.HasOtherMembers(ctx, w.ID, u)
		if err != nil {
			return nil, err
		}
		if shared {
			return nil, people.ErrOwnsSharedWorkspace
		}
		all = append(all, store.UnsharedWorkspace{Was: w, Deleted: w.Delete(now, f.purgeAfter)})
	}
	return all, nil
}

// finishDeletion ends what the account leaves. A failure leaves it to the worker,
// because the account is deleted already.
func (f *Family) finishDeletion(ctx context.Context, c *route.Call[route.NoInput]) {
	ctx, cancel := context.WithTimeout(ctx, finishTimeout)
	defer cancel()
	if err := f.deletion.Finish(ctx, c.User.ID, c.Now); err != nil {
		f.log.WarnContext(ctx, "deleted account not finished", edge.RequestInfoFrom(ctx).IDs(), "reason", err.Error())
	}
}
