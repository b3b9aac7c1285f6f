package store

import (
	"crypto/sha256"
	"strconv"

	"stint/shared/domain"
	"stint/shared/secret"
	"stint/shared/table"
)

// Under a user.

// userPK is the partition of a user.
func userPK(u domain.ID) string { return userPrefix + string(u) }

// profileKey is the key of a user's account.
func profileKey(u domain.ID) table.Key { return key(userPK(u), "PROFILE") }

// sessionKey is the key of a session.
func sessionKey(u, s domain.ID) table.Key { return key(userPK(u), sessionPrefix+string(s)) }

// membershipKey is the key of the pointer from a user to a workspace.
func membershipKey(u, w domain.ID) table.Key {
	return key(userPK(u), membershipPrefix+string(w))
}

// endedGrantKey is the key of an ended grant, by the work that revokes it.
func endedGrantKey(u, work domain.ID) table.Key { return key(userPK(u), endedGrantPrefix+string(work)) }

// calendarKey is the key of a calendar connection.
func calendarKey(u domain.ID, provider string) table.Key {
	return key(userPK(u), calendarPrefix+provider)
}

// apiKeyPointerKey is the key of the pointer to one of a user's API keys.
func apiKeyPointerKey(u, w, k domain.ID) table.Key {
	return key(userPK(u), apiKeyPointerPrefix(w)+string(k))
}

// apiKeyPointerPrefix is the prefix of the pointers to a user's API keys in a
// workspace, or in all workspaces for "".
func apiKeyPointerPrefix(w domain.ID) string {
	if w == "" {
		return apiKeyPrefix
	}
	return apiKeyPrefix + string(w) + "#"
}

// replayKey is the key of the remembered answer to a request with an
// Idempotency-Key. It is with the caller's time in the workspace, so that it is
// purged with the workspace, or with the user where no workspace is involved.
func replayKey(w, u domain.ID, digest string) table.Key {
	if w == "" {
		return key(userPK(u), replayPrefix+digest)
	}
	return key(timePK(w, u), replayPrefix+digest)
}

// Guards, and items that are found by what a caller presents.

// emailPart is a short address as it is, and the digest of a long one.
func emailPart(e domain.Email) string {
	if len(e) > 200 {
		return domain.Digest(e)
	}
	return string(e)
}

// emailPK is the partition of an address.
func emailPK(e domain.Email) string { return emailPrefix + emailPart(e) }

// emailKey is the key of the guard of an address.
func emailKey(e domain.Email) table.Key { return key(emailPK(e), "USER") }

// emailInvitationKey is the key of the pointer from an address to an invitation.
func emailInvitationKey(e domain.Email, i domain.ID) table.Key {
	return key(emailPK(e), emailInvitationPrefix+string(i))
}

// externalLoginKey is the key of the guard of a subject at an identity provider.
func externalLoginKey(provider, subject string) table.Key {
	return key(externalLoginPrefix+provider+"#"+domain.Digest(subject), "USER")
}

// apiKeyKey is the key of an API key, by its digest.
func apiKeyKey(sha string) table.Key { return key(apiKeyPrefix+sha, "KEY") }

// tokenKey is the key of a mailed token, by its digest.
func tokenKey(sha string) table.Key { return key(tokenPrefix+sha, "TOK") }

// oauthStateKey is the key of the state of a visit to a provider, by its digest.
func oauthStateKey(sha string) table.Key { return key(oauthStatePrefix+sha, "STATE") }

// rateLimitKey is the key of a counter of a subject, by the start of its window.
func rateLimitKey(kind, subject string, window int64) table.Key {
	return key(rateLimitPrefix+kind+"#"+domain.Digest(subject)+"#"+strconv.FormatInt(window, 10), "RL")
}

// knownNetworkKey is the key of a known network, by its keyed hash.
func knownNetworkKey(hash string) table.Key { return rateLimitKey("network", hash, 0) }

// Of the service: background work, data keys and the instance.

// QueueShards is how many partitions the queue of background work has.
const QueueShards = 8

// queueKey is the key of work that is due at a time. The time comes first, so
// that a query finds what is due.
func queueKey(id domain.ID, due domain.Instant) table.Key {
	return key(queuePK(shardOf(id)), due.String()+"#"+string(id))
}

// queuePK is a partition of the queue.
func queuePK(shard int) string { return queuePrefix + strconv.Itoa(shard) }

// dueBy sorts after all work that is due at the given time or before.
func dueBy(at domain.Instant) string { return table.PrefixEnd(at.String() + "#") }

// deadLetterKey is the key of work that was given up.
func deadLetterKey(id domain.ID) table.Key { return key(deadLetterPK, string(id)) }

// undecodableKey is the key of an item that was in the queue under another key and is no work.
func undecodableKey(was table.Key) table.Key {
	return key(deadLetterPK, "undecodable#"+was.PK+"#"+was.SK)
}

// shardOf spreads work evenly over the partitions of the queue.
func shardOf(id domain.ID) int {
	sum := sha256.Sum256([]byte(id))
	return int(sum[0]) % QueueShards
}

// warmUpKey is the key that a starting function reads. There is no such item.
var warmUpKey = key(warmUpPK, warmUpPK)

// sealedKeyKey is the key of the sealed data key of a purpose. Each purpose has a
// partition of its own, so that a function reads those of its purposes only.
func sealedKeyKey(p secret.Purpose) table.Key { return key(secretPrefix+string(p), "KEY") }

// instanceKey is the key of the mark that the instance has an account.
var instanceKey = key(instancePK, "USED")
