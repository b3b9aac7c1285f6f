package commands

import (
	"errors"
	"net/http"

	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/settings"
	"stint/scripts/stint/internal/signin"
	"stint/scripts/stint/internal/when"
	"stint/shared/client"
)

// The exit codes of the command.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitNotAllowed  = 3 // not signed in, or not allowed
	exitNotFound    = 4
	exitConflict    = 5
	exitUnreachable = 6
)

// usageError is the error of wrong arguments.
type usageError struct{ error }

// notFoundError is the error of what is not there.
type notFoundError string

func (e notFoundError) Error() string { return string(e) }

// exitOf is the exit code of an error.
func exitOf(err error) int {
	code, ok := exitOfService(err)
	switch {
	case err == nil:
		return exitDone
	case ok:
		return code
	case isNotAllowed(err):
		return exitNotAllowed
	case isNotFound(err):
		return exitNotFound
	case isUsage(err):
		return exitUsage
	}
	return exitFailed
}

// isNotAllowed reports whether the command is not signed in, or not allowed.
func isNotAllowed(err error) bool {
	return is[*signin.RefusedError](err) || errors.Is(err, signin.ErrRefused) ||
		errors.Is(err, settings.ErrNotSignedIn) || errors.Is(err, importer.ErrNotPossible)
}

// is reports whether an error is of a type.
func is[T error](err error) bool {
	_, ok := errors.AsType[T](err)
	return ok
}

func isNotFound(err error) bool { return is[notFoundError](err) }

// isUsage reports whether another argument would help.
func isUsage(err error) bool {
	return is[usageError](err) || is[*ambiguousNameError](err) || is[*when.Error](err) ||
		is[*settings.InvalidError](err) || is[*signin.OtherNameError](err)
}

// exitOfService is the exit code of what the service said, or did not say.
func exitOfService(err error) (int, bool) {
	p, ok := errors.AsType[*client.Problem](err)
	switch {
	case is[*client.UnreachableError](err):
		return exitUnreachable, true
	case is[*signin.NoServiceError](err), ok && p.Code == client.CodeUnexpected:
		return exitUnreachable, true // another program answered
	case ok:
		return exitOfStatus(p.Status), true
	}
	return 0, false
}

func exitOfStatus(status int) int {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return exitNotAllowed
	case http.StatusNotFound:
		return exitNotFound
	case http.StatusConflict:
		return exitConflict
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return exitUnreachable
	}
	return exitFailed
}
