package peopledb

import (
	"context"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// rateWindow is the length of the windows in which attempts are counted.
const rateWindow = time.Minute

// CountAttempt counts one attempt of a subject in the current minute. Errors: as
// Count.
func (s *Store) CountAttempt(ctx context.Context, kind, subject string, limit int) (err error) {
	defer core.Wrap(&err, "CountAttempt")
	return s.Count(ctx, domain.Quota{Kind: kind, Subject: subject, Limit: limit, Window: rateWindow})
}

// Count counts one use of each quota in its current window, for all instances
// together: all of them, or none if one is used up. A counter that DynamoDB
// throttles counts as full, so that many parallel attempts are not let in because
// of their number. Errors: rate_limited with the time until the window ends.
func (s *Store) Count(ctx context.Context, quotas ...domain.Quota) (err error) {
	defer core.Wrap(&err, "Count")
	if len(quotas) == 0 {
		return nil
	}
	now := s.Now()
	err = s.Table.Commit(ctx, countActions(now, quotas)...)
	if table.IsThrottled(err) {
		return problem.RateLimited(windowEnd(quotas[0].Window, now).Sub(now))
	}
	return err
}

// countActions count one use of each quota. Their error is rate_limited.
func countActions(now time.Time, quotas []domain.Quota) []table.Action {
	actions := make([]table.Action, len(quotas))
	for i, q := range quotas {
		w := windowOf(q.Kind, q.Subject, q.Window, now)
		actions[i] = table.Upsert(w.key, w.add(1)).
			Provided(core.Attempts.Below(q.Limit)).
			Or(problem.RateLimited(w.end.Sub(now)))
	}
	return actions
}

// Uncount takes back one use of a quota in the current window. A window that has none began after the use was counted.
func (s *Store) Uncount(ctx context.Context, q domain.Quota) (err error) {
	defer core.Wrap(&err, "Uncount")
	w := windowOf(q.Kind, q.Subject, q.Window, s.Now())
	return problem.IgnoreConflict(s.Table.Commit(ctx, core.Attempts.Lower(w.key)))
}

// attrUses is the attribute of a counter that has the ids of its uses.
const attrUses = "uses"

// CountOnce counts one use of a quota in the window of the given time, by the id of the
// use. A use that was counted before counts no more and is ok again, so a caller may try
// again. ok is false when other uses have used the quota up. Errors: service_unavailable.
func (s *Store) CountOnce(ctx context.Context, q domain.Quota, use domain.ID, at domain.Instant) (ok bool, err error) {
	defer core.Wrap(&err, "CountOnce", use)
	w, uses := windowOf(q.Kind, q.Subject, q.Window, at.Time), expression.Name(attrUses)
	id := &types.AttributeValueMemberSS{Value: []string{string(use)}}
	update := expression.Add(uses, expression.Value(id)).Set(expression.Name(dynamo.AttrExpires),
		expression.Value(w.expiry()))
	free := expression.Or(
		expression.AttributeNotExists(uses), uses.Size().LessThan(expression.Value(q.Limit)),
		expression.Contains(uses, string(use)),
	)
	_, ok, err = s.Table.UpdateReturning(ctx, w.key, update, free)
	return ok, err
}

// AddToWindow adds uses of a subject to the window of a length that contains the
// given time, and returns how many all instances have added so far.
func (s *Store) AddToWindow(ctx context.Context, q domain.Quota, at time.Time, uses int) (total int, err error) {
	defer core.Wrap(&err, "AddToWindow")
	w := windowOf(q.Kind, q.Subject, q.Window, at)
	it, _, err := s.Table.UpdateReturning(ctx, w.key, w.add(uses), expression.ConditionBuilder{})
	if err != nil {
		return 0, err
	}
	n, _ := it[string(core.Attempts)].(*types.AttributeValueMemberN)
	return strconv.Atoi(n.Value)
}

// window is a counter of a subject for a time.
type window struct {
	key table.Key
	end time.Time
}

func windowOf(kind, subject string, length time.Duration, now time.Time) window {
	end := windowEnd(length, now)
	return window{key: key.RateLimit(kind, subject, end.Add(-length).Unix()), end: end}
}

// windowEnd is the end of the window of a length that contains a time.
func windowEnd(length time.Duration, at time.Time) time.Time { return at.Truncate(length).Add(length) }

// add changes the counter.
func (w window) add(n int) expression.UpdateBuilder {
	return core.Attempts.AddTo(expression.Set(expression.Name(dynamo.AttrExpires), expression.Value(w.expiry())), n)
}

// expiry is when the counter expires: some time after its window.
func (w window) expiry() int64 { return w.end.Add(rateWindow).Unix() }
