package apitest

import (
	"context"
	"fmt"
	"slices"

	"stint/functions/access"
	"stint/shared/secret"
)

// secretEnforcer gives the data keys of the purposes that a function has, as the
// permissions for KMS do in the cloud.
type secretEnforcer struct {
	secret.Source
	service  *Service
	function string // "" is the function in the context; calls without one are allowed
}

// Key implements secret.Source.
func (e secretEnforcer) Key(ctx context.Context, p secret.Purpose) ([]byte, error) {
	function := e.function
	if function == "" {
		function, _ = ctx.Value(functionKey{}).(string)
	}
	if function != "" && !slices.Contains(access.PurposesOf(function), p) {
		err := fmt.Errorf("%s has no purpose %s: see functions/access/purposes.go", function, p)
		e.service.t.Error(err)
		return nil, err
	}
	return e.Source.Key(ctx, p)
}
