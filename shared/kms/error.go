package kms

import (
	"errors"
	"slices"

	"github.com/aws/smithy-go"
)

// HasCode reports whether KMS answered with an error of one of the codes.
func HasCode(err error, codes ...string) bool {
	var answered smithy.APIError
	return errors.As(err, &answered) && slices.Contains(codes, answered.ErrorCode())
}
