package pages

import (
	"context"

	"stint/shared/domain"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
)

func (f *Family) invitationPage(ctx context.Context, c *route.Call[linked]) (page.Page, error) {
	token, err := tokenOf(c)
	if err != nil {
		return page.Page{}, err
	}
	offer, ok, err := f.desk.Offer(ctx, token)
	if err != nil {
		return page.Page{}, err
	}
	if !ok {
		return deadInvitation(problem.Missing()), nil
	}
	return f.invitationSheet(offer, token, joinInput{}).page(nil), nil
}

// invitationSheet shows an invitation with the form to take it up: for an
// address with an account to prove who they are, for any other to register.
// The address is left to be typed, since the page does not tell it.
func (f *Family) invitationSheet(o domain.Offer, token string, sent joinInput) sheet {
	s := sheet{
		Heading: "Join " + string(o.Workspace.Name),
		Lines:   []string{inviterOf(o) + " invites you to track time together on Stint."},
		Facts: []fact{
			{"Workspace", string(o.Workspace.Name)},
			{"You would join as", string(o.Invitation.Role)},
			{"Invited address", o.Invitation.Email.Masked()},
			{"Good until", o.Invitation.ExpiresAt.Format("2 January 2006, 15:04 UTC")},
		},
		Form: &form{Action: f.base + invitationPath, Token: token},
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

func inviterOf(o domain.Offer) string {
	if o.Inviter == "" {
		return "Somebody"
	}
	return string(o.Inviter)
}

func deadInvitation(why error) page.Page {
	return deadLink(why,
		"The invitation was used, withdrawn or sent again, has expired, or the link was not copied whole.",
		"If you have joined already, just sign in. If not, look for a newer mail, or ask who invited you for another.",
	)
}
