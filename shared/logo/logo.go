// Package logo reads the pictures that workspaces have as their logos. It keeps nothing of a picture but what is drawn:
// a PNG is encoded again, and an SVG is written again from a list of what is allowed.
package logo

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"

	"stint/shared/domain/people"
	"stint/shared/problem"
)

// MaxBytes is the largest picture that a workspace may send. MaxKept bounds it as it is kept: another program may have
// packed it better.
const (
	MaxBytes = 64 << 10
	MaxKept  = 2 * MaxBytes
)

// The media types of pictures.
const (
	PNG = "image/png"
	SVG = "image/svg+xml"
)

// Read reads a picture of one of the media types. Errors: validation with image_invalid for what is no such picture or
// is too large to draw, and with image_not_allowed for an SVG that does more than draw.
func Read(mediaType string, content []byte) (people.LogoFile, error) {
	clean, err := readerOf(mediaType)(content)
	if err == nil && len(clean) > MaxKept {
		err = invalid("has more detail than a logo may have")
	}
	if err != nil {
		return people.LogoFile{}, err
	}
	sum := sha256.Sum256(clean)
	return people.LogoFile{
		Logo:    people.Logo{MediaType: mediaType, SHA256: hex.EncodeToString(sum[:])},
		Content: clean,
	}, nil
}

func readerOf(mediaType string) func([]byte) ([]byte, error) {
	if mediaType == SVG {
		return readSVG
	}
	return readPNG
}

// PNGOf is a picture as a PNG, for mails and documents; nil for an SVG that is not drawn.
func PNGOf(f people.LogoFile) []byte {
	if f.Logo.MediaType == PNG {
		return f.Content
	}
	return f.Drawn
}

// DataURI is a picture as an address that contains it. A page that shows it as an image runs nothing in it.
func DataURI(f people.LogoFile) string {
	return "data:" + f.Logo.MediaType + ";base64," + base64.StdEncoding.EncodeToString(f.Content)
}

func invalid(message string) error { return wrong(problem.ImageInvalid, message) }

func notAllowed(message string) error { return wrong(problem.ImageNotAllowed, message) }

func wrong(code problem.FieldCode, message string) error {
	return problem.Invalid(problem.Field{In: problem.InBody, Code: code, Message: message})
}
