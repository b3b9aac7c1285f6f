package account

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/wire"
)

type preferencesInput struct {
	Body struct {
		PreferredLanguage wire.Clearable[domain.Language] `json:"preferredLanguage"`
	}
}

func (f *Family) preferences(ctx context.Context, c *route.Call[preferencesInput]) (accounts.UserAnswer, error) {
	in, err := c.ReadValid()
	if err != nil {
		return accounts.UserAnswer{}, err
	}
	user := c.User
	if err := c.CheckIfMatch(user.Version); err != nil {
		return accounts.UserAnswer{}, err
	}
	language := in.Body.PreferredLanguage
	if !language.Set {
		return accounts.UserAnswerOf(user), nil
	}
	user.Language = ""
	if language.Value != nil {
		user.Language = *language.Value
	}
	user, err = f.store.ChangeUser(ctx, user)
	return accounts.UserAnswerOf(user), err
}
