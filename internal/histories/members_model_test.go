package histories_test

import (
	"fmt"
	"net/http"
	"slices"

	"stint/shared/problem"
)

// member is a member of the model. The role of the owner counts when they are not the owner any more.
type member struct {
	role     string
	inactive bool
	version  int
}

// membership is a workspace with its members.
type membership struct {
	owner   int
	before  int       // the owner before
	members [4]member // by the number of the person
}

// memberRequest is what a person does with another one.
type memberRequest struct {
	does       string // role, deactivate, reactivate, transfer, rename, see or list
	by, target int
	role       string
	version    int // of If-Match; 0 is none
}

func (r memberRequest) String() string {
	return fmt.Sprintf("%d does %s to %d, %s, if version %d", r.by, r.does, r.target, r.role, r.version)
}

// memberModel is a workspace with an owner, two admins and a user.
var memberModel = model{
	start: membership{members: [4]member{
		{"admin", false, 1}, {"admin", false, 1}, {"admin", false, 1}, {"user", false, 1},
	}},
	apply: func(state, input any) effect { return state.(membership).apply(input.(memberRequest)) },
	name:  func(input any) string { return input.(memberRequest).String() },
}

func (s membership) roleOf(n int) string {
	if s.owner == n {
		return "owner"
	}
	return s.members[n].role
}

// apply is the effect. The caller and the workspace are read one after the other. So while a workspace changes hands,
// who is refused may have been told that one of both owners is the owner, and the new one counts as an admin.
func (s membership) apply(r memberRequest) effect {
	e := s.effect(r)
	e.also = func(out output) bool {
		switch r.does {
		case "see":
			return r.by == s.owner && out.Record["role"] == "admin"
		case "transfer":
			return r.by == s.owner && out.Reason == "role_insufficient"
		case "role", "reactivate":
			if out.Status == http.StatusOK {
				return s.needsNoChange(r) && s.isMember(out.Record, r.target)
			}
		}
		return out.Reason == string(problem.OwnerRequired) && (r.target == s.owner || r.target == s.before)
	}
	return e
}

// needsNoChange reports whether a member is what a request makes of them. Then the answer shows them, also if the
// caller lost their right between being read and the member being read.
func (s membership) needsNoChange(r memberRequest) bool {
	m := s.members[r.target]
	hasRole := r.does == "role" && m.role == r.role && r.target != s.owner
	isActive := r.does == "reactivate" && !m.inactive
	return (hasRole || isActive) && (r.version == 0 || r.version == m.version)
}

func (s membership) effect(r memberRequest) effect {
	role := s.roleOf(r.by)
	switch {
	case r.does == "list":
		return done(s, func(record object) bool { return s.isList(record["items"].([]any)) })
	case s.members[r.by].inactive:
		return refused(s, http.StatusNotFound, "")
	case r.does == "see":
		return done(s, func(record object) bool { return record["role"] == role })
	case role == "analyst":
		return refused(s, http.StatusForbidden, "analyst_read_only")
	case role == "user", r.does == "transfer" && role != "owner":
		return refused(s, http.StatusForbidden, "role_insufficient")
	case r.does == "rename":
		return done(s, nil)
	case r.does == "transfer":
		return s.transfer(r.target)
	case r.version != 0 && r.version != s.members[r.target].version:
		return refused(s, http.StatusConflict, "version_stale")
	case r.does == "deactivate":
		return s.deactivate(r.target)
	}
	return s.change(r)
}

func (s membership) transfer(to int) effect {
	switch {
	case to == s.owner:
		return refused(s, http.StatusConflict, "already_owner")
	case s.members[to].inactive:
		return refused(s, http.StatusUnprocessableEntity, "")
	}
	s.before, s.owner = s.owner, to
	s.members[to].role = "admin"
	s.members[to].version++
	return done(s, func(record object) bool { return record["role"] == "admin" })
}

func (s membership) deactivate(n int) effect {
	if n == s.owner {
		return refused(s, http.StatusConflict, "owner_required")
	}
	if !s.members[n].inactive {
		s.members[n].inactive = true
		s.members[n].version++
	}
	return done(s, nil)
}

// change gives another role or makes an active member again.
func (s membership) change(r memberRequest) effect {
	m := s.members[r.target]
	if r.does == "role" {
		if r.target == s.owner {
			return refused(s, http.StatusConflict, "owner_required")
		}
		m.role = r.role
	} else {
		m.inactive = false
	}
	if m != s.members[r.target] {
		m.version++
	}
	s.members[r.target] = m
	return done(s, func(record object) bool { return s.isMember(record, r.target) })
}

func (s membership) isMember(record object, n int) bool {
	m := s.members[n]
	return record["role"] == s.roleOf(n) && record["is_deactivated"] == m.inactive &&
		record["version"] == float64(m.version)
}

// isList reports whether a list has all members. They joined in the order of their numbers.
func (s membership) isList(items []any) bool {
	if len(items) != len(s.members) {
		return false
	}
	for n := range s.members {
		name := people[n]
		i := slices.IndexFunc(items, func(item any) bool { return item.(object)["display_name"] == name })
		if i < 0 || !s.isMember(items[i].(object), n) {
			return false
		}
	}
	return true
}
