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
	if err == nil {
		return exitDone
	}
	if code, ok := exitOfService(err); ok {
		return code
	}
	if isNotAllowed(err) {
		return exitNotAllowed
	}
	if isNotFound(err) {
		return exitNotFound
	}
	if isUsage(err) {
		return exitUsage
	}
	return exitFailed
}

// isNotAllowed reports whether the command is not signed in, or not allowed.
func isNotAllowed(err error) bool {
	_, refused := errors.AsType[*signin.RefusedError](err)
	return refused || errors.Is(err, settings.ErrNotSignedIn) || errors.Is(err, importer.ErrNotPossible) ||
		errors.Is(err, signin.ErrRefused)
}

func isNotFound(err error) bool {
	_, ok := errors.AsType[notFoundError](err)
	return ok
}

// isUsage reports whether another argument would help.
func isUsage(err error) bool {
	_, wrong := errors.AsType[usageError](err)
	_, ambiguous := errors.AsType[*ambiguousNameError](err)
	_, noTime := errors.AsType[*when.Error](err)
	_, invalid := errors.AsType[*settings.InvalidError](err)
	_, otherName := errors.AsType[*signin.OtherNameError](err)
	return wrong || ambiguous || noTime || invalid || otherName
}

// exitOfService is the exit code of what the service said, or did not say.
func exitOfService(err error) (int, bool) {
	if _, ok := errors.AsType[*client.UnreachableError](err); ok {
		return exitUnreachable, true
	}
	if _, ok := errors.AsType[*signin.NoServiceError](err); ok {
		return exitUnreachable, true // another program answered
	}
	p, ok := errors.AsType[*client.Problem](err)
	if !ok {
		return 0, false
	}
	if p.Code == client.CodeUnexpected {
		return exitUnreachable, true // another program answered
	}
	return exitOfStatus(p.Status), true
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
