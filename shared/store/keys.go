package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"stint/shared/domain"
)

// key names one item. Ids are lower-case UUIDs and everything that a caller
// can choose freely goes in as a digest, so no part can be mistaken for
// another, nor outgrow a key.
type key struct{ pk, sk string }

// Partitions.
func userPK(u domain.ID) string           { return "USER#" + string(u) }
func workspacePK(w domain.ID) string      { return "WS#" + string(w) }
func timePK(w, u domain.ID) string        { return "WS#" + string(w) + "#U#" + string(u) }
func emailPK(e domain.Email) string       { return "EMAIL#" + emailPart(e) }
func projectTimePK(w, p domain.ID) string { return "WS#" + string(w) + "#P#" + string(p) }

// emailPart is the address itself where it fits well into a key, else its digest.
func emailPart(e domain.Email) string {
	if len(e) > 200 {
		return digest(string(e))
	}
	return string(e)
}

// Under a user.
func profileKey(u domain.ID) key       { return key{userPK(u), "PROFILE"} }
func sessionKey(u, s domain.ID) key    { return key{userPK(u), "SESSION#" + string(s)} }
func membershipKey(u, w domain.ID) key { return key{userPK(u), "W#" + string(w)} }
func apiKeyPointerKey(u, w, k domain.ID) key {
	return key{userPK(u), apiKeyPointerPrefix(w) + string(k)}
}

func calendarKey(u domain.ID, provider string) key { return key{userPK(u), "CAL#" + provider} }

// apiKeyPointerPrefix is what the pointers to a user's keys in a workspace begin with.
func apiKeyPointerPrefix(w domain.ID) string { return "KEY#" + string(w) + "#" }

// Guards and look-ups by what callers present.
func emailKey(e domain.Email) key { return key{emailPK(e), "USER"} }
func emailInvitationKey(e domain.Email, i domain.ID) key {
	return key{emailPK(e), "INV#" + string(i)}
}
func externalLoginKey(provider, subject string) key {
	return key{"EXT#" + provider + "#" + digest(subject), "USER"}
}
func apiKeyKey(sha string) key     { return key{"KEY#" + sha, "KEY"} }
func tokenKey(sha string) key      { return key{"TOK#" + sha, "TOK"} }
func oauthStateKey(sha string) key { return key{"STATE#" + sha, "STATE"} }
func rateLimitKey(kind, subject string, window int64) key {
	return key{"RL#" + kind + "#" + digest(subject) + "#" + strconv.FormatInt(window, 10), "RL"}
}

// Under a workspace.
func workspaceKey(w domain.ID) key  { return key{workspacePK(w), "META"} }
func billingKey(w domain.ID) key    { return key{workspacePK(w), "BILL"} }
func memberKey(w, u domain.ID) key  { return key{workspacePK(w), "M#" + string(u)} }
func clientKey(w, c domain.ID) key  { return key{workspacePK(w), "C#" + string(c)} }
func projectKey(w, p domain.ID) key { return key{workspacePK(w), "P#" + string(p)} }
func taskKey(w, t domain.ID) key    { return key{workspacePK(w), "T#" + string(t)} }
func tagKey(w, g domain.ID) key     { return key{workspacePK(w), "G#" + string(g)} }
func projectMemberKey(w, p, u domain.ID) key {
	return key{workspacePK(w), "PM#" + string(p) + "#" + string(u)}
}
func invitationKey(w, i domain.ID) key { return key{workspacePK(w), "I#" + string(i)} }
func openInvitationKey(w domain.ID, e domain.Email) key {
	return key{workspacePK(w), "IE#" + digest(string(e))}
}

// nameKey guards a name that must be unique among its kind and parent.
func nameKey(w domain.ID, kind string, parent domain.ID, name domain.Name) key {
	return key{workspacePK(w), strings.Join([]string{"N", kind, orDash(parent), name.Digest()}, "#")}
}

// submissionKey is a submission's head; all else about it lies in a partition of
// its own, so that it does not weigh on the workspace's.
func submissionKey(w, s domain.ID) key { return key{workspacePK(w), submissionPrefix + string(s)} }

const submissionPrefix = "S#"

func submissionPK(w, s domain.ID) string { return "WS#" + string(w) + "#S#" + string(s) }
func linesKey(w, s domain.ID, round int) key {
	return key{submissionPK(w, s), fmt.Sprintf("LINES#%06d", round)}
}
func eventKey(w, s domain.ID, version int64) key {
	return key{submissionPK(w, s), fmt.Sprintf("%s%06d", eventPrefix, version)}
}

const eventPrefix = "EV#"

func clientLinkKey(w, s, l domain.ID) key {
	return key{submissionPK(w, s), clientLinkPrefix + string(l)}
}

const clientLinkPrefix = "LINK#"

// contentKey is a part of what a link shows.
func contentKey(w, s, l domain.ID, part int) key {
	return key{submissionPK(w, s), fmt.Sprintf("%s%02d", contentPrefix(l), part)}
}
func contentPrefix(l domain.ID) string { return "CONTENT#" + string(l) + "#" }

// jobKey is a billing job; the rates that it works with lie in a partition of
// its own.
func jobKey(w, j domain.ID) key     { return key{workspacePK(w), "J#" + string(j)} }
func runningJobKey(w domain.ID) key { return key{workspacePK(w), "JRUN"} }
func jobPK(w, j domain.ID) string   { return "WS#" + string(w) + "#J#" + string(j) }
func jobRatesKey(w, j domain.ID, part int) key {
	return key{jobPK(w, j), fmt.Sprintf("RATES#%04d", part)}
}

// Under a user's time in a workspace.
func timerKey(w, u domain.ID) key        { return key{timePK(w, u), "TIMER"} }
func overlapGuardKey(w, u domain.ID) key { return key{timePK(w, u), "GUARD"} }
func entryKey(w, u, e domain.ID) key     { return key{timePK(w, u), "E#" + string(e)} }
func submissionPointerKey(w, u domain.ID, first domain.Date, s domain.ID) key {
	return key{timePK(w, u), submissionPrefix + string(first) + "#" + string(s)}
}

// Values of the shared sort attribute lsk.
func startLSK(at domain.Instant, id domain.ID) string {
	return "T#" + at.String() + "#" + string(id)
}
func projectOfClientLSK(c, p domain.ID) string { return "PC#" + orDash(c) + "#" + string(p) }
func taskOfProjectLSK(p, t domain.ID) string   { return "PT#" + string(p) + "#" + string(t) }
func memberOfProjectLSK(u, p domain.ID) string { return "PU#" + string(u) + "#" + string(p) }
func submissionOfStatusLSK(status domain.SubmissionStatus, s domain.ID) string {
	return "SS#" + string(status) + "#" + string(s)
}

// QueueShards is how many partitions the queue of background work has.
const QueueShards = 8

// queueKey places a piece of work; the due time leads, so that a query finds
// what is due.
func queueKey(id domain.ID, due domain.Instant) key {
	return key{queuePK(int(digestByte(string(id))) % QueueShards), due.String() + "#" + string(id)}
}
func queuePK(shard int) string { return fmt.Sprintf("Q#%d", shard) }

// deadLetterPK is where work lies that was given up.
const deadLetterPK = "DEAD"

func deadLetterKey(id domain.ID) key { return key{deadLetterPK, string(id)} }

func orDash(id domain.ID) string {
	if id == "" {
		return "-"
	}
	return string(id)
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func digestByte(text string) byte {
	sum := sha256.Sum256([]byte(text))
	return sum[0]
}
