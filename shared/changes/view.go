package changes

import (
	"context"
	"crypto/sha256"
	"encoding/base64"

	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/table"
	"stint/shared/tracking"
)

// view is how one viewer sees some changed records.
type view struct {
	tracking.Viewer
	store.ChangeContext
	sight domain.ChangeViewer
	now   domain.Instant
}

func (p *pageReader) loadView(ctx context.Context, all []store.Changed) (v view, err error) {
	caller := p.request.Viewer
	v.now, v.Caller = p.now, caller
	v.ChangeContext, err = p.store.ChangeContext(ctx, caller.WorkspaceID(), caller.User.ID, all)
	if err != nil {
		return v, err
	}
	v.Viewer.Locks = v.ChangeContext.Locks
	v.Managed = map[domain.ID]bool{}
	for id, sight := range v.Sights {
		v.Managed[id] = sight.IsManager
	}
	v.sight = domain.ChangeViewer{UserID: caller.User.ID, Role: caller.Role(), SawAllUntil: caller.Member.SawAllUntil, Projects: v.Sights}
	return v, nil
}

// item is the change as the viewer gets it; ok is false when they do not get it.
func (v view) item(x store.Changed) (item Item, ok bool) {
	s, ok := v.show(x)
	if !ok {
		return item, false
	}
	kind, ok := s.sight.ChangeFor(s.isDeleted)
	if !ok {
		return item, false
	}
	at, _ := table.ParseMoment(x.Moment)
	item = Item{
		Type: x.Type, ID: s.id, UserID: s.user.OrNull(), ProjectID: s.project.OrNull(), Change: kind,
		ChangedAt: domain.InstantOf(at), Record: jsontext.Value("null"), Moment: x.Moment,
	}
	if kind == domain.ChangeDelete {
		item.Revision = revisionOf([]byte(x.Moment))
		return item, true
	}
	item.Record = route.JSON(s.record)
	if item.Revision = revisionOf(item.Record); s.stable != nil {
		item.Revision = revisionOf(route.JSON(s.stable))
	}
	return item, true
}

// knowsTime reports whether the viewer sees or saw any entry of a submission.
func (v view) knowsTime(sub domain.Submission) bool {
	return v.sight.KnowsTime(sub.UserID, sub.Projects(), sub.ProjectStays)
}

// revisionOf is a short digest.
func revisionOf(content []byte) string {
	digest := sha256.Sum256(content)
	return base64.RawURLEncoding.EncodeToString(digest[:12])
}
