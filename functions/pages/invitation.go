package pages

import (
	"context"

	"stint/shared/domain"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
)

func (f *Family) invitation(ctx context.Context, c *route.Call[linkInput]) (page.Page, error) {
	token, err := readToken(c)
	if err != nil {
		return page.Page{}, err
	}
	details, ok, err := f.accounts.FindInvitationByToken(ctx, token)
	if err != nil {
		return page.Page{}, err
	}
	p := readerOf(c.Request, "")
	if !ok {
		return invalidInvitationPage(p, problem.NotFound()), nil
	}
	return f.newInvitationView(p, details, token, joinInput{}).toPage(p, nil), nil
}

// newInvitationView shows an invitation with the form to accept it: to sign in when
// the address has an account, otherwise to register. The user types the address
// themselves, since the page must not reveal it to everybody who has the link.
func (f *Family) newInvitationView(p reader, o domain.InvitationDetails, token string, sent joinInput) view {
	s := view{
		Heading: p.Text("invitation.heading", "workspace", string(o.Workspace.Name)),
		Lines:   []string{p.Text("invitation.intro_nameless")},
		Facts: []fact{
			{p.Text("invitation.workspace"), string(o.Workspace.Name)},
			{p.Text("invitation.role"), p.Text("invitation.role_" + string(o.Invitation.Role))},
			{p.Text("invitation.address"), o.Invitation.Email.Mask()},
			{p.Text("invitation.until"), p.in(o.Workspace.Timezone).Moment(o.Invitation.ExpiresAt)},
		},
		Form: &form{Action: f.basePath + invitationPath, Token: token},
	}
	if o.Inviter != "" {
		s.Lines[0] = p.Text("invitation.intro", "inviter", string(o.Inviter))
	}
	email := emailField(p, string(sent.Form.Email))
	email.Hint = p.Text("invitation.email_hint")
	if o.HasAccount {
		s.Lines = append(s.Lines, p.Text("invitation.has_account"))
		s.Form.Button, s.Form.Fields = p.Text("invitation.sign_in"), []field{email, passwordField(p)}
		s.After = p.Lines("invitation.after_sign_in")
		return s
	}
	s.Form.Button, s.Form.Fields = p.Text("invitation.register"), []field{
		{Name: "displayName", Label: p.Text("field.your_name"), Type: "text", Autocomplete: "name", Value: string(sent.Form.DisplayName.Value), Hint: p.Text("field.your_name_hint")},
		email, newPasswordField(p, "password", p.Text("field.password")),
	}
	s.After = p.Lines("invitation.after_register")
	return s
}

func invalidInvitationPage(p reader, why error) page.Page {
	return invalidLinkPage(p, why, p.Lines("invitation.invalid"))
}
