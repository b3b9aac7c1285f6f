package pages

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

type joinInput struct {
	Form struct {
		Token       wire.Optional[string]      `form:"token"`                                     // from the mail
		DisplayName wire.Optional[domain.Name] `form:"displayName" minLength:"1" maxLength:"100"` // for a new account
		Email       domain.Email               `form:"email"`                                     // that the invitation was sent to
		Password    string                     `form:"password"`                                  // of the account, or for a new one
	}
}

// join takes an invitation up. Whether there is an account is for the service
// to know, whichever form was shown.
func (f *Family) join(ctx context.Context, c *route.Call[joinInput]) (page.Page, error) {
	if err := f.desk.OwnForm(c.Request); err != nil {
		return page.Page{}, err
	}
	in, issues, err := c.Read()
	if err != nil {
		return page.Page{}, err
	}
	token := sentToken(c.Request, in.Form.Token)
	offer, ok, err := f.desk.Offer(ctx, token)
	if err != nil {
		return page.Page{}, err
	}
	if !ok {
		return deadInvitation(errDead), nil
	}
	if issues.Clean("email") && in.Form.Email != offer.Invitation.Email {
		issues.AddMessage("email", problem.TokenInvalid, "is not the one that the invitation was sent to")
	}
	done, err := f.take(ctx, c, in, issues, offer)
	if problem.Is(err, problem.Validation) || problem.Is(err, problem.Unauthorized) {
		again := f.invitationSheet(offer, token, in)
		again.Form.mark(err)
		return again.page(err), nil
	}
	return done, err
}

// take takes an invitation up with what was filled in. Errors: validation and
// unauthorized for who may try again.
func (f *Family) take(ctx context.Context, c *route.Call[joinInput], in joinInput, issues *wire.Issues, o domain.Offer) (page.Page, error) {
	if o.HasAccount {
		if err := issues.Err(); err != nil {
			return page.Page{}, err
		}
		return f.accept(ctx, c.Now, in, o)
	}
	if !in.Form.DisplayName.Set && issues.Clean("displayName") {
		issues.Add("displayName", problem.Required)
	}
	accounts.CheckPassword(issues, "password", in.Form.Password, in.Form.Email)
	if err := issues.Err(); err != nil {
		return page.Page{}, err
	}
	return f.register(ctx, c.Request, in, o)
}

// register makes the account, and signs in.
func (f *Family) register(ctx context.Context, r *route.Request, in joinInput, o domain.Offer) (page.Page, error) {
	email := in.Form.Email
	if err := f.desk.Count(ctx, accounts.CountRegister, email); err != nil {
		return page.Page{}, err
	}
	user := f.desk.NewUser(r.Now, email, in.Form.DisplayName.Value, in.Form.Password)
	made, err := f.desk.RegisterInvited(ctx, r, user, o)
	if problem.Is(err, problem.Validation) {
		return deadInvitation(errDead), nil
	}
	if err != nil {
		return page.Page{}, err
	}
	f.desk.SetCookie(r, made.Session)
	return joined(o.Workspace, o.Invitation.Role, "Your account is made, and your address is confirmed."), nil
}

// accept joins with the account that there is. Errors: unauthorized for a wrong
// password, rate_limited.
func (f *Family) accept(ctx context.Context, now domain.Instant, in joinInput, o domain.Offer) (page.Page, error) {
	user, err := f.desk.Recognise(ctx, string(in.Form.Email), in.Form.Password)
	if err != nil {
		return page.Page{}, err
	}
	mine, err := f.desk.OfferTo(ctx, user, o.Invitation.ID)
	if err == nil {
		var member domain.Member
		if mine, member, err = f.desk.AcceptMailed(ctx, now, user, mine); err == nil {
			return joined(mine.Workspace, member.RoleIn(mine.Workspace), "Sign in as you are used to: you find the workspace among yours."), nil
		}
	}
	if problem.Is(err, problem.NotFound) {
		return deadInvitation(errDead), nil
	}
	return page.Page{}, err
}

func joined(w domain.Workspace, as domain.Role, next string) page.Page {
	return sheet{
		Heading: "Welcome to " + string(w.Name),
		Lines:   []string{"You are now a member, as " + string(as) + ".", next, "You can close this page."},
	}.page(nil)
}
