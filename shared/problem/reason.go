package problem

// Reason is one stable word that says why a request is a conflict. It is for
// programs; the detail beside it is a sentence for people and may change.
type Reason string

// The reasons of a conflict.
const (
	VersionStale       Reason = "version_stale"
	WriteRace          Reason = "write_race"
	EmailTaken         Reason = "email_taken"
	LoginTaken         Reason = "login_taken"
	OtherLoginLinked   Reason = "other_login_linked"
	LastLogin          Reason = "last_login"
	PasswordAlreadySet Reason = "password_already_set"
	PasswordMissing    Reason = "password_missing"
	LimitReached       Reason = "limit_reached"
	InUse              Reason = "in_use"
	AmbiguousID        Reason = "ambiguous_id"
	EntryIsLocked      Reason = "entry_locked"
	EntryIsInvoiced    Reason = "invoiced"
	TimerChanged       Reason = "timer_changed"
	TimerRunning       Reason = "timer_running"
	StartBeforeRunning Reason = "start_before_running"
	NothingToSubmit    Reason = "nothing_to_submit"
	SubmissionOpen     Reason = "submission_open"
	SubmissionState    Reason = "submission_state"
	AlreadyDecided     Reason = "already_decided"
	JobRunning         Reason = "job_running"
	JobEnded           Reason = "job_ended"
	RequestRunning     Reason = "request_running"
	AlreadyMember      Reason = "already_member"
	AlreadyInvited     Reason = "already_invited"
	AlreadyAccepted    Reason = "already_accepted"
	MemberLeft         Reason = "member_left"
	AlreadyOwner       Reason = "already_owner"
	OwnerRequired      Reason = "owner_required"
	WebhookInactive    Reason = "webhook_inactive"

	SecondFactorMissing   Reason = "second_factor_missing"
	SecondFactorAlreadyOn Reason = "second_factor_already_on"
	LoginMissing          Reason = "login_missing"
	SecretMissing         Reason = "secret_missing"

	// of tools for agents alone
	FingerprintExpired  Reason = "fingerprint_expired"
	FingerprintMismatch Reason = "fingerprint_mismatch"
	NothingPending      Reason = "nothing_pending"
	RequestKeyReused    Reason = "request_key_reused"
)

// ReasonInfo explains one reason.
type ReasonInfo struct {
	Reason  Reason
	Meaning string // one sentence
}

// Reasons lists every reason of a conflict.
func Reasons() []ReasonInfo { return append([]ReasonInfo(nil), reasons...) }

var reasons = []ReasonInfo{
	{VersionStale, "The record has another version than If-Match or the row names; read it again."},
	{WriteRace, "Another request changed the same record at the same time; read it again and retry."},
	{EmailTaken, "There is an account with this e-mail address already."},
	{LoginTaken, "The login at the provider belongs to another account."},
	{OtherLoginLinked, "The account has another login at this provider already; unlink it first."},
	{LastLogin, "This is the only way to sign in to the account; set a password first."},
	{PasswordAlreadySet, "The account has a password already."},
	{PasswordMissing, "The account has no password yet; set one first."},
	{LimitReached, "There are as many of these records as one parent may have."},
	{InUse, "The record is used by others and cannot be deleted; archive it instead where that is possible."},
	{AmbiguousID, "Several people have an entry with this id; name one of them with user_id."},
	{EntryIsLocked, "The entry belongs to a timesheet that is submitted or approved, or that is being submitted."},
	{EntryIsInvoiced, "The entry is marked as invoiced, by another invoice than this one where it is marked again."},
	{TimerChanged, "The timer was started, stopped or changed by another request; read it again."},
	{TimerRunning, "A timer is running in the period; stop it first."},
	{StartBeforeRunning, "The running timer started after the start of the new one."},
	{NothingToSubmit, "No finished entry is left to submit."},
	{SubmissionOpen, "There is an open submission for some of these days."},
	{SubmissionState, "The status of the submission does not allow this."},
	{AlreadyDecided, "The line or the client link has a decision already."},
	{JobRunning, "A resnapshot, an apply or an invoice is running in the workspace; wait for it, or cancel it."},
	{JobEnded, "The job has ended already."},
	{RequestRunning, "A request with the same Idempotency-Key, or one that submits the same time, is still running; " +
		"retry later."},
	{AlreadyMember, "The user is a member already."},
	{AlreadyInvited, "There is an open invitation for this address already."},
	{AlreadyAccepted, "The invitation was accepted already."},
	{MemberLeft, "The member left the workspace; invite them again."},
	{AlreadyOwner, "The user owns the workspace already."},
	{OwnerRequired, "A workspace needs its owner; transfer it first."},
	{WebhookInactive, "The webhook is switched off; switch it on first."},
	{SecondFactorMissing, "The account has no second factor, or the caller does not sign in as the workspace is to " +
		"require."},
	{SecondFactorAlreadyOn, "The second factor is on already; switch it off first."},
	{SecretMissing, "The client is not confidential, so it has no secret."},
	{LoginMissing, "The account has no login at the provider; prove who you are with the password."},
	{FingerprintExpired, "A tool for agents: the fingerprint is older than 10 minutes; preview again."},
	{FingerprintMismatch, "A tool for agents: the fingerprint is of another preview; preview with just these arguments."},
	{NothingPending, "A tool for agents: the lines do not wait for a decision of the person."},
	{RequestKeyReused, "A tool for agents: the request_key came with other arguments before; use a new one."},
}
