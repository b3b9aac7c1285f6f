package wire_test

import (
	"testing"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/wire"
)

type joinIn struct {
	Token wire.Optional[string] `query:"t"`
	Form  struct {
		Email       domain.Email               `form:"email"`
		DisplayName wire.Optional[domain.Name] `form:"displayName" minLength:"1" maxLength:"5"`
		Agreed      wire.Optional[bool]        `form:"agreed"`
	}
}

const formType = "application/x-www-form-urlencoded"

func TestForm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"fine", "email=ada%40example.com&displayName=Ada+L&agreed=true&other=1", nil},
		{"the other spelling", "email=ada@example.com&display_name=Ada", nil},
		{"nothing", "", []string{"email:required"}},
		{"empty counts as given", "email=&displayName=", []string{"email:email_invalid", "displayName:min_length"}},
		{"in the order sent", "display_name=Augusta&email=x", []string{"display_name:max_length", "email:email_invalid"}},
		{"twice", "email=ada@example.com&email=x", []string{"email:duplicate_value"}},
		{"not decodable", "email=ada%zz", []string{"email:type_invalid"}},
		{"not UTF-8", "email=ada@example.com&displayName=%ff", []string{"displayName:type_invalid"}},
		{"NUL", "email=ada@example.com&agreed=%00", []string{"agreed:type_invalid"}},
		{"JSON in it", `{"email":"ada@example.com"}`, []string{"email:required"}},
	} {
		in, issues, err := wire.Read[joinIn]("t=x", formType, "", []byte(c.body))
		if err != nil || in.Token.Value != "x" {
			t.Fatalf("%s: %v, query %v", c.name, err, in.Token)
		}
		t.Run(c.name, func(t *testing.T) { wantProblems(t, issues.Err(), c.want...) })
	}
}

func TestFormIsReadAsSent(t *testing.T) {
	t.Parallel()
	in, issues, err := wire.Read[joinIn]("", formType+"; charset=UTF-8", "",
		[]byte("email=+Ada%2Bwork@example.com&displayName=%C3%A9+%26"))
	if err != nil || issues.Err() != nil {
		t.Fatal(err, issues.Err())
	}
	if in.Form.Email != "ada+work@example.com" || in.Form.DisplayName.Value != "é &" || in.Form.Agreed.Set {
		t.Errorf("read %+v", in.Form)
	}
	issues.Add("displayName", problem.DuplicateValue)
	wantProblems(t, issues.Err(), "displayName:duplicate_value")
}

func TestFormMustSaySo(t *testing.T) {
	t.Parallel()
	body := []byte("email=ada@example.com")
	for _, c := range []struct{ contentType, encoding string }{
		{"", ""}, {"application/json", ""}, {"multipart/form-data", ""}, {"text/plain", ""},
		{formType + "; charset=latin1", ""}, {formType, "gzip"}, {"%", ""},
	} {
		if _, _, err := wire.Read[joinIn]("", c.contentType, c.encoding, body); !problem.Is(err,
			problem.CodeUnsupportedMediaType) {
			t.Errorf("%q %q: %v", c.contentType, c.encoding, err)
		}
	}
	if _, issues, err := wire.Read[joinIn]("", "", "", nil); err != nil || issues.Err() == nil {
		t.Errorf("no body at all: %v, %v", err, issues)
	}
	// Where JSON is wanted, a form is none.
	if _, _, err := wire.Read[struct {
		Body struct {
			Email domain.Email `json:"email"`
		}
	}]("", formType, "", body); !problem.Is(err, problem.CodeUnsupportedMediaType) {
		t.Errorf("a form where JSON is wanted: %v", err)
	}
}
