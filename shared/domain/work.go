package domain

import (
	"time"
)

// Work is one item of background work, such as sending a mail or purging a deleted
// workspace. It is written in the transaction that causes it and contains only
// ids.
type Work struct {
	ID          ID       `db:"id"`
	Kind        WorkKind `db:"kind"`
	UserID      ID       `db:"uid,omitempty"` // whose account it concerns
	WorkspaceID ID       `db:"wid,omitempty"`
	TargetID    ID       `db:"target"`
	ParentID    ID       `db:"parent,omitempty"` // the submission of a client link that is the target
	// of a mail with a token: how often a new one was made; of one on a submission: its version; on a budget: the share in
	// percent; of WorkAbandonRound: the round
	Round     int     `db:"round"`
	CreatedAt Instant `db:"created"`
	Tries     int     `db:"tries,omitempty"` // how often it was started
}

// WorkKind says what is to be done.
type WorkKind string

// WorkPurge removes what is left of a deleted workspace.
const WorkPurge WorkKind = "purge"

// WorkDeleteAccount ends what a deleted account leaves: its memberships, and the
// records under the user.
const WorkDeleteAccount WorkKind = "delete_account"

// WorkTouchMemberships makes the members of a user count as changed, because they show the
// name and the address of the account; in all workspaces, unless one is named.
const WorkTouchMemberships WorkKind = "touch_memberships"

// WorkAbandonRound abandons a round of the submission that is its target, if the
// request that was writing the round failed.
const WorkAbandonRound WorkKind = "undo_round" // the value is that of earlier versions

// WorkEndReservation frees the names and external ids of the reservation that is its
// target, if the request that made the reservation failed.
const WorkEndReservation WorkKind = "end_reservation"

// WorkRevokeGrant revokes the grant at the calendar provider that is its target, whose
// connection ended at the first proof of an address.
const WorkRevokeGrant WorkKind = "revoke_grant"

// WorkBuildReportTotals builds the running totals for summaries of a workspace, and brings
// them up to date.
const WorkBuildReportTotals WorkKind = "build_report_totals"

// WorkBuildBudgetTotals is WorkBuildReportTotals for the running totals for budgets.
const WorkBuildBudgetTotals WorkKind = "build_budget_totals"

// WorkAskApprovers queues a mail to everyone who may decide on the submission that is its target.
const WorkAskApprovers WorkKind = "ask_approvers"

// WorkRecordAccountEvent writes the event that is its target to the audit logs of the workspaces of its user.
const WorkRecordAccountEvent WorkKind = "record_account_event"

// MaxRevokeTries is how often a revocation is tried before the grant is left to expire.
const MaxRevokeTries = 10

// WriteGrace is how long after the deletion of a workspace or an account a request that
// read it before may still write. No request lasts a minute.
const WriteGrace = 15 * time.Minute

// The wait between two tries doubles from the first to the longest.
const (
	firstRetryDelay = time.Minute
	maxRetryDelay   = time.Hour
)

// TryTimeout is how long one try may take. It is shorter than the shortest wait, so
// two workers never do the same work at the same time.
const TryTimeout = 50 * time.Second

// MaxWorkTries is how often work is tried before it becomes a dead letter. That
// takes about three days.
const MaxWorkTries = 77

// StartTry is the work at its next try, and when it is due again if the try fails.
// The caller writes it back before the try, so that the work is not lost if the
// worker crashes.
func (w Work) StartTry(now Instant) (next Work, due Instant) {
	wait := maxRetryDelay
	if w.Tries < 6 { // 2^6 minutes are over an hour
		wait = firstRetryDelay << w.Tries
	}
	w.Tries++
	return w, now.Plus(wait)
}

// OutOfTries reports whether the work has used all of its tries.
func (w Work) OutOfTries() bool { return w.Tries >= MaxWorkTries }

// ResetTries is the work with no tries used: after it made progress, or when an
// operator wants it tried again.
func (w Work) ResetTries() Work {
	w.Tries = 0
	return w
}

// WithNewID is the work with an id of its own.
func (w Work) WithNewID() Work {
	w.ID = NewID()
	return w
}

// MailKind says what a mail is about. Its text is made when it is sent.
type MailKind = WorkKind

