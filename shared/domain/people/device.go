package people

import (
	"slices"
	"time"

	"stint/shared/domain"
	"stint/shared/pattern"
)

// DeviceMemory is how long an account knows a device after its last sign-in.
const DeviceMemory = 90 * 24 * time.Hour

// MaxDevices is how many devices an account knows. The one that was not used for the
// longest time is forgotten first.
const MaxDevices = 10

// Device is a network and a program from which a user signed in.
type Device struct {
	Digest string `db:"digest"`
	Day    int64  `db:"day"` // of the last sign-in, in days since 1970
}

// LastSignIn is the day of the last sign-in from the device, in UTC.
func (d Device) LastSignIn() domain.Date { return domain.Date("1970-01-01").AddDays(int(d.Day)) }

// programVersion is a version in a User-Agent, such as /126.0.
var programVersion = pattern.New(`/[0-9.]+`)

// DeviceDigest names a device of a user: the client's network and the program that its
// User-Agent names. An update of the program is no other device.
func DeviceDigest(u domain.ID, network, userAgent string) string {
	return domain.Digest(string(u) + " " + network + " " + programVersion.ReplaceAllString(userAgent, ""))[:16]
}

// SignInFrom is the user after a sign-in from a device. isNew reports whether the account
// did not know the device. An account that knows none yet takes the first as known.
func (u User) SignInFrom(digest string, now domain.Instant) (next User, isNew bool) {
	today := now.Unix() / int64(domain.Day/time.Second)
	known := slices.DeleteFunc(slices.Clone(u.Devices), func(d Device) bool {
		return d.Day < today-int64(DeviceMemory/domain.Day)
	})
	isNew = len(u.Devices) > 0 && !slices.ContainsFunc(known, func(d Device) bool { return d.Digest == digest })
	known = slices.DeleteFunc(known, func(d Device) bool { return d.Digest == digest })
	known = append(known, Device{Digest: digest, Day: today})
	u.Devices = known[max(0, len(known)-MaxDevices):]
	return u, isNew
}

// KnownNetworkLifetime is how long an account remembers a network after its last sign-in
// from there.
const KnownNetworkLifetime = 90 * 24 * time.Hour

// KnownNetwork notes that an account signed in from a network.
type KnownNetwork struct {
	UserID domain.ID `db:"uid,omitempty"`   // "" for a network that was remembered without it
	Epoch  int64     `db:"epoch,omitempty"` // of the account, when the network was remembered last
}

// KnownNetwork is the note that the user signs in from a network now.
func (u User) KnownNetwork() KnownNetwork { return KnownNetwork{UserID: u.ID, Epoch: u.Epoch} }

// KnowsNetwork reports whether a network is one of this account: not of an earlier account
// of the address, and not of a person whose access the first proof of the address ended.
func (u User) KnowsNetwork(n KnownNetwork) bool {
	return u.ID != "" && (n.UserID == "" || n.UserID == u.ID) && n.Epoch >= u.NetworkEpoch
}
