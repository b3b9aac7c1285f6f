package workspaces

import (
	"context"
	"reflect"
	"slices"

	"stint/shared/answers"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
	"stint/shared/tracking"
	"stint/shared/wire"
)

type changeInput struct {
	Body struct {
		Name     wire.Change[domain.Name]     `json:"name" bounds:"shownName"`
		Timezone wire.Change[domain.Timezone] `json:"timezone"`
		// The first day of the week.
		WeekStart wire.Change[domain.WeekStart] `json:"weekStart" enum:"monday,sunday"`
		// The visibility of new projects that name none.
		DefaultProjectVisibility wire.Change[domain.Visibility] `json:"defaultProjectVisibility" enum:"private,public"`
		// Whether users, too, may create projects.
		MembersCanCreateProjects wire.Change[bool] `json:"membersCanCreateProjects"`
		// Whether users, too, may create tags.
		MembersCanCreateTags wire.Change[bool] `json:"membersCanCreateTags"`
		// Whether two entries of one member may share time.
		AllowOverlap wire.Change[bool] `json:"allowOverlap"`

		// whether members must sign in with a second factor or by single sign-on; the caller's session must meet it
		RequireSecondFactor wire.Change[bool] `json:"requireSecondFactor"`
		// whether members must sign in by single sign-on; the caller's session must meet it
		RequireSSO wire.Change[bool] `json:"requireSso"`
		// The networks from which members may come, as CIDR; null is all. The caller's own must be among them.
		AllowedNetworks wire.Clearable[[]people.Network] `json:"allowedNetworks" bounds:"networks"`
		// Which apps members may allow to act for them: any, those that the workspace registered, or none. What is not
		// allowed any more ends at once and for good.
		Apps wire.Change[people.AppPolicy] `json:"apps" enum:"any,registered,none"`
		// The most days that a new API key may live; a key then has to expire. null is no limit. Existing keys stay as
		// they are.
		MaxKeyDays wire.Clearable[int64] `json:"maxKeyDays" bounds:"keyDays"`
	}
}

func (f *Family) change(ctx context.Context, r *route.Request, in changeInput) (workspaceAnswer, error) {
	if err := r.CheckIfMatch(r.Workspace.Version); err != nil {
		return workspaceAnswer{}, err
	}
	w, body := *r.Workspace, in.Body
	body.Name.Apply(&w.Name)
	body.Timezone.Apply(&w.Timezone)
	body.WeekStart.Apply(&w.WeekStart)
	body.DefaultProjectVisibility.Apply(&w.DefaultProjectVisibility)
	body.MembersCanCreateProjects.Apply(&w.MembersCanCreateProjects)
	body.MembersCanCreateTags.Apply(&w.MembersCanCreateTags)
	body.AllowOverlap.Apply(&w.AllowOverlap)
	body.RequireSecondFactor.Apply(&w.RequireSecondFactor)
	body.RequireSSO.Apply(&w.RequireSSO)
	body.MaxKeyDays.Apply(&w.MaxKeyDays)
	body.AllowedNetworks.ApplyValue(&w.AllowedNetworks)
	if body.Apps.Set && body.Apps.Value != w.AppPolicy() {
		w = w.AllowApps(body.Apps.Value)
	}
	if reflect.DeepEqual(w, *r.Workspace) {
		return answers.OfWorkspace(w, r.Role()), nil
	}
	if changesPolicy(*r.Workspace, w) {
		if err := r.RequireFresh(); err != nil {
			return workspaceAnswer{}, err
		}
	}
	if err := checkPolicy(r.Caller, w); err != nil {
		return workspaceAnswer{}, err
	}
	w = w.NextVersion()
	return answers.OfWorkspace(w, r.Role()), f.store.ChangeWorkspace(ctx, *r.Workspace, w)
}

// changesPolicy reports whether a change of a workspace changes its sign-in policy: how members sign in, from where,
// and which apps and keys act for them.
func changesPolicy(was, now people.Workspace) bool {
	return now.RequireSecondFactor != was.RequireSecondFactor || now.RequireSSO != was.RequireSSO ||
		!slices.Equal(now.AllowedNetworks, was.AllowedNetworks) || now.AppPolicy() != was.AppPolicy() ||
		!reflect.DeepEqual(now.MaxKeyDays, was.MaxKeyDays)
}

var errPolicyNotMet = problem.Conflict(problem.SecondFactorMissing,
	"Sign in yourself in the way that the workspace is to require, and then set it.")

// checkPolicy keeps callers from setting a sign-in policy that they do not meet
// themselves, which would lock them out. Errors: validation locks_you_out; conflict.
func checkPolicy(c auth.Caller, w people.Workspace) error {
	switch w.MissingProof(c.User, c.Session, c.From) {
	case "":
		return nil
	case problem.NetworkNotAllowed:
		return problem.InvalidField("allowedNetworks", problem.LocksYouOut)
	default:
		return errPolicyNotMet
	}
}

// endTracking writes a member who may not track time from now on; see tracking.End.
func (f *Family) endTracking(ctx context.Context, r *route.Request, target people.MemberUser,
	m people.Member) (memberAnswer, error) {
	err := tracking.End(ctx, f.store, r.Caller, r.Now, peopledb.TrackingEnd{
		By: changer(r), Was: target.Member, Now: m, Running: target.Timer,
		Audit: audit.MemberChange(target.User, target.Member, m),
	})
	return answers.OfWorkspaceMember(r.Caller, people.MemberUser{Member: m, User: target.User}), err
}

// changer is the caller as who changes a member.
func changer(r *route.Request) peopledb.MemberChanger {
	return peopledb.MemberChanger{UserID: r.User.ID, IsOwner: r.Role() == people.RoleOwner}
}
