package timers

import (
	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/problem"
	"stint/shared/route"
)

var (
	start = route.Spec{
		ID: "timers.start", Method: "POST", Path: "/api/timers/start",
		Credential: auth.Session, Permission: auth.TrackTime, Creates: true, WithTimer: true,
		Summary: "Start a timer",
		Notes: "A timer that runs is stopped at the new start, in one atomic write, and comes back as stopped_entry. " +
			"With dryRun the answer is what would start, with an id that no timer gets.",
		Preview: route.DryRun,
		Op:      route.Op((*Family).start),
	}
	current = route.Spec{
		ID: "timers.current", Method: "GET", Path: "/api/timers/current",
		Credential: auth.Session, Permission: auth.ReadTime, WithTimer: true,
		Summary: "Get the running timer",
		Notes:   "The timer of the caller. timer is null if none runs.",
		Op:      route.Op((*Family).current),
	}
	stop = route.Spec{
		ID: "timers.stop", Method: "POST", Path: "/api/timers/{id}/stop",
		Credential: auth.Session, Permission: auth.TrackTime, WithTimer: true,
		Summary: "Stop a timer",
		Notes: "Stopping again is fine unless stoppedAt names another time. Owner and admins may stop anyone's timer; " +
			"user_id names its owner where the id alone does not tell. With dryRun the answer is the entry as it would be.",
		Preview: route.DryRun,
		Audit:   []audit.Action{audit.EntryChanged},
		Op:      route.OnRecord((*Family).loadTimer, (*Family).stop),
	}
	stopCurrent = route.Spec{
		ID: "timers.stop_current", Method: "POST", Path: "/api/timers/current/stop",
		Credential: auth.Session, Permission: auth.TrackTime, WithTimer: true,
		Summary:  "Stop the running timer",
		Notes:    "404 when the caller has no running timer, so a repeated request is 404, too.",
		Problems: []problem.Code{problem.CodeNotFound},
		Op:       route.Op((*Family).stopCurrent),
	}
	edit = route.Spec{
		ID: "timers.edit", Method: "PATCH", Path: "/api/timers/{id}",
		Credential: auth.Session, Permission: auth.TrackTime, WithTimer: true,
		Summary: "Update a running timer",
		Notes: "stoppedAt stops the timer. A timer that was stopped is an entry: change it as an entry, because this " +
			"operation answers 409.",
		Audit: []audit.Action{audit.EntryChanged},
		Op:    route.OnRecord((*Family).loadTimer, (*Family).edit),
	}
	discard = route.Spec{
		ID: "timers.discard", Method: "DELETE", Path: "/api/timers/{id}",
		Credential: auth.Session, Permission: auth.TrackTime, WithTimer: true,
		Summary: "Discard a running timer",
		Notes: "The timer is deleted without an entry. A timer that was stopped is an entry: delete it as an entry, " +
			"because this operation answers 409.",
		Audit: []audit.Action{audit.EntryDeleted},
		Op:    route.OnRecordWithInput((*Family).loadTimer, (*Family).discard),
	}
)

// Routes is the route table of this family.
var Routes = route.WithTwins([]route.Spec{
	start, current, stopCurrent, stop, edit, discard,
})
