package workspaces

import (
	"context"

	"stint/shared/answers"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
	"stint/shared/wire"
)

type createInput struct {
	Body struct {
		Name domain.Name `json:"name" bounds:"shownName"`
		// default UTC
		Timezone wire.Optional[domain.Timezone] `json:"timezone"`
		// The first day of the week. Default monday.
		WeekStart wire.Optional[domain.WeekStart] `json:"weekStart" enum:"monday,sunday"`
		// The visibility of new projects that name none. Default private.
		DefaultProjectVisibility wire.Optional[domain.Visibility] `json:"defaultProjectVisibility" enum:"private,public"`
		// Whether users, too, may create projects. Default false.
		MembersCanCreateProjects wire.Optional[bool] `json:"membersCanCreateProjects"`
		// Whether users, too, may create tags. Default true.
		MembersCanCreateTags wire.Optional[bool] `json:"membersCanCreateTags"`
		// Whether two entries of one member may share time. Default true.
		AllowOverlap wire.Optional[bool] `json:"allowOverlap"`

		// whether members must sign in with a second factor or by single sign-on; default false
		RequireSecondFactor wire.Optional[bool] `json:"requireSecondFactor"`
		// whether members must sign in by single sign-on; default false
		RequireSSO wire.Optional[bool] `json:"requireSso"`
		// The most days that a new API key may live; a key then has to expire. Default null: no limit.
		MaxKeyDays wire.Optional[int64] `json:"maxKeyDays" bounds:"keyDays"`
		// Which apps members may allow to act for them: any, those that the workspace registered, or none. Default any.
		Apps wire.Optional[people.AppPolicy] `json:"apps" enum:"any,registered,none"`
		// The networks from which members may come, as CIDR; null is all. The caller's own must be among them.
		AllowedNetworks wire.Optional[[]people.Network] `json:"allowedNetworks" bounds:"networks"`
	}
}

func (f *Family) create(ctx context.Context, r *route.Request, in createInput) (workspaceAnswer, error) {
	if f.byOperator && !r.User.MakesWorkspaces {
		return workspaceAnswer{}, problem.Forbidden(problem.WorkspaceCreationDisabled)
	}
	w := in.workspace(r.User.ID, r.Now)
	if err := checkPolicy(r.Caller, w); err != nil {
		return workspaceAnswer{}, err
	}
	created := answers.OfWorkspace(w, people.RoleOwner)
	return created, f.store.CreateWorkspace(ctx, peopledb.WorkspaceWrite{
		Workspace: w, Billing: money.NewBilling(), Owner: people.NewOwnerMember(r.User.ID, r.Now),
		Remember: r.Remember(created),
		MostMade: f.maxWorkspaces, NeedsAllowance: f.byOperator,
	})
}

// workspace is the new workspace of an owner.
func (in createInput) workspace(owner domain.ID, now domain.Instant) people.Workspace {
	body, w := in.Body, people.NewWorkspace(owner, in.Body.Name, now)
	w.Timezone = body.Timezone.Or(w.Timezone)
	w.WeekStart = body.WeekStart.Or(w.WeekStart)
	w.DefaultProjectVisibility = body.DefaultProjectVisibility.Or(w.DefaultProjectVisibility)
	w.MembersCanCreateProjects = body.MembersCanCreateProjects.Or(w.MembersCanCreateProjects)
	w.MembersCanCreateTags = body.MembersCanCreateTags.Or(w.MembersCanCreateTags)
	w.AllowOverlap = body.AllowOverlap.Or(w.AllowOverlap)
	w.RequireSecondFactor, w.RequireSSO = body.RequireSecondFactor.Value, body.RequireSSO.Value
	w.AllowedNetworks = body.AllowedNetworks.Value
	w.MaxKeyDays = body.MaxKeyDays.Pointer()
	w.Apps = body.Apps.Value
	return w
}

func (f *Family) get(_ context.Context, c *route.Call[route.NoInput]) (workspaceAnswer, error) {
	return answers.OfWorkspace(*c.Workspace, c.Role()), nil
}

func (f *Family) list(ctx context.Context, r *route.Request, in paging.Query) (route.List[workspaceAnswer], error) {
	page, err := f.store.MembershipPage(ctx, r.User.ID, in.Page(r))
	return paging.ToList(page, err, func(m people.Membership) workspaceAnswer { return listed(r.Caller, m) })
}

// listed is a workspace in the list of a member. A session that does not meet its sign-in policy does not learn from
// which networks another one would.
func listed(c auth.Caller, m people.Membership) workspaceAnswer {
	w := m.Workspace
	if w.MissingProof(c.User, c.Session, c.From) != "" {
		w.AllowedNetworks = nil
	}
	return answers.OfWorkspace(w, m.Role())
}

func (f *Family) remove(ctx context.Context, c *route.Call[route.NoInput]) (route.Deleted, error) {
	if err := c.CheckIfMatch(c.Workspace.Version); err != nil {
		return route.Deleted{}, err
	}
	err := f.store.DeleteWorkspace(ctx, *c.Workspace, c.Workspace.Delete(c.Now, f.purgeAfter))
	return route.NewDeleted(c.WorkspaceID()), err
}

// restore makes a deleted workspace visible again. Restoring one that is not deleted
// changes nothing.
func (f *Family) restore(ctx context.Context, c *route.Call[route.NoInput]) (workspaceAnswer, error) {
	w := *c.Workspace
	if !w.Deleted() {
		return answers.OfWorkspace(w, c.Role()), nil
	}
	w = w.Restore()
	return answers.OfWorkspace(w, c.Role()), f.store.RestoreWorkspace(ctx, *c.Workspace, w)
}