// The kinds of mail.
const (
	MailVerifyEmail   MailKind = "verify_email"
	MailPasswordReset MailKind = "password_reset"
	MailInvitation    MailKind = "invitation"
	MailClientLink    MailKind = "client_link"
	MailSSOVerify     MailKind = "sso_verify"
	MailSignedCopy    MailKind = "signed_copy" // to a client who signed
)

// Mail is the work of sending a message. It contains only ids: addresses and names
// are read, and the token is derived, when it is sent. Its target is the record
// that the token is for: the mail itself, an invitation or a client link.
type Mail = Work

// The kinds of notifications: mails to a person on what concerns them. Each can be switched off.
// The setting is read when the mail is sent, so a mail that waits is not sent either.
const (
	NotifyTimesheetToApprove MailKind = "timesheet_to_approve" // a submission waits for a decision of the recipient
	NotifyTimesheetDecided   MailKind = "timesheet_decided"    // to the user of the submission
	// to the user of the submission and the maker of the client link
	NotifyClientDecided    MailKind = "client_decided"
	NotifyTimerRunningLong MailKind = "timer_running_long" // to the user of the timer, once; see LongTimer
	// to the managers of the project, the owner and the admins; its round is the share in percent
	NotifyBudgetReached MailKind = "budget_reached"
)

// Notifications lists all kinds of notifications.
func Notifications() []MailKind {
	return []MailKind{NotifyTimesheetToApprove, NotifyTimesheetDecided, NotifyClientDecided, NotifyTimerRunningLong,
		NotifyBudgetReached}
}

// The kinds of acts that a token in a notification allows, each on one page; see people.MailedAct.
const (
	ActDecideTimesheet MailKind = "act_decide_timesheet" // approve or reject the lines that wait for the recipient
	ActReadTimesheet   MailKind = "act_read_timesheet"   // see what became of a timesheet; changes nothing
	ActStopTimer       MailKind = "act_stop_timer"
	ActMute            MailKind = "act_mute" // switch a kind of notification off
)

// The kinds of notices: mails that tell the account of a change of access to it, or of the
// deletion of its workspace. They have no token. Each is queued in the transaction of the
// change.
const (
	NoticePassword        MailKind = "password_changed" // new or reset
	NoticeLoginLinked     MailKind = "login_linked"
	NoticeLoginUnlinked   MailKind = "login_unlinked"
	NoticeAPIKey          MailKind = "api_key_created"
	NoticeCalendarFeed    MailKind = "calendar_feed_created"
	NoticeApp             MailKind = "app_authorized" // the first time that the user allows an app
	NoticeSecondFactorOn  MailKind = "second_factor_on"
	NoticeSecondFactorOff MailKind = "second_factor_off"
	NoticePasskeyAdded    MailKind = "passkey_added"
	NoticePasskeyRemoved  MailKind = "passkey_removed"
	NoticePasskeyCopied   MailKind = "passkey_copied" // its counter went back: it was refused
	NoticeSignIn          MailKind = "new_sign_in"    // from a device that is not known; see Device

	NoticeWorkspaceDeleted MailKind = "workspace_deleted" // to its owner, with the id that restores it
	NoticeWebhookOff       MailKind = "webhook_off"       // to its maker: the service switched it off
	NoticeWebhooksStay     MailKind = "webhooks_stay"     // to the owner: those that a former admin made are active
)

// Notices lists all kinds of notices.
func Notices() []MailKind {
	return []MailKind{
		NoticePassword, NoticeLoginLinked, NoticeLoginUnlinked, NoticeAPIKey, NoticeCalendarFeed, NoticeApp,
		NoticeSecondFactorOn, NoticeSecondFactorOff,
		NoticePasskeyAdded, NoticePasskeyRemoved, NoticePasskeyCopied, NoticeSignIn, NoticeWorkspaceDeleted,
		NoticeWebhookOff, NoticeWebhooksStay,
	}
}

// JobStatus is the state of a job, which goes on in the background.
type JobStatus string

// The states of a job.
const (
	JobRunning   JobStatus = "running"
	JobDone      JobStatus = "done"
	JobFailed    JobStatus = "failed"
	JobCancelled JobStatus = "cancelled"
)

// MaxJobTries is how often in a row a job may fail before its status becomes
// failed. That takes about six hours.
const MaxJobTries = 12
