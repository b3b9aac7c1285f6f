package apikeys

import (
	"context"

	"stint/shared/domain"
	"stint/shared/paging"
	"stint/shared/route"
)

// inventoryAnswer is a key with the member whose key it is.
type inventoryAnswer struct {
	apiKeyAnswer
	User keyUser `json:"user"`
}

// keyUser is the user of a key, as the list of members shows them.
type keyUser struct {
	ID          domain.ID    `json:"id"`
	DisplayName domain.Name  `json:"display_name"`
	Email       domain.Email `json:"email"`
}

func toInventoryAnswer(k domain.APIKeyDetails, now domain.Instant) inventoryAnswer {
	user := keyUser{ID: k.UserID}
	if k.User != nil {
		user.DisplayName, user.Email = k.User.DisplayName, k.User.Email
	}
	return inventoryAnswer{apiKeyAnswer: toAnswer(k, now), User: user}
}

func (f *Family) inventory(ctx context.Context, c *route.Call[listInput]) (route.List[inventoryAnswer], error) {
	in, err := c.ReadValid()
	if err != nil {
		return route.List[inventoryAnswer]{}, err
	}
	page, err := f.store.WorkspaceAPIKeys(ctx, c.WorkspaceID(), in.Page(c.Request))
	return paging.ToList(page, err, func(k domain.APIKeyDetails) inventoryAnswer { return toInventoryAnswer(k, c.Now) })
}
