package wire_test

import (
	"slices"
	"strings"
	"testing"

	"stint/shared/problem"
	"stint/shared/wire"
)

type inParts struct {
	Form struct {
		A wire.Optional[string] `form:"a"`
		N []int                 `form:"n"`
	} `multipart:"true"`
}

const partsType = "multipart/form-data; boundary=x"

func TestFormInParts(t *testing.T) {
	t.Parallel()
	body := "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1&2 ü\r\n" +
		"--x\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n3\r\n" +
		"--x\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n4\r\n" +
		"--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n"
	in, issues, err := wire.Read[inParts]("", partsType, "", []byte(body))
	if err != nil || issues.Err() != nil || in.Form.A.Value != "1&2 ü" || !slices.Equal(in.Form.N, []int{3, 4}) ||
		!slices.Equal(issues.Unknown(), []wire.UnknownName{{Name: "List-Unsubscribe"}}) {
		t.Errorf("%+v, %v, %v", in, issues, err)
	}
}

func TestFormInPartsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ media, body string }{
		{partsType, "--x\r\nbroken"}, {"multipart/form-data", "--x--"},
		{partsType, "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n" + strings.Repeat("y", 9)},
	} {
		if _, _, err := wire.Read[inParts]("", c.media, "", []byte(c.body)); !problem.Is(err, problem.CodeMalformedRequest) {
			t.Errorf("%q: %v", c.body, err)
		}
	}
	type plain struct {
		Form struct {
			A wire.Optional[string] `form:"a"`
		}
	}
	if _, _, err := wire.Read[plain]("", partsType, "", []byte("--x--")); !problem.Is(err,
		problem.CodeUnsupportedMediaType) {
		t.Errorf("a form of a browser: %v", err)
	}
}
