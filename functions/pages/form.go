package pages

import (
	"errors"

	"stint/shared/accounts"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

// newForm is the form that is sent to the path of its page, with the token in a hidden field, so that no other address
// contains the token.
func newForm(action, token, send string, fields ...field) *form {
	return &form{Action: action, Hidden: []fact{{Name: "token", Value: token}}, Fields: fields,
		Buttons: []button{{Text: send}}}
}

// readForm reads a form, which only a page of the service may send. Errors: forbidden for one of another origin, and
// those of reading.
func readForm[In any](f *Family, c *route.Call[In]) (in In, issues *wire.Issues, err error) {
	if err := f.accounts.CheckFormOrigin(c.Request); err != nil {
		return in, nil, err
	}
	return c.Read()
}

// markErrors adds what is wrong to the fields, and focuses the first one
// with an error.
func markErrors(f *form, p reader, err error) {
	var known *problem.Error
	if !errors.As(err, &known) {
		return
	}
	f.Wrong = p.Text("common.correct_fields")
	all := known.Fields
	if known.Code == problem.CodeUnauthorized {
		all = []problem.Field{{Field: "password", Code: "other_password"}}
	}
	if errors.Is(err, accounts.ErrCodeRequired) {
		all = []problem.Field{{Field: "code", Code: "code_required"}}
	}
	for _, wrong := range all {
		for i := range f.Fields {
			if at := &f.Fields[i]; at.Name == wrong.Field && at.Wrong == "" {
				at.Wrong = explain(p, codeOf(*at, wrong))
			}
		}
	}
	for i := range f.Fields {
		if f.Fields[i].Wrong != "" {
			f.Fields[i].Focus = true
			return
		}
	}
}

// codeOf is the code of the text that says what is wrong: that of the problem, or a more exact one.
func codeOf(f field, wrong problem.Field) problem.FieldCode {
	switch {
	case wrong.Code == problem.MinLength && f.Type == "text" && f.Value == "":
		return problem.Required
	case wrong.Code == problem.TokenInvalid && f.Name == "email":
		return "other_address"
	case wrong.Code == problem.TokenInvalid && f.Name == "code":
		return "code_invalid"
	}
	return wrong.Code
}

// The fields of the forms.

func emailField(p reader, value string) field {
	return field{Name: "email", Label: p.Text("field.email"), Type: "email", Autocomplete: "username", Value: value}
}

func passwordField(p reader) field {
	return field{Name: "password", Label: p.Text("field.password"), Type: "password", Autocomplete: "current-password"}
}

func codeField(p reader) field {
	return field{
		Name: "code", Label: p.Text("field.code"), Type: "text", Autocomplete: "one-time-code",
		Hint: p.Text("field.code_hint"),
	}
}

func newPasswordField(p reader, name, label string) field {
	return field{
		Name: name, Label: label, Type: "password", Autocomplete: "new-password",
		Hint: p.Text("field.new_password_hint"),
	}
}
