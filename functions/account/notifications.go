package account

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
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
	ClientDecided      bool `json:"client_decided"`       // a client signed or refused a timesheet of the user, or by a link that they made
	TimerRunningLong   bool `json:"timer_running_long"`   // a timer of the user has run for 10 hours
}

func notificationsOf(u domain.User) notifications {
	return notifications{notificationSettingsOf(u), route.Versioned{Version: u.Version}}
}

func notificationSettingsOf(u domain.User) notificationSettings {
	return notificationSettings{
		TimesheetToApprove: u.Wants(domain.NotifyTimesheetToApprove), TimesheetDecided: u.Wants(domain.NotifyTimesheetDecided),
		ClientDecided: u.Wants(domain.NotifyClientDecided), TimerRunningLong: u.Wants(domain.NotifyTimerRunningLong),
	}
}

func (f *Family) notifications(_ context.Context, c *route.Call[route.NoInput]) (notifications, error) {
	return notificationsOf(c.User), nil
}
