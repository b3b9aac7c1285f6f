package histories_test

import (
	"fmt"
	"net/http"
)

// sentTag is a tag of the model, and what a webhook was sent of it. Both are versions: 0 is that there is none, and
// deleted that it is gone.
type sentTag struct {
	now, sent int
}

// deleted is the version of a tag that is gone.
const deleted = 1_000

// tagRequest is a request about a tag, or a delivery that the receiver got.
type tagRequest struct {
	does    string // create, rename, delete, receive or settle
	tag     string // the name with which it was made
	version int    // that was received
}

func (r tagRequest) String() string { return fmt.Sprintf("%s %s %d", r.does, r.tag, r.version) }

// tagModel is one tag with its deliveries: a webhook is sent no version before it is made, none after a later one, and
// in the end the last one.
var tagModel = model{
	start: sentTag{},
	apply: func(state, input any) effect { return state.(sentTag).apply(input.(tagRequest)) },
	name:  func(input any) string { return input.(tagRequest).String() },
	part:  func(input any) string { return input.(tagRequest).tag },
}

func (s sentTag) apply(r tagRequest) effect {
	exists := s.now > 0 && s.now < deleted
	switch {
	case r.does == "create":
		s.now = 1
		return done(s, nil)
	case r.does == "receive":
		isRight := r.version <= s.now && r.version >= s.sent
		s.sent = max(s.sent, r.version)
		return done(s, func(object) bool { return isRight })
	case r.does == "settle":
		return done(s, func(object) bool { return s.sent == s.now })
	case !exists:
		return refused(s, http.StatusNotFound, "")
	case r.does == "rename":
		s.now++
	case r.does == "delete":
		s.now = deleted
	}
	version := s.now
	return done(s, func(record object) bool {
		return r.does == "delete" || record["version"] == float64(version)
	})
}
