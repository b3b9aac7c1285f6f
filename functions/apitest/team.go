package apitest

import "fmt"

// Invite invites an address into the person's workspace and gives the
// invitation's id. An empty role leaves it to the service.
func (p *Person) Invite(email, role string) string {
	p.t.Helper()
	body := map[string]any{"email": email}
	if role != "" {
		body["role"] = role
	}
	return p.Post("/api/workspaces/"+p.WorkspaceID+"/invitations", body).ID()
}

// Bring invites name@example.com into the person's workspace, registers it
// through the mailed token, and gives the new member, signed in, whose active
// workspace is the person's.
func (p *Person) Bring(name, role string) *Person {
	p.t.Helper()
	email := fmt.Sprintf("%s@example.com", name)
	p.Invite(email, role)
	return p.RegisterInvited(name, p.MailedToken(email, "invitation"))
}

// RegisterInvited makes an account that joins by an invitation's token.
func (h *House) RegisterInvited(name, token string) *Person {
	h.t.Helper()
	return h.Signed(h.Send(Request{Method: "POST", Path: "/api/auth/register", Body: map[string]any{
		"email": fmt.Sprintf("%s@example.com", name), "password": Password, "displayName": name, "invitationToken": token,
	}}))
}

// Verify confirms the person's address by the token mailed to it.
func (p *Person) Verify() {
	p.t.Helper()
	p.Post("/api/auth/verify-email", map[string]any{"token": p.MailedToken(p.Email, "verify-email")}).OK()
}
