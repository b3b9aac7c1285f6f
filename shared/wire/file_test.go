package wire_test

import (
	"strings"
	"testing"

	"stint/shared/problem"
	"stint/shared/wire"
)

type picture struct {
	Size wire.Optional[int] `query:"size"`
	File wire.File          `types:"image/png,image/svg+xml" maxBytes:"4"`
}

func TestFile(t *testing.T) {
	t.Parallel()
	for _, media := range []string{"image/png", "IMAGE/PNG", "image/png; charset=x"} {
		in, issues, err := wire.Read[picture]("size=3", media, "identity", []byte("\x00\xff{\""))
		if err != nil || issues.Err() != nil || in.Size.Value != 3 || in.File.Type != "image/png" ||
			string(in.File.Content) != "\x00\xff{\"" {
			t.Errorf("%s: %+v, %v, %v", media, in, issues, err)
		}
	}
}

func TestFileThatIsRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		media, encoding, body string
		code                  problem.Code
	}{
		{"image/png", "", "", problem.CodeValidation}, {"", "", "", problem.CodeValidation},
		{"", "", "abc", problem.CodeUnsupportedMediaType}, {"image/gif", "", "abc", problem.CodeUnsupportedMediaType},
		{"application/json", "", "{}", problem.CodeUnsupportedMediaType},
		{"image/png", "gzip", "abc", problem.CodeUnsupportedMediaType},
		{"image/png, image/svg+xml", "", "abc", problem.CodeUnsupportedMediaType},
		{"image/png", "", "abcde", problem.CodePayloadTooLarge},
		{"image/gif", "", "abcde", problem.CodeUnsupportedMediaType},
	} {
		if _, _, err := wire.Read[picture]("", c.media, c.encoding, []byte(c.body)); !problem.Is(err, c.code) {
			t.Errorf("%q, %q, %q: %v, want %s", c.media, c.encoding, c.body, err, c.code)
		}
	}
}

// A declaration of a file says which files it takes, and takes nothing else.
func TestDeclarationsOfFiles(t *testing.T) {
	t.Parallel()
	type withoutSize struct {
		File wire.File `types:"image/png"`
	}
	type withoutTypes struct {
		File wire.File `maxBytes:"1"`
	}
	type withBody struct {
		File wire.File `types:"image/png" maxBytes:"1"`
		Body struct{}
	}
	for name, check := range map[string]func(){"without a size": wire.Check[withoutSize],
		"without types": wire.Check[withoutTypes], "with a body": wire.Check[withBody]} {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.HasPrefix(text, "wire: ") {
					t.Errorf("%s: %q", name, text)
				}
			}()
			check()
		}()
	}
}
