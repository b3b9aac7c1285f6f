package projects

import (
	"context"

	"stint/shared/access"
	"stint/shared/answers"
	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/named"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/projectdb"
	"stint/shared/wire"
)

// projectsFor is the kind of the records, as a caller sees them.
func projectsFor(c auth.Caller) named.Kind[projects.ProjectAccess, answers.Project] {
	return named.Kind[projects.ProjectAccess, answers.Project]{
		Version:    func(p *projects.ProjectAccess) *int64 { return &p.Project.Version },
		Name:       func(p projects.ProjectAccess) (domain.ID, domain.Name) { return p.Project.ClientID, p.Project.Name },
		ExternalID: func(p projects.ProjectAccess) domain.ExternalID { return p.Project.ExternalID },
		Show:       func(p projects.ProjectAccess) answers.Project { return answers.OfProject(c, p) },
	}
}

type listInput struct {
	paging.Query
	ClientID wire.Optional[domain.ID] `query:"client_id"` // Only of this client.
	// true: only archived records. false: only others.
	IsArchived wire.Optional[bool] `query:"is_archived"`
	named.Filter
	Include wire.Optional[inclusion] `query:"include" enum:"budget"` // What each budget has used.
}

func (f *Family) list(ctx context.Context, c *route.Call[listInput]) (route.List[answers.Project], error) {
	in, issues, err := c.Read()
	if err != nil {
		return route.List[answers.Project]{}, err
	}
	if in.ClientID.Set && issues.IsClean("client_id") {
		if err := f.checkClient(ctx, c.Request, "client_id", in.ClientID.Value, issues); err != nil {
			return route.List[answers.Project]{}, err
		}
	}
	if err := issues.Err(); err != nil {
		return route.List[answers.Project]{}, err
	}
	show := projectsFor(c.Caller).Show
	if in.ExternalID.Set {
		found, err := f.store.ProjectByExternalID(ctx, c.WorkspaceID(), c.User.ID, in.ExternalID.Value)
		return paging.ToSingle(in.Query, found, err, in.matches(c.Request), show)
	}
	page, err := f.store.Projects(ctx, c.WorkspaceID(), in.storeQuery(c.Request), in.Page(c.Request))
	out, err := paging.ToList(page, err, show)
	if err != nil || !in.Include.Set {
		return out, err
	}
	return out, f.useBudgets(ctx, c.Request, page.Items, out.Items)
}

// inclusion is what a list shows in addition.
type inclusion string

// storeQuery returns the query for the projects that the caller sees and that
// the filters match. Memberships decide only what the role user sees, so the
// store does not read them for other roles.
func (in listInput) storeQuery(r *route.Request) projectdb.ProjectQuery {
	query := projectdb.ProjectQuery{ClientID: in.ClientID.Value}
	if !r.Role().ReadsAll() {
		query.UserID = r.User.ID
	} else if !in.IsArchived.Set && in.Search.Value == "" {
		return query
	}
	query.Keep = in.matches(r)
	return query
}

// matches reports which projects the caller sees and the filters match.
func (in listInput) matches(r *route.Request) func(projects.ProjectAccess) bool {
	return func(s projects.ProjectAccess) bool {
		p := s.Project
		return access.CanSee(r.Caller, s) && in.ClientID.Or(p.ClientID) == p.ClientID &&
			in.IsArchived.Or(p.IsArchived) == p.IsArchived && in.Search.Value.FoundIn(string(p.Name))
	}
}

func (f *Family) get(_ context.Context, c *route.Call[route.NoInput], p access.Project) (answers.Project, error) {
	return answers.OfProject(c.Caller, p.ProjectAccess), nil
}

type createInput struct{ Body newProject }

// newProject is a project to find or make.
type newProject struct {
	Name     domain.Name                 `json:"name" minLength:"1" maxLength:"255"`
	ClientID wire.Optional[domain.ID]    `json:"clientId"`
	Color    wire.Optional[domain.Color] `json:"color"`
	// Who sees the project: private is for its members, owners, admins and analysts, public for all
	// members of the workspace.
	Visibility wire.Optional[domain.Visibility] `json:"visibility" enum:"private,public"`
	IsBillable wire.Optional[bool]              `json:"isBillable"`
	// Minor units of the currency per hour. null: the rate of the next level applies.
	HourlyRate wire.Optional[int64]             `json:"hourlyRate" bounds:"hourlyRate"`
	IsArchived wire.Optional[bool]              `json:"isArchived"`
	ExternalID wire.Optional[domain.ExternalID] `json:"externalId" bounds:"externalId"`
	Budget     wire.Optional[budgetInput]       `json:"budget"` // How much time or money the project may use.
}

func (f *Family) create(ctx context.Context, c *route.Call[createInput]) (answers.Project, error) {
	in, issues, err := c.Read()
	if err != nil {
		return answers.Project{}, err
	}
	if in.Body.ClientID.Set && issues.IsClean("clientId") {
		if err := f.checkClient(ctx, c.Request, "clientId", in.Body.ClientID.Value, issues); err != nil {
			return answers.Project{}, err
		}
	}
	if err := issues.Err(); err != nil {
		return answers.Project{}, err
	}
	made := withFirstManager(c.Request, in.Body.project(c.Request))
	return projectsFor(c.Caller).Create(ctx, c.Request, made,
		func(ctx context.Context, w domain.ID, made projects.ProjectAccess, r domain.ReplayRecord) error {
			return f.store.CreateProject(ctx, w, made.Project, made.Membership, r)
		})
}

