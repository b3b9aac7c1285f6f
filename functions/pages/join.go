package pages

import (
	"context"
	"errors"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type joinInput struct {
	Form struct {
		Token       wire.Optional[string]      `form:"token"`                            // from the mail
		DisplayName wire.Optional[domain.Name] `form:"displayName" bounds:"displayName"` // for a new account
		Email       domain.Email               `form:"email"`                            // that the invitation was sent to
		Password    string                     `form:"password"`                         // of the account, or for a new one
		Code        wire.Optional[string]      `form:"code"`                             // of the account's second factor
	}
}

// join accepts an invitation. It reads again whether the address has an account,
// since one may have been registered since the form was shown.
func (f *Family) join(ctx context.Context, c *route.Call[joinInput]) (page.Page, error) {
	in, issues, err := readForm(f, c)
	if err != nil {
		return page.Page{}, err
	}
	token := submittedToken(c.Request, in.Form.Token)
	details, ok, err := f.accounts.FindInvitationByToken(ctx, token)
	if err != nil {
		return page.Page{}, err
	}
	p := readerOf(c.Request, "")
	if !ok {
		return invalidInvitationPage(p, errTokenInvalid), nil
	}
	if issues.IsClean("email") && in.Form.Email != details.Invitation.Email {
		issues.AddMessage("email", problem.TokenInvalid, "is not the one that the invitation was sent to")
	}
	joined, err := f.acceptOrRegister(ctx, c, in, issues, details)
	needsCode := errors.Is(err, accounts.ErrCodeRequired)
	if needsCode || problem.Is(err, problem.CodeValidation) || problem.Is(err, problem.CodeUnauthorized) {
		again := f.newInvitationView(p, details, token, in)
		if needsCode || in.Form.Code.Set {
			again.Form.Fields = append(again.Form.Fields, codeField(p))
		}
		markErrors(again.Form, p, err)
		return again.Page(p, err), nil
	}
	return joined, err
}

// acceptOrRegister accepts an invitation with an account or registers one. Errors:
// validation and unauthorized, after which the form can be sent again.
func (f *Family) acceptOrRegister(ctx context.Context, c *route.Call[joinInput], in joinInput, issues *wire.Issues,
	o people.InvitationDetails) (page.Page, error) {
	if o.HasAccount {
		if err := issues.Err(); err != nil {
			return page.Page{}, err
		}
		return f.accept(ctx, c.Request, in, o)
	}
	if !in.Form.DisplayName.Set && issues.IsClean("displayName") {
		issues.Add("displayName", problem.Required)
	}
	accounts.CheckPassword(issues, "password", in.Form.Password, in.Form.Email)
	if err := issues.Err(); err != nil {
		return page.Page{}, err
	}
	return f.register(ctx, c.Request, in, o)
}

// register creates an account and signs in.
func (f *Family) register(ctx context.Context, r *route.Request, in joinInput,
	o people.InvitationDetails) (page.Page, error) {
	email := in.Form.Email
	if err := f.accounts.CountAttempt(ctx, accounts.AttemptRegister, email); err != nil {
		return page.Page{}, err
	}
	p := readerOf(r, "")
	user := f.accounts.NewUser(r, email, in.Form.DisplayName.Value, in.Form.Password)
	signedIn, err := f.accounts.RegisterInvited(ctx, r, user, o, f.accounts.PrepareCookie)
	if problem.Is(err, problem.CodeValidation) {
		return invalidInvitationPage(p, errTokenInvalid), nil
	}
	if err != nil {
		return page.Page{}, err
	}
	signedIn.Send(r)
	return joinedPage(p, o.Workspace, o.Invitation.Role, "invitation.joined_registered"), nil
}

// accept joins with an existing account. Errors: unauthorized for a wrong password;
// accounts.ErrCodeRequired and accounts.ErrCodeWrong where the account has a second
// factor; rate_limited.
func (f *Family) accept(ctx context.Context, r *route.Request, in joinInput,
	o people.InvitationDetails) (page.Page, error) {
	user, err := f.accounts.AuthenticateWithCode(ctx, r.Now, string(in.Form.Email), in.Form.Password, in.Form.Code.Value)
	if err != nil {
		return page.Page{}, err
	}
	p := readerOf(r, user.Language)
	details, err := f.accounts.FindInvitation(ctx, user, o.Invitation.ID)
	if err == nil {
		var member people.Member
		if details, member, err = f.accounts.AcceptInvitationByToken(ctx, r.Now, user, details); err == nil {
			return joinedPage(p, details.Workspace, member.RoleIn(details.Workspace), "invitation.joined_accepted"), nil
		}
	}
	if problem.Is(err, problem.CodeNotFound) {
		return invalidInvitationPage(p, errTokenInvalid), nil
	}
	return page.Page{}, err
}

// joinedPage welcomes a new member. next is the key of the text that says what to do.
func joinedPage(p reader, w people.Workspace, as people.Role, next string) page.Page {
	return view{
		Heading: p.Text("invitation.joined_heading", "workspace", string(w.Name)),
		Lines: []string{p.Text("invitation.joined", "role", p.Text("invitation.role_"+string(as))), p.Text(next),
			p.Text("invitation.close")},
	}.Page(p, nil)
}

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
	return f.newInvitationView(p, details, token, joinInput{}).Page(p, nil), nil
}

// newInvitationView shows an invitation with the form to accept it: to sign in when
// the address has an account, otherwise to register. The user types the address
// themselves, since the page must not reveal it to everybody who has the link.
func (f *Family) newInvitationView(p reader, o people.InvitationDetails, token string, sent joinInput) view {
	s := view{
		Heading: p.Text("invitation.heading", "workspace", string(o.Workspace.Name)),
		Lines:   []string{p.Text("invitation.intro_nameless")},
		Facts: []fact{
			{Name: p.Text("invitation.workspace"), Value: string(o.Workspace.Name)},
			{Name: p.Text("invitation.role"), Value: p.Text("invitation.role_" + string(o.Invitation.Role))},
			{Name: p.Text("invitation.address"), Value: o.Invitation.Email.Mask()},
			{Name: p.Text("invitation.until"), Value: p.In(o.Workspace.Timezone).Moment(o.Invitation.ExpiresAt)},
		},
	}
	if o.Inviter != "" {
		s.Lines[0] = p.Text("invitation.intro", "inviter", string(o.Inviter))
	}
	email := emailField(p, string(sent.Form.Email))
	email.Hint = p.Text("invitation.email_hint")
	if o.HasAccount {
		s.Lines = append(s.Lines, p.Text("invitation.has_account"))
		s.Form = newForm(f.basePath+invitationPath, token, p.Text("invitation.sign_in"), email, passwordField(p))
		s.After = p.Lines("invitation.after_sign_in")
		return s
	}
	s.Form = newForm(f.basePath+invitationPath, token, p.Text("invitation.register"),
		field{Name: "displayName", Label: p.Text("field.your_name"), Type: "text", Autocomplete: "name",
			Value: string(sent.Form.DisplayName.Value), Hint: p.Text("field.your_name_hint")}, email,
		newPasswordField(p, "password", p.Text("field.password")))
	s.After = p.Lines("invitation.after_register")
	return s
}

func invalidInvitationPage(p reader, why error) page.Page {
	return invalidLinkPage(p, why, p.Lines("invitation.invalid"))
}
