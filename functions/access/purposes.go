package access

import (
	"slices"

	"stint/shared/secret"
	"stint/shared/store"
)

// PurposesOf lists the purposes whose data keys a function may open, by its name. The permissions
// for KMS and for the sealed data keys in the table are made from it, and the tests refuse every
// other purpose.
func PurposesOf(function string) []secret.Purpose { return slices.Clone(purposes[function]) }

// purposes gives each function the purposes that it needs. A function that may open the
// data key of refresh tokens can sign in as anybody. Functions with lists need cursors.
var purposes = map[string][]secret.Purpose{
	"account":     {secret.Refresh, secret.AccountMail, secret.InvitationMail, secret.SecondFactor, secret.Network, secret.Cursor},
	"apikeys":     {secret.Cursor},
	"calendar":    {secret.OAuth, secret.Calendar},
	"changes":     {secret.Cursor},
	"clients":     {secret.Cursor},
	"entries":     {secret.Cursor},
	"invitations": {secret.InvitationMail, secret.Cursor},
	"pages":       {secret.Refresh, secret.InvitationMail, secret.SecondFactor, secret.Network},
	"projects":    {secret.Cursor},
	"reports":     {secret.Cursor},
	"sso":         {secret.Refresh, secret.AccountMail, secret.OAuth, secret.SecondFactor, secret.Network},
	"submissions": {secret.ClientLinkMail, secret.Cursor},
	"tags":        {secret.Cursor},
	"tasks":       {secret.Cursor},
	"webhooks":    {secret.Webhook, secret.Cursor},
	"workspaces":  {secret.Cursor},
	Deliverer:     {secret.Webhook, secret.Cursor},
	Worker:        {secret.AccountMail, secret.InvitationMail, secret.ClientLinkMail, secret.Calendar},
}

// sealedKeysOf are the partitions with the sealed data keys of a function's purposes.
func sealedKeysOf(function string) []store.Partition {
	var all []store.Partition
	for _, p := range PurposesOf(function) {
		all = append(all, store.SealedKey(p))
	}
	return all
}
