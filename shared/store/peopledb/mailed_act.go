package peopledb

import (
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// ErrActDone refuses the second use of a token in a notification.
var ErrActDone = problem.Conflict(problem.AlreadyDecided, "The link in the mail was used before.")

// ActItem is the item of a mailed act, which expires with its token.
func ActItem(a people.MailedAct) table.Item {
	return table.WithExpiry(table.Encode(key.Token(a.Digest), a), a.ExpiresAt.Time)
}

// DoAct marks an act as done, which must not be done yet. It belongs into the transaction of what the act does.
func DoAct(done people.MailedAct) table.Action {
	unused := expression.AttributeNotExists(core.Field[people.MailedAct]("UsedAt"))
	return table.UpdateAttributesUnversioned(ActItem(done), core.Attributes[people.MailedAct]("UsedAt")...).
		Provided(unused).Or(ErrActDone)
}
