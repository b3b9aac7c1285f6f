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
	if !ok {
		return invalidInvitationPage(problem.NotFound()), nil
	}
	return f.newInvitationView(details, token, joinInput{}).toPage(nil), nil
}

// newInvitationView shows an invitation with the form to accept it: to sign in when
// the address has an account, otherwise to register. The user types the address
// themselves, since the page must not reveal it to everybody who has the link.
func (f *Family) newInvitationView(o domain.InvitationDetails, token string, sent joinInput) view {
	s := view{
		Heading: "Join " + string(o.Workspace.Name),
		Lines:   []string{inviterName(o) + " invites you to track time together on Stint."},
		Facts: []fact{
			{"Workspace", string(o.Workspace.Name)},
			{"You would join as", string(o.Invitation.Role)},
			{"Invited address", o.Invitation.Email.Mask()},
			{"Valid until", o.Invitation.ExpiresAt.Format("2 January 2006, 15:04 UTC")},
		},
		Form: &form{Action: f.basePath + invitationPath, Token: token},
	}
	email := emailField(string(sent.Form.Email))
	email.Hint = "The address that the invitation was sent to."
	if o.HasAccount {
		s.Lines = append(s.Lines, "You have an account with this address. Sign in to join.")
		s.Form.Button, s.Form.Fields = "Sign in and join", []field{email, passwordField()}
		s.After = []string{
			"If you are signed in already, you also find this invitation under your pending invitations.",
			"No password, or a forgotten one? Request a new one where you sign in, then open the link in the mail again.",
		}
		return s
	}
	s.Form.Button, s.Form.Fields = "Register and join", []field{
		{Name: "displayName", Label: "Your name", Type: "text", Autocomplete: "name", Value: string(sent.Form.DisplayName.Value), Hint: "Other members of the workspace see it."},
		email, newPasswordField("password", "Password"),
	}
	s.After = []string{"If you do not know who invited you, close this page."}
	return s
}

func inviterName(o domain.InvitationDetails) string {
	if o.Inviter == "" {
		return "Somebody"
	}
	return string(o.Inviter)
}

func invalidInvitationPage(why error) page.Page {
	return invalidLinkPage(why,
		"The invitation was used, revoked or sent again, or it has expired, or the link was not copied completely.",
		"If you have joined already, sign in. If not, look for a newer mail, or ask for a new invitation.",
	)
}
