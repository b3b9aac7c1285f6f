package domain

import "time"

// KnownNetworkLifetime is how long an account remembers a network after its last sign-in
// from there.
const KnownNetworkLifetime = 90 * 24 * time.Hour

// KnownNetwork notes that an account signed in from a network.
type KnownNetwork struct {
	UserID ID    `db:"uid,omitempty"`   // "" for a network that was remembered without it
	Epoch  int64 `db:"epoch,omitempty"` // of the account, when the network was remembered last
}

// KnownNetwork is the note that the user signs in from a network now.
func (u User) KnownNetwork() KnownNetwork { return KnownNetwork{UserID: u.ID, Epoch: u.Epoch} }

// KnowsNetwork reports whether a network is one of this account: not of an earlier account
// of the address, and not of a person whose access the first proof of the address ended.
func (u User) KnowsNetwork(n KnownNetwork) bool {
	return u.ID != "" && (n.UserID == "" || n.UserID == u.ID) && n.Epoch >= u.NetworkEpoch
}
