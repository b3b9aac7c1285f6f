package store

import (
	"fmt"

	"stint/shared/domain"
	"stint/shared/table"
)

// submissionKey is the key of a submission. Its lines, events and client links
// have a partition of their own, so that reading the workspace's partition does
// not read them.
func submissionKey(w, s domain.ID) table.Key {
	return key(workspacePK(w), submissionPrefix+string(s))
}

func submissionPK(w, s domain.ID) string { return workspacePK(w) + submissionInfix + string(s) }

func linesKey(w, s domain.ID, round int) table.Key {
	return key(submissionPK(w, s), fmt.Sprintf("%s%06d", linesPrefix, round))
}

func eventKey(w, s domain.ID, version int64) table.Key {
	return key(submissionPK(w, s), fmt.Sprintf("%s%06d", eventPrefix, version))
}

func clientLinkKey(w, s, l domain.ID) table.Key {
	return key(submissionPK(w, s), clientLinkPrefix+string(l))
}

// contentKey is the key of a part of a client link's content.
func contentKey(w, s, l domain.ID, part int) table.Key {
	return key(submissionPK(w, s), fmt.Sprintf("%s%02d", contentPrefix(l), part))
}

func contentPrefix(l domain.ID) string { return contentPartPrefix + string(l) + "#" }

func submissionPointerKey(w, u domain.ID, first domain.Date, s domain.ID) table.Key {
	return key(timePK(w, u), submissionFromDay(first)+"#"+string(s))
}

// submissionFromDay sorts before the pointers of submissions that begin on the
// given day or later, submissionToDay after those that begin on it or earlier.
func submissionFromDay(day domain.Date) string { return submissionPrefix + string(day) }
func submissionToDay(day domain.Date) string   { return table.PrefixEnd(submissionFromDay(day) + "#") }

func submissionOfStatusLSK(status domain.SubmissionStatus, s domain.ID) string {
	return submissionStatusPrefix + string(status) + "#" + string(s)
}
