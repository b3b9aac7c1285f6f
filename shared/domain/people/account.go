package people

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"stint/shared/domain"
	"stint/shared/problem"
)

// RegistrationPolicy says who may have an account without an invitation. The zero value
// admits everybody.
type RegistrationPolicy struct {
	InvitedOnly bool     // nobody
	Domains     []string // only addresses of these mail domains, in lower case; none is all
}

// Admits reports whether the holder of an address may have an account without an
// invitation. Subdomains are other domains.
func (p RegistrationPolicy) Admits(e domain.Email) bool {
	if p.InvitedOnly {
		return false
	}
	of, inDNS := domainOf(string(e)), domainOf(e.DNSForm())
	return len(p.Domains) == 0 || slices.ContainsFunc(p.Domains, func(d string) bool {
		return norm.NFC.String(d) == of || d == inDNS
	})
}

func domainOf(address string) string { return address[strings.LastIndexByte(address, '@')+1:] }

// Admission says on which condition an account is made.
type Admission int

// The admissions.
const (
	// Admitted: on no condition.
	Admitted Admission = iota
	// AdmittedAsFirst: only as the first account of the instance.
	AdmittedAsFirst
)

// ActiveWorkspaceAtSignIn chooses the workspace that is active in a new session: the
// one that was last active, else the one that the user joined first. Memberships
// that have ended are ignored; ok is false when there is no other.
func ActiveWorkspaceAtSignIn(lastActive domain.ID, memberships []Membership) (chosen Membership, ok bool) {
	active := slices.DeleteFunc(slices.Clone(memberships), func(m Membership) bool { return !m.Active() })
	for _, m := range active {
		if m.Workspace.ID == lastActive {
			return m, true
		}
	}
	if len(active) == 0 {
		return Membership{}, false
	}
	SortByJoinTime(active)
	return active[0], true
}

// The record of a deleted account stays, because time and decisions keep the id of
// their user. It holds nothing personal.

// DeletedUserName is shown in place of the name of a deleted account.
const DeletedUserName domain.Name = "Deleted user"

// Deleted reports whether the account is deleted. It is never restored.
func (u User) Deleted() bool { return u.DeletedAt != nil }

// Delete is what stays of the user after the deletion of the account. All
// sessions and API keys end.
func (u User) Delete(now domain.Instant) User {
	return User{
		ID: u.ID, DisplayName: DeletedUserName, Epoch: u.Epoch + 1, APIKeyEpoch: u.APIKeyEpoch + 1, APIKeysVoidedAt: &now,
		CreatedAt: u.CreatedAt, Version: u.Version + 1, DeletedAt: &now,
	}
}

// ErrOwnsSharedWorkspace refuses the deletion of an account that owns a workspace
// with other members.
var ErrOwnsSharedWorkspace = problem.Conflict(problem.OwnerRequired,
	"You own a workspace that has other members. Transfer or delete it first.")

// NewNotice is a notice to an account. Its address and names are read when it is sent.
func NewNotice(kind domain.MailKind, user domain.ID, now domain.Instant) domain.Mail {
	notice := domain.Mail{ID: domain.NewID(), Kind: kind, UserID: user, CreatedAt: now}
	notice.TargetID = notice.ID
	return notice
}

// NewAppNotice is the notice about an app that a user allows for the first time. The app is read when it is sent.
func NewAppNotice(grant APIKey) domain.Mail {
	notice := NewNotice(domain.NoticeApp, grant.UserID, grant.CreatedAt)
	notice.WorkspaceID, notice.TargetID = grant.WorkspaceID, grant.ID
	return notice
}

// NewWebhooksNotice is the notice to the owner of a workspace about the webhooks of an admin whose membership ended.
// The owner and the webhooks are read when it is sent.
func NewWebhooksNotice(w, formerAdmin domain.ID, now domain.Instant) domain.Mail {
	notice := NewNotice(domain.NoticeWebhooksStay, "", now)
	notice.WorkspaceID, notice.TargetID = w, formerAdmin
	return notice
}

// NewDeletionNotice is the notice to the owner of a workspace that is deleted.
func NewDeletionNotice(w Workspace) domain.Mail {
	notice := NewNotice(domain.NoticeWorkspaceDeleted, w.OwnerID, *w.DeletedAt)
	notice.WorkspaceID = w.ID
	return notice
}
