package domain

import "slices"

// KeyAccess is how much an API key may do of what its owner may do.
type KeyAccess string

// The levels of access, from the least to the most.
const (
	AccessRead KeyAccess = "read" // reads
	AccessTime KeyAccess = "time" // also writes the time of its owner
	AccessFull KeyAccess = "full" // everything that its owner may
)

var accessLevels = []KeyAccess{AccessRead, AccessTime, AccessFull}

// AccessLevels lists the levels, from the least to the most.
func AccessLevels() []KeyAccess { return slices.Clone(accessLevels) }

// AccessOrFull is the level of access. A key without one has full access.
func (k APIKey) AccessOrFull() KeyAccess {
	if k.Access == "" {
		return AccessFull
	}
	return k.Access
}

// Covers reports whether the level includes another one. An unknown level includes
// none and is included in none.
func (a KeyAccess) Covers(needed KeyAccess) bool {
	has, needs := slices.Index(accessLevels, a), slices.Index(accessLevels, needed)
	return needs >= 0 && has >= needs
}
