package account

import (
	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/route"
)

// totpRoutes are the routes of the second factor.
var totpRoutes = []route.Spec{
	{
		ID: "account.totp", Method: "GET", Path: "/api/auth/totp",
		Credential: auth.Session, Permission: auth.OwnAccount,
		Summary: "Get the second factor",
		Notes:   "Whether the account has one, and how many recovery codes are left.",
		Op:      route.Op((*Family).totp),
	},
	{
		ID: "account.enroll_totp", Method: "POST", Path: "/api/auth/totp",
		Credential: auth.Session, Permission: auth.OwnAccount, Fresh: true,
		Summary:  "Enroll an authenticator app",
		Notes:    "The secret is shown this once. It counts only after a code of the app has confirmed it. Until then another one may take its place.",
		Problems: []problem.Code{problem.CodeConflict},
		Op:       route.Op((*Family).enrollTotp),
	},
	{
		ID: "account.confirm_totp", Method: "POST", Path: "/api/auth/totp/confirm",
		Credential: auth.Session, Permission: auth.OwnAccount, Fresh: true, Throttle: route.StrictThrottle,
		Summary:  "Confirm the second factor",
		Notes:    "The recovery codes are shown this once. The code counts as used.",
		Problems: []problem.Code{problem.CodeConflict, problem.CodeRateLimited},
		Op:       route.Op((*Family).confirmTotp),
	},
	{
		ID: "account.disable_totp", Method: "DELETE", Path: "/api/auth/totp",
		Credential: auth.Session, Permission: auth.OwnAccount, Fresh: true, Throttle: route.StrictThrottle,
		Summary:  "Disable the second factor",
		Notes:    "Takes a code of the app or a recovery code.",
		Problems: []problem.Code{problem.CodeConflict, problem.CodeRateLimited},
		Op:       route.Op((*Family).disableTotp),
	},
	{
		ID: "account.replace_recovery_codes", Method: "POST", Path: "/api/auth/totp/recovery-codes",
		Credential: auth.Session, Permission: auth.OwnAccount, Fresh: true, Throttle: route.StrictThrottle,
		Summary:  "Replace the recovery codes",
		Notes:    "Takes a code of the app or a recovery code. The new codes are shown this once, and the earlier ones stop working.",
		Problems: []problem.Code{problem.CodeConflict, problem.CodeRateLimited},
		Op:       route.Op((*Family).replaceRecoveryCodes),
	},
}
