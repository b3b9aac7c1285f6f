package workspaces

import (
	"context"

	"stint/shared/answers"
	"stint/shared/domain/people"
	"stint/shared/logo"
	"stint/shared/logo/drawing"
	"stint/shared/route"
	"stint/shared/wire"
)

type logoInput struct {
	// The picture: a PNG, or an SVG that only draws.
	File wire.File `types:"image/png,image/svg+xml" maxBytes:"65536"`
}

// replaceLogo sets the logo. Setting the same picture again changes nothing.
func (f *Family) replaceLogo(ctx context.Context, r *route.Request, in logoInput) (workspaceAnswer, error) {
	file, err := logo.Read(in.File.Type, in.File.Content)
	if err != nil {
		return workspaceAnswer{}, err
	}
	w, err := f.changeLogo(ctx, r, &file)
	return answers.OfWorkspace(w, r.Role()), err
}

func (f *Family) removeLogo(ctx context.Context, c *route.Call[route.NoInput]) (route.Deleted, error) {
	_, err := f.changeLogo(ctx, c.Request, nil)
	return route.NewDeleted(c.WorkspaceID()), err
}

// changeLogo writes a logo, or removes it for nil, unless that is what the workspace has.
func (f *Family) changeLogo(ctx context.Context, r *route.Request, file *people.LogoFile) (people.Workspace, error) {
	was := *r.Workspace
	if err := r.CheckIfMatch(was.Version); err != nil {
		return was, err
	}
	var next *people.Logo
	if file != nil {
		next = &file.Logo
	}
	if was.HasLogo(next) {
		return was, nil
	}
	if file != nil && file.Logo.MediaType == logo.SVG {
		file.Drawn = drawing.PNG(file.Content) // last, because it takes longest
	}
	now := was.WithLogo(next)
	return now, f.store.ChangeLogo(ctx, was, now, file)
}
