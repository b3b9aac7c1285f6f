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

// newInvitationView shows an invitation with the form to take it up: for an
// address with an account to prove who they are, for any other to register.
// The address is left to be typed, since the page does not tell it.
func (f *Family) newInvitationView(o domain.InvitationDetails, token string, sent joinInput) view {
	s := view{
		Heading: "Join " + string(o.Workspace.Name),
		Lines:   []string{inviterName(o) + " invites you to track time together on Stint."},
		Facts: []fact{
			{"Workspace", string(o.Workspace.Name)},
			{"You would join as", string(o.Invitation.Role)},
			{"Invited address", o.Invitation.Email.Mask()},
			{"Good until", o.Invitation.ExpiresAt.Format("2 January 2006, 15:04 UTC")},
		},
		Form: &form{Action: f.basePath + invitationPath, Token: token},
	}
	email := emailField(string(sent.Form.Email))
	email.Hint = "The one that the invitation was sent to."
	if o.HasAccount {
		s.Lines = append(s.Lines, "You have an account with this address: sign in to join.")
		s.Form.Button, s.Form.Fields = "Sign in and join", []field{email, passwordField()}
		s.After = []string{
			"Where you are signed in already, you find the invitation among those that are pending.",
			"No password, or a forgotten one? Ask for a new one where you sign in, and then open the link in the mail again.",
		}
		return s
	}
	s.Form.Button, s.Form.Fields = "Register and join", []field{
		{Name: "displayName", Label: "Your name", Type: "text", Autocomplete: "name", Value: string(sent.Form.DisplayName.Value), Hint: "As others in the workspace see it."},
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
		"The invitation was used, withdrawn or sent again, has expired, or the link was not copied whole.",
		"If you have joined already, just sign in. If not, look for a newer mail, or ask who invited you for another.",
	)
}
