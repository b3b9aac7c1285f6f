package account

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/route"
	"stint/shared/wire"
)

// notifications are the settings with their version.
type notifications struct {
	notificationSettings
	route.Versioned // of the user
}

// notificationSettings say which mails the user is sent on what concerns them.
type notificationSettings struct {
	TimesheetToApprove bool `json:"timesheet_to_approve"` // a timesheet waits for the user's decision
	TimesheetDecided   bool `json:"timesheet_decided"`    // a timesheet of the user was approved or rejected
	// a client signed or refused a timesheet of the user, or by a link that they made
	ClientDecided    bool `json:"client_decided"`
	TimerRunningLong bool `json:"timer_running_long"` // a timer of the user has run for 10 hours
	// a project that the user manages has used 80 % of its budget, or all of it; owners and admins manage all
	BudgetReached bool `json:"budget_reached"`
}

func notificationsOf(u people.User) notifications {
	return notifications{notificationSettingsOf(u), route.Versioned{Version: u.Version}}
}

func notificationSettingsOf(u people.User) notificationSettings {
	return notificationSettings{
		TimesheetToApprove: u.Wants(domain.NotifyTimesheetToApprove),
		TimesheetDecided:   u.Wants(domain.NotifyTimesheetDecided), ClientDecided: u.Wants(domain.NotifyClientDecided),
		TimerRunningLong: u.Wants(domain.NotifyTimerRunningLong), BudgetReached: u.Wants(domain.NotifyBudgetReached),
	}
}

func (f *Family) notifications(_ context.Context, c *route.Call[route.NoInput]) (notifications, error) {
	return notificationsOf(c.User), nil
}

type replaceNotificationsInput struct {
	Body struct {
		TimesheetToApprove wire.Optional[bool] `json:"timesheetToApprove"` // True, if not given.
		TimesheetDecided   wire.Optional[bool] `json:"timesheetDecided"`   // True, if not given.
		ClientDecided      wire.Optional[bool] `json:"clientDecided"`      // True, if not given.
		TimerRunningLong   wire.Optional[bool] `json:"timerRunningLong"`   // True, if not given.
		BudgetReached      wire.Optional[bool] `json:"budgetReached"`      // True, if not given.
	}
}

// replaceNotifications replaces all settings. If nothing changes, the version stays.
func (f *Family) replaceNotifications(ctx context.Context, r *route.Request,
	in replaceNotificationsInput) (notifications, error) {
	user := r.User
	if err := r.CheckIfMatch(user.Version); err != nil {
		return notifications{}, err
	}
	user = user.MuteOnly(in.muted()...)
	if slices.Equal(user.MutedMails, r.User.MutedMails) {
		return notificationsOf(user), nil
	}
	user, err := f.store.ChangeUser(ctx, user)
	return notificationsOf(user), err
}

// muted lists the notifications that are switched off, always in the same order.
func (in replaceNotificationsInput) muted() (kinds []domain.MailKind) {
	isOn := map[domain.MailKind]bool{
		domain.NotifyTimesheetToApprove: in.Body.TimesheetToApprove.Or(true),
		domain.NotifyTimesheetDecided:   in.Body.TimesheetDecided.Or(true),
		domain.NotifyClientDecided:      in.Body.ClientDecided.Or(true),
		domain.NotifyTimerRunningLong:   in.Body.TimerRunningLong.Or(true),
		domain.NotifyBudgetReached:      in.Body.BudgetReached.Or(true),
	}
	for _, kind := range domain.Notifications() {
		if !isOn[kind] {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}
