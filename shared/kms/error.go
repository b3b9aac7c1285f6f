package kms

import (
	"errors"
	"slices"

	"stint/shared/awscall"
)

// HasCode reports whether KMS answered with an error of one of the codes.
func HasCode(err error, codes ...string) bool {
	var answered *awscall.Error
	return errors.As(err, &answered) && slices.Contains(codes, answered.Code)
}
