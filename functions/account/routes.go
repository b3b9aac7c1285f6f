package account

import (
	"stint/shared/auth"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = []route.Spec{
	{
		ID: "account.register", Method: "POST", Path: "/api/auth/register",
		Credential: auth.Public, Permission: auth.Everyone, Limit: route.LimitAccount, Rate: route.Strict,
		Summary: "Register an account",
		Notes:   "Makes the user and a first workspace that they own, and opens a session. With an invitation token the user joins that workspace instead.",
		Op:      route.Op((*Family).register),
	},
}
