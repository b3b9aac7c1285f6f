package accounts

import (
	"context"
	"strings"
	"unicode"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
)

// NewUser makes the user of a registration. The account knows the device of the request
// from then on. CheckPassword must have accepted the password.
func (s *Service) NewUser(r *route.Request, e domain.Email, name domain.Name, plain string) people.User {
	user := people.User{
		ID: domain.NewID(), Email: e, DisplayName: name, PasswordHash: s.hasher.Hash(plain), CreatedAt: r.Now, Version: 1,
	}
	user, _ = user.SignInFrom(deviceOf(r, user.ID), r.Now)
	return user
}

// DefaultWorkspaceName is the name of a new user's workspace unless they choose
// another.
func DefaultWorkspaceName(name domain.Name) domain.Name {
	const suffix = "'s workspace"
	all := []rune(name)
	if most := domain.MaxDisplayName - len(suffix); len(all) > most {
		all = all[:most]
	}
	return domain.Name(strings.TrimRightFunc(string(all), isNoEnd)) + suffix
}

// isNoEnd reports whether no name may end with a character: a space, or one that joins it to the next.
func isNoEnd(r rune) bool { return unicode.In(r, unicode.Z, unicode.Cf) }

// RegisterInvited makes the account and the membership of an invited user. The
// token came by mail, so the address is verified. The workspace that they join is active in the session. Errors:
// conflict when the address is taken; validation with token_invalid when the invitation can no longer be accepted;
// service_unavailable.
func (s *Service) RegisterInvited(ctx context.Context, r *route.Request, user people.User,
	details people.InvitationDetails, prepare Preparation) (SignedIn, error) {
	invitation := details.Invitation
	user.EmailVerified, user.LastWorkspaceID = true, invitation.WorkspaceID
	digest, err := s.InvitationTokenDigest(ctx, invitation)
	if err != nil {
		return SignedIn{}, err
	}
	signedIn := SignedIn{User: user, Session: NewSession(r, user, people.ByPassword, invitation.WorkspaceID),
		Workspace: &ActiveWorkspace{ID: details.Workspace.ID, Name: details.Workspace.Name, Role: invitation.Role}}
	if err := prepare(ctx, r, &signedIn); err != nil {
		return SignedIn{}, err
	}
	err = s.store.CreateInvitedAccount(ctx, peopledb.InvitedRegistration{
		User: user, Session: signedIn.Session,
		Acceptance: peopledb.Acceptance{
			Was: invitation, Accepted: invitation.Accept(user.ID, r.Now), Member: details.AcceptedMember(user.ID, r.Now),
			TokenDigest: digest, User: user,
		},
	})
	if err == nil {
		s.RememberNetwork(ctx, user)
	}
	return signedIn, err
}

// admissionStore knows whether the instance has an account.
type admissionStore interface {
	// IsUsed reports whether the instance has an account.
	IsUsed(ctx context.Context) (bool, error)
	// MarkUsed marks that it has.
	MarkUsed(ctx context.Context) error
	// HasOpenInvitation reports whether an address has an open invitation.
	HasOpenInvitation(ctx context.Context, e domain.Email) (bool, error)
}

// CheckRegistration decides whether the holder of an address may have an account without an
// invitation. The first account of the instance is always admitted, and the store makes
// that a condition of the write. Errors: forbidden with registration_closed.
func (s *Service) CheckRegistration(ctx context.Context, e domain.Email) (people.Admission, error) {
	isAdmitted := s.registration().Admits(e)
	if isAdmitted && !s.config.WorkspacesByOperator {
		return people.Admitted, nil
	}
	used, err := s.store.IsUsed(ctx)
	switch {
	case err == nil && used && isAdmitted:
		return people.Admitted, nil
	case err == nil && used:
		err = problem.Forbidden(problem.RegistrationClosed)
	}
	return people.AdmittedAsFirst, err
}

// FirstWorkspace gives a user who registers their first workspace; nil where the operator decides who makes some, and
// it is not the first account. The first account may make more.
func (s *Service) FirstWorkspace(u *people.User, name domain.Name, a people.Admission,
	now domain.Instant) *people.Workspace {
	u.MakesWorkspaces = a == people.AdmittedAsFirst
	if s.config.WorkspacesByOperator && !u.MakesWorkspaces {
		return nil
	}
	w := people.NewWorkspace(u.ID, name, now)
	u.LastWorkspaceID, u.WorkspacesMade, w.MadeBy = w.ID, 1, u.ID
	return &w
}

// ActiveFirst is the first workspace as the active one of a session; nil without one.
func ActiveFirst(w *people.Workspace) *ActiveWorkspace {
	if w == nil {
		return nil
	}
	return &ActiveWorkspace{ID: w.ID, Name: w.Name, Role: people.RoleOwner}
}

// checkProvenRegistration is CheckRegistration for an address that was proved. An open
// invitation admits it too, because its token would prove no more.
func (s *Service) checkProvenRegistration(ctx context.Context, e domain.Email) (people.Admission, error) {
	admission, closed := s.CheckRegistration(ctx, e)
	if !problem.Is(closed, problem.CodeForbidden) {
		return admission, closed
	}
	invited, err := s.store.HasOpenInvitation(ctx, e)
	if err != nil {
		return admission, err
	}
	if !invited {
		return admission, closed
	}
	return people.Admitted, nil
}

func (s *Service) registration() people.RegistrationPolicy {
	return people.RegistrationPolicy{InvitedOnly: s.config.InvitedOnly, Domains: s.config.RegistrationDomains}
}

// noteAccount marks at a sign-in that the instance has an account, where that matters.
// A table of an older version has no such mark.
func (s *Service) noteAccount(ctx context.Context) {
	if s.config.InvitedOnly || len(s.config.RegistrationDomains) > 0 || s.config.WorkspacesByOperator {
		_ = s.store.MarkUsed(ctx) // the next sign-in tries again
	}
}
