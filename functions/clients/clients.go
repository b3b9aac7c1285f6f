package clients

import (
	"context"

	"stint/shared/answers"
	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/named"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

// clients is the kind of the records.
var clients = named.Kind[projects.Client, answers.Client]{
	Version:    func(c *projects.Client) *int64 { return &c.Version },
	Name:       func(c projects.Client) (domain.ID, domain.Name) { return "", c.Name },
	ExternalID: func(c projects.Client) domain.ExternalID { return c.ExternalID },
	Show:       answers.OfClient,
}

type listInput struct {
	paging.Query
	IsArchived wire.Optional[bool] `query:"is_archived"` // true: only archived records. false: only others.
	named.Filter
}

func (f *Family) list(ctx context.Context, r *route.Request, in listInput) (route.List[answers.Client], error) {
	var keep func(projects.Client) bool
	if in.IsArchived.Set {
		keep = func(c projects.Client) bool { return c.IsArchived == in.IsArchived.Value }
	}
	lists := named.Lists[projects.Client]{ByExternalID: f.store.ClientByExternalID, Page: f.store.Clients}
	return clients.List(ctx, r, in.Query, in.Filter, keep, lists)
}

func (f *Family) get(_ context.Context, _ *route.Call[route.NoInput], client projects.Client) (answers.Client, error) {
	return answers.OfClient(client), nil
}

type createInput struct{ Body newClient }

// newClient is a client to find or make.
type newClient struct {
	Name       domain.Name                      `json:"name" minLength:"1" maxLength:"255"`
	Email      wire.Optional[domain.Email]      `json:"email"` // The e-mail address of the client; null: none.
	IsArchived wire.Optional[bool]              `json:"isArchived"`
	ExternalID wire.Optional[domain.ExternalID] `json:"externalId" bounds:"externalId"`
}

func (body newClient) client(now domain.Instant) projects.Client {
	return projects.Client{
		ID: domain.NewID(), Name: body.Name, Email: body.Email.Value, IsArchived: body.IsArchived.Value,
		ExternalID: body.ExternalID.Value, CreatedAt: now, Version: 1,
	}
}

func (f *Family) create(ctx context.Context, r *route.Request, in createInput) (answers.Client, error) {
	return clients.Create(ctx, r, in.Body.client(r.Now), f.store.CreateClient)
}

// upsert finds or makes the client of each row.
func (f *Family) upsert(ctx context.Context,
	c *route.Call[named.UpsertInput[newClient]]) (named.UpsertAnswer[answers.Client], error) {
	return named.Upsert[newClient, projects.Client, answers.Client]{
		Kind: clients, New: func(body newClient) projects.Client { return body.client(c.Now) },
		Find: f.store.FindClients, CreateAll: f.store.CreateClients,
	}.Run(ctx, c)
}

type changeInput struct {
	Body struct {
		Name       wire.Change[domain.Name]          `json:"name" minLength:"1" maxLength:"255"`
		Email      wire.Clearable[domain.Email]      `json:"email"` // The e-mail address of the client; null: none.
		IsArchived wire.Change[bool]                 `json:"isArchived"`
		ExternalID wire.Clearable[domain.ExternalID] `json:"externalId" bounds:"externalId"`
	}
}

func (f *Family) change(ctx context.Context, r *route.Request, in changeInput,
	was projects.Client) (answers.Client, error) {
	return clients.Change(ctx, r, was, in.applyTo(was), f.store.ChangeClient)
}

func (in changeInput) applyTo(c projects.Client) projects.Client {
	in.Body.Name.Apply(&c.Name)
	in.Body.IsArchived.Apply(&c.IsArchived)
	in.Body.Email.ApplyValue(&c.Email)
	in.Body.ExternalID.ApplyValue(&c.ExternalID)
	return c
}

func (f *Family) remove(ctx context.Context, c *route.Call[route.NoInput],
	client projects.Client) (route.Deleted, error) {
	if err := c.CheckIfMatch(client.Version); err != nil {
		return route.Deleted{}, err
	}
	if client.ProjectCount > 0 {
		return route.Deleted{}, problem.Conflict(problem.InUse, "The client has projects: archive it instead.")
	}
	return route.NewDeleted(client.ID), f.store.DeleteClient(ctx, c.WorkspaceID(), client)
}
