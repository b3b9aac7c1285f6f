package key

import (
	"crypto/sha256"
	"strconv"

	"stint/shared/domain"
	"stint/shared/secret"
	"stint/shared/table"
)

// Under a user.

// UserPK is the partition of a user.
func UserPK(u domain.ID) string { return userPrefix + string(u) }

// Profile is the key of a user's account.
func Profile(u domain.ID) table.Key { return key(UserPK(u), "PROFILE") }

// Session is the key of a session.
func Session(u, s domain.ID) table.Key { return key(UserPK(u), SessionPrefix+string(s)) }

// Membership is the key of the pointer from a user to a workspace.
func Membership(u, w domain.ID) table.Key {
	return key(UserPK(u), MembershipPrefix+string(w))
}

// Passkey is the key of a passkey of a user.
func Passkey(u, passkey domain.ID) table.Key { return key(UserPK(u), PasskeyPrefix+string(passkey)) }

// PasskeyCeremony is the key of a challenge for a passkey, by its digest.
func PasskeyCeremony(sha string) table.Key { return key(tokenPrefix+sha, "PASSKEY") }

// AccountEvent is the key of an event of an account that waits for the worker.
func AccountEvent(u, event domain.ID) table.Key {
	return key(UserPK(u), accountEventPrefix+string(event))
}

// EndedGrant is the key of an ended grant, by the work that revokes it.
func EndedGrant(u, work domain.ID) table.Key { return key(UserPK(u), EndedGrantPrefix+string(work)) }

// Calendar is the key of a calendar connection.
func Calendar(u domain.ID, provider string) table.Key {
	return key(UserPK(u), CalendarPrefix+provider)
}

// APIKeyPointer is the key of the pointer to one of a user's API keys.
func APIKeyPointer(u, w, k domain.ID) table.Key {
	return key(UserPK(u), APIKeyPointerPrefix(w)+string(k))
}

// APIKeyPointerPrefix is the prefix of the pointers to a user's API keys in a
// workspace, or in all workspaces for "".
func APIKeyPointerPrefix(w domain.ID) string { return ofWorkspace(APIKeyPrefix, w) }

// GrantPointer is the key of the pointer to the grant of an app by a user.
func GrantPointer(u, w, grant domain.ID) table.Key {
	return key(UserPK(u), GrantPointerPrefix(w)+string(grant))
}

// GrantPointerPrefix is the prefix of the pointers to the grants of a user in a workspace, or in all workspaces for "".
func GrantPointerPrefix(w domain.ID) string { return ofWorkspace(AppPrefix, w) }

// ofWorkspace is the prefix of what has a prefix in a workspace, or in all workspaces for "".
func ofWorkspace(prefix string, w domain.ID) string {
	if w == "" {
		return prefix
	}
	return prefix + string(w) + "#"
}

// GrantGuard is the key of the count of a user's grants.
func GrantGuard(u domain.ID) table.Key { return key(UserPK(u), "APPS") }

// FeedPointer is the key of the pointer to a calendar feed of a user.
func FeedPointer(u, w, feed domain.ID) table.Key {
	return key(UserPK(u), FeedPointerPrefix(w)+string(feed))
}

// FeedPointerPrefix is the prefix of the pointers to the calendar feeds of a user in a workspace, or in all workspaces
// for "".
func FeedPointerPrefix(w domain.ID) string { return ofWorkspace(FeedPrefix, w) }

// FeedGuard is the key of the count of a user's calendar feeds.
func FeedGuard(u domain.ID) table.Key { return key(UserPK(u), "FEEDS") }

// OAuthClientPointer is the key of the pointer from an id that a caller presents to an OAuth client.
func OAuthClientPointer(c domain.ID) table.Key { return key(oauthClientPrefix+string(c), "CLIENT") }

// Replay is the key of the remembered answer to a request with an
// Idempotency-Key. It is with the caller's time in the workspace, so that it is
// purged with the workspace, or with the user where no workspace is involved.
func Replay(w, u domain.ID, digest string) table.Key {
	if w == "" {
		return key(UserPK(u), ReplayPrefix+digest)
	}
	return key(TimePK(w, u), ReplayPrefix+digest)
}

// Guards, and items that are found by what a caller presents.

