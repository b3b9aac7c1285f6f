package audit

import (
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
)

// What happens to an account concerns each workspace that its user is an active member of. The event of it is in all
// of their logs, with the same id.

// FailedSignInWindow is the time in which several failed sign-ins of a user from one network are one event.
const FailedSignInWindow = 15 * time.Minute

// AccountEvent is what happened to an account, until it is in the logs of the user's workspaces.
type AccountEvent struct {
	UserID domain.ID `db:"of"`
	Record
}

// AccountEventLife is how long the record of an account's event is kept for the worker, who is done in seconds and
// gives up after three days.
const AccountEventLife = 4 * domain.Day

// NewAccountEvent is the record of an event of a user's account.
func NewAccountEvent(u people.User, from Origin, now domain.Instant, first Event, more ...Event) AccountEvent {
	return AccountEvent{UserID: u.ID, Record: NewRecord(from, now, first, more...)}
}

// FailedSignIn is the event of a sign-in with a wrong password, code or passkey. Nobody knows who tried it.
func FailedSignIn(u people.User) Event { return Event{Action: SignInFailed, Target: memberTarget(u)} }

// SecondFactorChange is the event of a second factor that is switched on or off, or gets other recovery codes.
func SecondFactorChange(action Action, u people.User) Event {
	e := Event{Action: action, Target: memberTarget(u)}.ByUser(u)
	if on := action == SecondFactorEnabled; action != RecoveryCodesReplaced {
		e.Changes = changesBetween(properties{"is_enabled": !on}, properties{"is_enabled": on})
	}
	return e
}

// AccessChanges lists the events of a change of who has access to an account: the external logins that it links and
// unlinks, and the passkeys and the second factor that it removes.
func AccessChanges(was, now people.User) []Event {
	events := append(loginEvents(LoginUnlinked, was, now), loginEvents(LoginLinked, now, was)...)
	if was.HasPasskey() && !now.HasPasskey() {
		events = append(events, Event{Action: PasskeyRemoved, Target: memberTarget(now),
			Changes: changesBetween(properties{"passkeys": was.Passkeys}, properties{"passkeys": 0})}.ByUser(now))
	}
	if was.HasSecondFactor() && !now.HasSecondFactor() {
		events = append(events, SecondFactorChange(SecondFactorDisabled, now))
	}
	return events
}

// loginEvents are the events of the external logins of one state of a user that another lacks.
func loginEvents(action Action, u, other people.User) (events []Event) {
	for _, login := range u.LoginsNotOf(other) {
		provider := properties{"provider": login.Provider}
		changes := changesBetween(nil, provider)
		if action == LoginUnlinked {
			changes = changesBetween(provider, nil)
		}
		events = append(events, Event{Action: action, Target: memberTarget(u), Changes: changes}.ByUser(u))
	}
	return events
}

// PasskeyChange is the event of a passkey that is added or removed.
func PasskeyChange(action Action, u people.User, p people.Passkey) Event {
	named := properties{"name": p.Name}
	changes := changesBetween(nil, named)
	if action == PasskeyRemoved {
		changes = changesBetween(named, nil)
	}
	return Event{Action: action, Target: memberTarget(u), Changes: changes}.ByUser(u)
}

// SessionsEnd is the event of an admin who ends the sessions and API keys of a member for the workspace.
func SessionsEnd(u people.User) Event {
	return Event{Action: MemberSessionsEnded, Target: memberTarget(u)}
}

// FirstRead is the event of an API key that reads a list for the first time of a day. The list is the id of its route.
func FirstRead(list string) Event {
	return Event{Action: ListRead, Target: Target{Kind: KindList, Name: domain.Name(list)}}
}
