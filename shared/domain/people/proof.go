package people

import (
	"stint/shared/domain"
)

// A person proves an address by an act that uses what was mailed to it. There are four:
// the confirmation of the address, a password reset, an accepted invitation, and the
// confirmation of a sign-in at a provider.

// ProofAct says what an act of proof used.
type ProofAct bool

// The kinds of acts.
const (
	// ProofWithAccount: the act also used the password or a session of the account.
	// Before the first proof only whoever set the password has either of them.
	ProofWithAccount ProofAct = true
	// ProofByMail: the act used the mail alone.
	ProofByMail ProofAct = false
)

// ProveEmail is the user after an act has proved that the address is theirs. A later
// proof changes nothing. The first one makes the account the prover's alone, because
// another person may have registered the address: it ends all sessions, API keys,
// external logins and passkeys. The store also ends the calendar connection (IsFirstProof). The
// password, the second factor and the known devices and networks stay only if the
// password, or a session, was part of the act.
func (u User) ProveEmail(act ProofAct, now domain.Instant) User {
	if u.EmailVerified {
		return u
	}
	u.EmailVerified, u.Logins, u.Passkeys = true, nil, 0
	u.Epoch++
	u = u.SetPassword(u.PasswordHash)
	if act == ProofByMail {
		u.PasswordHash, u.SecondFactor, u.Devices, u.NetworkEpoch = "", nil, nil, u.Epoch
	}
	return u.VoidAPIKeys(now)
}

// IsFirstProof reports whether the address was proved between two states of a user.
func IsFirstProof(before, after User) bool { return !before.EmailVerified && after.EmailVerified }

// ResetPassword is the user with a new password by a mailed token, which proves the
// address. All sessions end. All API keys end too, unless keepAPIKeys is true; the
// first proof of the address ends them in any case.
func (u User) ResetPassword(hash string, keepAPIKeys bool, now domain.Instant) User {
	proved := u.ProveEmail(ProofByMail, now).SetPassword(hash)
	if IsFirstProof(u, proved) {
		return proved
	}
	proved.Epoch++
	if keepAPIKeys {
		return proved
	}
	return proved.VoidAPIKeys(now)
}

// LinksLogin reports whether a mailed token may still link its login to the account
// of its address. Where the token is the first proof, it may, unless it was asked for
// another account: an earlier one of the address, which was deleted. An account that was
// proved before takes only a token that was asked for since: an older one may belong
// to the person whose access that proof ended.
func (t MailedToken) LinksLogin(u User) bool {
	if !u.EmailVerified {
		return t.UserID == "" || t.UserID == u.ID
	}
	return t.UserID == u.ID && t.Epoch == u.Epoch
}