// withFirstManager is a new project; a caller of the role user becomes its manager.
func withFirstManager(r *route.Request, p projects.Project) projects.ProjectAccess {
	if r.Role() != people.RoleUser {
		return projects.ProjectAccess{Project: p}
	}
	member := projects.ProjectMember{ProjectID: p.ID, UserID: r.User.ID, AddedAt: r.Now, Version: 1}.WithManager(true,
		r.Now)
	return projects.ProjectAccess{Project: p, Membership: &member}
}

func (body newProject) project(r *route.Request) projects.Project {
	id := domain.NewID()
	return projects.Project{
		ID: id, ClientID: body.ClientID.Value, Name: body.Name,
		Color:      body.Color.Or(projects.DefaultColor(id)),
		Visibility: body.Visibility.Or(r.Workspace.DefaultProjectVisibility),
		IsBillable: body.IsBillable.Or(r.Billing.DefaultIsBillable), HourlyRate: body.HourlyRate.Pointer(),
		IsArchived: body.IsArchived.Value, ExternalID: body.ExternalID.Value, Budget: budgetOf(body.Budget.Pointer()),
		CreatedAt: r.Now, Version: 1,
	}
}

type changeInput struct {
	Body struct {
		Name     wire.Change[domain.Name]  `json:"name" minLength:"1" maxLength:"255"`
		ClientID wire.Clearable[domain.ID] `json:"clientId"`
		Color    wire.Change[domain.Color] `json:"color"`
		// Who sees the project: private is for its members, owners, admins and analysts, public for all
		// members of the workspace.
		Visibility wire.Change[domain.Visibility] `json:"visibility" enum:"private,public"`
		IsBillable wire.Change[bool]              `json:"isBillable"`
		// Minor units of the currency per hour. null: the rate of the next level applies.
		HourlyRate wire.Clearable[int64]             `json:"hourlyRate" bounds:"hourlyRate"`
		IsArchived wire.Change[bool]                 `json:"isArchived"`
		ExternalID wire.Clearable[domain.ExternalID] `json:"externalId" bounds:"externalId"`
		// How much time or money the project may use. null: no budget.
		Budget wire.Clearable[budgetInput] `json:"budget"`
	}
}

func (f *Family) change(ctx context.Context, c *route.Call[changeInput], p access.Project) (answers.Project, error) {
	in, issues, err := c.Read()
	if err != nil {
		return answers.Project{}, err
	}
	was, now := p.Project, in.applyTo(p.Project)
	if now.ClientID != was.ClientID && now.ClientID != "" && issues.IsClean("clientId") {
		if err := f.checkClient(ctx, c.Request, "clientId", now.ClientID, issues); err != nil {
			return answers.Project{}, err
		}
	}
	if err := issues.Err(); err != nil {
		return answers.Project{}, err
	}
	next := projects.ProjectAccess{Project: now, Membership: p.Membership}
	return projectsFor(c.Caller).Change(ctx, c.Request, p.ProjectAccess, next,
		func(ctx context.Context, w domain.ID, was, now projects.ProjectAccess) error {
			return f.store.ChangeProject(ctx, w, was.Project, now.Project)
		})
}

func (in changeInput) applyTo(p projects.Project) projects.Project {
	body := in.Body
	body.Name.Apply(&p.Name)
	body.Color.Apply(&p.Color)
	body.Visibility.Apply(&p.Visibility)
	body.IsBillable.Apply(&p.IsBillable)
	body.IsArchived.Apply(&p.IsArchived)
	body.ClientID.ApplyValue(&p.ClientID)
	body.ExternalID.ApplyValue(&p.ExternalID)
	if body.HourlyRate.Set && !domain.Same(p.HourlyRate, body.HourlyRate.Value) {
		p.HourlyRate = body.HourlyRate.Value
	}
	if budget := budgetOf(body.Budget.Value); body.Budget.Set && !domain.Same(p.Budget, budget) {
		p.Budget = budget
	}
	return p
}

func (f *Family) remove(ctx context.Context, c *route.Call[route.NoInput], p access.Project) (route.Deleted, error) {
	if err := c.CheckIfMatch(p.Project.Version); err != nil {
		return route.Deleted{}, err
	}
	hasTasks, err := f.store.HasTasks(ctx, c.WorkspaceID(), p.Project)
	if err != nil {
		return route.Deleted{}, err
	}
	if err := p.Project.CheckDelete(hasTasks); err != nil {
		return route.Deleted{}, err
	}
	return route.NewDeleted(p.Project.ID), f.store.DeleteProject(ctx, c.WorkspaceID(), p.Project)
}

// checkClient adds an issue to the property unless the workspace has the
// client.
func (f *Family) checkClient(ctx context.Context, r *route.Request, property string, id domain.ID,
	issues *wire.Issues) error {
	_, err := f.store.Client(ctx, r.WorkspaceID(), id)
	if !problem.Is(err, problem.CodeNotFound) {
		return err
	}
	issues.Add(property, problem.ClientNotFound)
	return access.CheckUnknownRefs(ctx, f.store, r.Caller, store.UnknownRefs{Clients: []domain.ID{id}}, issues)
}
