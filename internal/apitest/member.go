package apitest

import "fmt"

// Invite invites an address to the user's workspace and returns the invitation's id.
// With an empty role the request has no role.
func (u *User) Invite(email, role string) string {
	u.t.Helper()
	body := map[string]any{"email": email}
	if role != "" {
		body["role"] = role
	}
	return u.Post("/api/workspaces/"+u.WorkspaceID+"/invitations", body).ID()
}

// AddMember invites name@example.com to the user's workspace and registers the new
// member with the mailed token. The workspace is the member's active one.
func (u *User) AddMember(name, role string) *User {
	u.t.Helper()
	email := fmt.Sprintf("%s@example.com", name)
	u.Invite(email, role)
	return u.RegisterInvited(name, u.MailedToken(email, "invitation"))
}

// RegisterInvited registers name@example.com with the token of an invitation.
func (s *Service) RegisterInvited(name, token string) *User {
	s.t.Helper()
	return s.UserOf(s.Send(Request{Method: "POST", Path: "/api/auth/register", Body: map[string]any{
		"email": fmt.Sprintf("%s@example.com", name), "password": Password, "displayName": name, "invitationToken": token,
	}}))
}

// VerifyEmail verifies the user's address with the mailed token.
func (u *User) VerifyEmail() {
	u.t.Helper()
	u.Post("/api/auth/verify-email", map[string]any{"token": u.MailedToken(u.Email, "verify-email")}).OK()
}
