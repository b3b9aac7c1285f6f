package domain

import "slices"

// The kinds of notifications: mails to a person on what concerns them. Each can be switched off.
// The setting is read when the mail is sent, so a mail that waits is not sent either.
const (
	NotifyTimesheetToApprove MailKind = "timesheet_to_approve" // a submission waits for a decision of the recipient
	NotifyTimesheetDecided   MailKind = "timesheet_decided"    // to the user of the submission
	NotifyClientDecided      MailKind = "client_decided"       // to the user of the submission and the maker of the client link
	NotifyTimerRunningLong   MailKind = "timer_running_long"   // to the user of the timer, once; see LongTimer
)

// Notifications lists all kinds of notifications.
func Notifications() []MailKind {
	return []MailKind{NotifyTimesheetToApprove, NotifyTimesheetDecided, NotifyClientDecided, NotifyTimerRunningLong}
}

// Wants reports whether the user is sent a kind of mail. Kinds that are no notifications cannot
// be switched off.
func (u User) Wants(k MailKind) bool { return !slices.Contains(u.MutedMails, k) }

// MuteOnly is the user who wants all notifications but the given ones.
func (u User) MuteOnly(kinds ...MailKind) User {
	u.MutedMails = kinds
	return u
}
