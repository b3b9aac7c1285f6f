package entries

import (
	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/problem"
	"stint/shared/route"
)

var (
	list = route.Spec{
		ID: "entries.list", Method: "GET", Path: "/api/entries",
		Credential: auth.Session, Permission: auth.ReadTime,
		Summary: "List entries",
		Notes: "The newest entry is first. The list has everything that the caller may read, with running timers, unless " +
			"user_id names one user. " +
			"A page may be short or empty and still have a next_cursor. A list of the entries of several users may be a " +
			"second behind.",
		Op: route.Op((*Family).list),
	}
	create = route.Spec{
		ID: "entries.create", Method: "POST", Path: "/api/entries",
		Credential: auth.Session, Permission: auth.TrackTime, Creates: true,
		Summary: "Create an entry",
		Notes:   "For time that was not tracked with a timer. A task implies its project.",
		Audit:   []audit.Action{audit.EntryCreated},
		Op:      route.Op((*Family).create),
	}
	get = route.Spec{
		ID: "entries.get", Method: "GET", Path: "/api/entries/{id}",
		Credential: auth.Session, Permission: auth.ReadTime, WithTimer: true,
		Summary: "Get an entry",
		Notes: "The id of the running timer gets the timer. The caller's own first. An id that two others share is a " +
			"conflict without user_id. Where more than 10 people are or were members, another user's entry whose id a caller " +
			"chose needs user_id.",
		Problems: []problem.Code{problem.CodeConflict},
		Op:       route.OnRecordWithInput((*Family).loadEntry, (*Family).get),
	}
	edit = route.Spec{
		ID: "entries.edit", Method: "PATCH", Path: "/api/entries/{id}",
		Credential: auth.Session, Permission: auth.TrackTime, WithTimer: true,
		Summary: "Update an entry",
		Preview: route.DryRun,
		Notes: "The id of the running timer changes the timer. A task implies its project. A project that is changed " +
			"alone drops the task of the one before. stoppedAt stops a timer. " +
			"Only what changes is judged: time on an archived project stays there and can be edited. " +
			"With dryRun the answer is the entry as it would be.",
		Audit: []audit.Action{audit.EntryChanged},
		Op:    route.OnRecord((*Family).loadEntry, (*Family).edit),
	}
	remove = route.Spec{
		ID: "entries.delete", Method: "DELETE", Path: "/api/entries/{id}",
		Credential: auth.Session, Permission: auth.TrackTime, WithTimer: true,
		Summary: "Delete an entry",
		Notes:   "The id of the running timer discards the timer. With dryRun nothing is deleted.",
		Preview: route.DryRun,
		Audit:   []audit.Action{audit.EntryDeleted},
		Op:      route.OnRecordWithInput((*Family).loadEntry, (*Family).remove),
	}
	bulk = route.Spec{
		ID: "entries.bulk", Method: "POST", Path: "/api/entries:bulk",
		Credential: auth.Session, Permission: auth.TrackTime, WithTimer: true,
		Summary: "Create, update and delete entries",
		Notes: "1 to 100 rows, all or nothing. A known id is changed as by PATCH, an unknown one created, and op delete " +
			"removes. " +
			"Sending the same batch again changes nothing. The rows may cost at most 100 writes: each costs one, " +
			"also one that changes nothing beside others that do, one that stops or discards the running timer costs two, " +
			"each externalId that is set, changed or cleared costs one or two more, " +
			"and where overlaps are forbidden each user concerned costs one more. " +
			"With dryRun the answer is what the batch would make.",
		Preview: route.DryRun,
		Audit:   []audit.Action{audit.EntryCreated, audit.EntryChanged, audit.EntryDeleted},
		Op:      route.Op((*Family).bulk),
	}
)

// Routes is the route table of this family.
var Routes = route.WithTwins([]route.Spec{list, create, bulk, get, edit, remove})
