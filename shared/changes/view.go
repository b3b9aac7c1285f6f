package changes

import (
	"context"
	"crypto/sha256"
	"encoding/base64"

	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/timesheets"
	"stint/shared/route"
	"stint/shared/store/feeddb"
	"stint/shared/table"
	"stint/shared/tracking"
)

// view is how one viewer sees some changed records.
type view struct {
	tracking.Viewer
	feeddb.ChangeContext
	sees feed.ChangeViewer
	now  domain.Instant
}

func (p *pageReader) loadView(ctx context.Context, all []feeddb.Changed) (v view, err error) {
	caller := p.request.Caller
	v.now, v.Caller = p.now, caller
	v.sees = feed.ChangeViewer{UserID: caller.User.ID, Role: caller.Role(), SawAllUntil: caller.Member.SawAllUntil}
	v.ChangeContext, err = p.store.ChangeContext(ctx, caller.WorkspaceID(), v.sees, all)
	if err != nil {
		return v, err
	}
	v.Viewer.Locks = v.ChangeContext.Locks
	v.Managed = map[domain.ID]bool{}
	for project, sight := range v.Sights {
		v.Managed[project] = sight.IsManager
	}
	v.sees.Projects = v.Sights
	return v, nil
}

// item is the change as the viewer gets it; ok is false when they do not get it.
func (v view) item(x feeddb.Changed) (item Item, ok bool) {
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
		Cause: x.Cause,
	}
	if kind == feed.ChangeDelete {
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
func (v view) knowsTime(sub timesheets.Submission) bool {
	return v.sees.KnowsTime(sub.UserID, sub.Projects(), sub.ProjectStays)
}

// revisionOf is the revision of a record with this JSON: 16 characters that change with it.
func revisionOf(content []byte) string {
	digest := sha256.Sum256(content)
	return base64.RawURLEncoding.EncodeToString(digest[:12])
}
