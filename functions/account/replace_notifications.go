package account

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type replaceNotificationsInput struct {
	Body struct {
		TimesheetToApprove wire.Optional[bool] `json:"timesheetToApprove" doc:"true, if not given."`
		TimesheetDecided   wire.Optional[bool] `json:"timesheetDecided" doc:"true, if not given."`
		ClientDecided      wire.Optional[bool] `json:"clientDecided" doc:"true, if not given."`
		TimerRunningLong   wire.Optional[bool] `json:"timerRunningLong" doc:"true, if not given."`
	}
}

// replaceNotifications replaces all settings. If nothing changes, the version stays.
func (f *Family) replaceNotifications(ctx context.Context, c *route.Call[replaceNotificationsInput]) (notifications, error) {
	in, err := c.ReadValid()
	if err != nil {
		return notifications{}, err
	}
	user := c.User
	if err := c.CheckIfMatch(user.Version); err != nil {
		return notifications{}, err
	}
	user = user.MuteOnly(in.muted()...)
	if slices.Equal(user.MutedMails, c.User.MutedMails) {
		return notificationsOf(user), nil
	}
	user, err = f.store.ChangeUser(ctx, user)
	return notificationsOf(user), err
}

// muted lists the notifications that are switched off, always in the same order.
func (in replaceNotificationsInput) muted() (kinds []domain.MailKind) {
	isOn := map[domain.MailKind]bool{
		domain.NotifyTimesheetToApprove: in.Body.TimesheetToApprove.Or(true), domain.NotifyTimesheetDecided: in.Body.TimesheetDecided.Or(true),
		domain.NotifyClientDecided: in.Body.ClientDecided.Or(true), domain.NotifyTimerRunningLong: in.Body.TimerRunningLong.Or(true),
	}
	for _, kind := range domain.Notifications() {
		if !isOn[kind] {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}
