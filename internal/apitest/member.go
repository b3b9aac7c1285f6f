package apitest

import "fmt"

// Invite invites an address into the person's workspace and gives the
// invitation's id. An empty role leaves it to the service.
func (u *User) Invite(email, role string) string {
	u.t.Helper()
	body := map[string]any{"email": email}
	if role != "" {
		body["role"] = role
	}
	return u.Post("/api/workspaces/"+u.WorkspaceID+"/invitations", body).ID()
}

// AddMember invites name@example.com into the person's workspace, registers it
// through the mailed token, and gives the new member, signed in, whose active
// workspace is the person's.
func (u *User) AddMember(name, role string) *User {
	u.t.Helper()
	email := fmt.Sprintf("%s@example.com", name)
	u.Invite(email, role)
	return u.RegisterInvited(name, u.MailedToken(email, "invitation"))
}

// RegisterInvited makes an account that joins by an invitation's token.
func (s *Service) RegisterInvited(name, token string) *User {
	s.t.Helper()
	return s.UserOf(s.Send(Request{Method: "POST", Path: "/api/auth/register", Body: map[string]any{
		"email": fmt.Sprintf("%s@example.com", name), "password": Password, "displayName": name, "invitationToken": token,
	}}))
}

// VerifyEmail confirms the person's address by the token mailed to it.
func (u *User) VerifyEmail() {
	u.t.Helper()
	u.Post("/api/auth/verify-email", map[string]any{"token": u.MailedToken(u.Email, "verify-email")}).OK()
}
