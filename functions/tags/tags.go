package tags

import (
	"context"

	"stint/shared/answers"
	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/named"
	"stint/shared/paging"
	"stint/shared/route"
	"stint/shared/wire"
)

// tags is the kind of the records.
var tags = named.Kind[projects.Tag, answers.Tag]{
	Version:    func(g *projects.Tag) *int64 { return &g.Version },
	Name:       func(g projects.Tag) (domain.ID, domain.Name) { return "", g.Name },
	ExternalID: func(g projects.Tag) domain.ExternalID { return g.ExternalID },
	Show:       answers.OfTag,
}

type listInput struct {
	paging.Query
	named.Filter
}

func (f *Family) list(ctx context.Context, r *route.Request, in listInput) (route.List[answers.Tag], error) {
	lists := named.Lists[projects.Tag]{ByExternalID: f.store.TagByExternalID, Page: f.store.Tags}
	return tags.List(ctx, r, in.Query, in.Filter, nil, lists)
}

type createInput struct{ Body newTag }

// newTag is a tag to find or make.
type newTag struct {
	Name       domain.Name                      `json:"name" minLength:"1" maxLength:"255"`
	ExternalID wire.Optional[domain.ExternalID] `json:"externalId" bounds:"externalId"`
}

func (body newTag) tag(now domain.Instant) projects.Tag {
	return projects.Tag{ID: domain.NewID(), Name: body.Name, ExternalID: body.ExternalID.Value, CreatedAt: now, Version: 1}
}

func (f *Family) create(ctx context.Context, r *route.Request, in createInput) (answers.Tag, error) {
	return tags.Create(ctx, r, in.Body.tag(r.Now), f.store.CreateTag)
}

// upsert finds or makes the tag of each row.
func (f *Family) upsert(ctx context.Context,
	c *route.Call[named.UpsertInput[newTag]]) (named.UpsertAnswer[answers.Tag], error) {
	return named.Upsert[newTag, projects.Tag, answers.Tag]{
		Kind: tags, New: func(body newTag) projects.Tag { return body.tag(c.Now) },
		Find: f.store.FindTags, CreateAll: f.store.CreateTags,
	}.Run(ctx, c)
}

type changeInput struct {
	Body struct {
		Name       wire.Change[domain.Name]          `json:"name" minLength:"1" maxLength:"255"`
		ExternalID wire.Clearable[domain.ExternalID] `json:"externalId" bounds:"externalId"`
	}
}

func (f *Family) change(ctx context.Context, r *route.Request, in changeInput, was projects.Tag) (answers.Tag, error) {
	now := was
	in.Body.Name.Apply(&now.Name)
	in.Body.ExternalID.ApplyValue(&now.ExternalID)
	return tags.Change(ctx, r, was, now, f.store.ChangeTag)
}

func (f *Family) remove(ctx context.Context, c *route.Call[route.NoInput], tag projects.Tag) (route.Deleted, error) {
	if err := c.CheckIfMatch(tag.Version); err != nil {
		return route.Deleted{}, err
	}
	if err := tag.CheckDelete(); err != nil {
		return route.Deleted{}, err
	}
	return route.NewDeleted(tag.ID), f.store.DeleteTag(ctx, c.WorkspaceID(), tag)
}