// emailPart is a short address as it is, and the digest of a long one.
func emailPart(e domain.Email) string {
	if len(e) > 200 {
		return domain.Digest(e)
	}
	return string(e)
}

// EmailPK is the partition of an address.
func EmailPK(e domain.Email) string { return emailPrefix + emailPart(e) }

// Email is the key of the guard of an address.
func Email(e domain.Email) table.Key { return key(EmailPK(e), "USER") }

// EmailInvitation is the key of the pointer from an address to an invitation.
func EmailInvitation(e domain.Email, i domain.ID) table.Key {
	return key(EmailPK(e), EmailInvitationPrefix+string(i))
}

// ExternalLogin is the key of the guard of a subject at an identity provider.
func ExternalLogin(provider, subject string) table.Key {
	return key(externalLoginPrefix+provider+"#"+domain.Digest(subject), "USER")
}

// APIKey is the key of an API key, by its digest.
func APIKey(sha string) table.Key { return key(APIKeyPrefix+sha, "KEY") }

// Token is the key of a mailed token, by its digest.
func Token(sha string) table.Key { return key(tokenPrefix+sha, "TOK") }

// OAuthState is the key of the state of a visit to a provider, by its digest.
func OAuthState(sha string) table.Key { return key(oauthStatePrefix+sha, "STATE") }

// AuthorizationCode is the key of a code that an app exchanges for tokens, by its digest.
func AuthorizationCode(sha string) table.Key { return key(authorizationPrefix+sha, "CODE") }

// DeviceAuthorization is the key of the request of an app on a device, by the digest of the device's code.
func DeviceAuthorization(sha string) table.Key { return key(authorizationPrefix+sha, "DEVICE") }

// UserCode is the key of the pointer to a DeviceAuthorization, by the digest of the first half of the code that a user
// types.
func UserCode(sha string) table.Key { return key(authorizationPrefix+sha, "USERCODE") }

// ClientDocument is the key of the metadata document of a client, by its address.
func ClientDocument(address string) table.Key {
	return key(authorizationPrefix+domain.Digest(address), "CLIENT")
}

// RateLimit is the key of a counter of a subject, by the start of its window.
func RateLimit(kind, subject string, window int64) table.Key {
	return key(rateLimitPrefix+kind+"#"+domain.Digest(subject)+"#"+strconv.FormatInt(window, 10), "RL")
}

// KnownNetwork is the key of a known network, by its keyed hash.
func KnownNetwork(hash string) table.Key { return RateLimit("network", hash, 0) }

// Of the service: background work, data keys and the instance.

// QueueShards is how many partitions the queue of background work has.
const QueueShards = 8

// Work is the key of work that is due at a time. The time comes first, so
// that a query finds what is due.
func Work(id domain.ID, due domain.Instant) table.Key {
	return key(QueuePK(shardOf(id, QueueShards)), due.String()+"#"+string(id))
}

// QueuePK is a partition of the queue.
func QueuePK(shard int) string { return queuePrefix + strconv.Itoa(shard) }

// DueBy sorts after all work that is due at the given time or before.
func DueBy(at domain.Instant) string { return table.PrefixEnd(at.String() + "#") }

// DeadLetter is the key of work that was given up.
func DeadLetter(id domain.ID) table.Key { return key(DeadLetterPK, string(id)) }

// Undecodable is the key of an item that was in the queue under another key and is no work.
func Undecodable(was table.Key) table.Key {
	return key(DeadLetterPK, "undecodable#"+was.PK+"#"+was.SK)
}

// shardOf spreads ids evenly over some partitions.
func shardOf(id domain.ID, shards int) int {
	sum := sha256.Sum256([]byte(id))
	return int(sum[0]) % shards
}

// WarmUpItem is the key that a starting function reads. There is no such item.
var WarmUpItem = key(warmUpPK, warmUpPK)

// DataKey is the key of the sealed data key of a purpose. Each purpose has a
// partition of its own, so that a function reads those of its purposes only.
func DataKey(p secret.Purpose) table.Key { return key(secretPrefix+string(p), "KEY") }

// InstanceMark is the key of the mark that the instance has an account.
var InstanceMark = key(instancePK, "USED")
