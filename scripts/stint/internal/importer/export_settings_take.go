package importer

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"iter"

	"stint/shared/client"
	"stint/shared/client/api"
)

// isEmpty reports whether the workspace has no entry, project, client and tag.
func (x *Import) isEmpty(ctx context.Context) (bool, error) {
	one := new(int64(1))
	for _, has := range []func() (bool, error){
		func() (bool, error) {
			return isAny(client.All(ctx, x.EntriesListWithResponse, &api.EntriesListParams{Limit: one}))
		},
		func() (bool, error) {
			return isAny(client.All(ctx, x.ProjectsListWithResponse, &api.ProjectsListParams{Limit: one}))
		},
		func() (bool, error) {
			return isAny(client.All(ctx, x.ClientsListWithResponse, &api.ClientsListParams{Limit: one}))
		},
		func() (bool, error) {
			return isAny(client.All(ctx, x.TagsListWithResponse, &api.TagsListParams{Limit: one}))
		},
	} {
		if any, err := has(); any || err != nil {
			return false, err
		}
	}
	return true, nil
}

func isAny[T any](list iter.Seq2[T, error]) (bool, error) {
	for _, err := range list {
		return err == nil, err
	}
	return false, nil
}

// finishSettings lets an import that was broken off go on: where only the setting that comes last
// differs, and the period has no other time, it is taken.
func (x *Import) finishSettings() {
	p := &x.Plan.Settings
	if len(p.Differ) == 1 && len(x.settings.last) == 1 && x.listed && len(x.others) == 0 {
		p.Taken = true
	}
}

// takeSettings takes settings and rates before anything is created. So the workspace is still empty
// when the import is broken off here.
func (x *Import) takeSettings(ctx context.Context) error {
	if !x.Plan.Settings.Taken {
		return nil
	}
	if err := x.changeWorkspace(ctx, x.settings.first); err != nil {
		return err
	}
	if x.settings.billing != nil {
		if _, err := client.Get(x.BillingReplaceSettingsWithBodyWithResponse(ctx, nil, "application/json", bodyOf(x.settings.billing))); err != nil {
			return err
		}
	}
	for user, rate := range x.settings.rates {
		if _, err := client.Get(x.MembersChangeWithResponse(ctx, user, nil, api.MemberChangeRequest{HourlyRate: rate})); err != nil {
			return err
		}
	}
	return nil
}

// takeLastSettings takes what would refuse entries.
func (x *Import) takeLastSettings(ctx context.Context) error {
	if !x.Plan.Settings.Taken {
		return nil
	}
	return x.changeWorkspace(ctx, x.settings.last)
}

func (x *Import) changeWorkspace(ctx context.Context, changed properties) error {
	if len(changed) == 0 {
		return nil
	}
	_, err := client.Get(x.WorkspacesChangeWithBodyWithResponse(ctx, nil, "application/json", bodyOf(changed)))
	return err
}

// bodyOf is the body of a request that, unlike the generated ones, can clear a property.
func bodyOf(p properties) io.Reader {
	raw, _ := json.Marshal(p) // it was read from JSON
	return bytes.NewReader(raw)
}
