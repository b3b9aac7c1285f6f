package pages

import (
	"errors"
	"strings"

	"stint/shared/accounts"
	"stint/shared/problem"
)

// form is the form of a page. It is sent to the path of the page, with the token in
// a hidden field, so that no other address contains the token.
type form struct {
	Action string // path
	Token  string
	Fields []field
	Button string
	Wrong  string // error of the whole form; "" for none
}

// field is one input with its label.
type field struct {
	Name, Label  string
	Type         string // of the input: text, email or password
	Autocomplete string // the HTML attribute
	Value        string // always empty for a password
	Hint         string // shown below the label; may be ""
	Wrong        string // error message; "" for none
	Focus        bool   // whether the browser focuses it: the first field with an error
	Optional     bool
	Min, Max     string // bounds of a date; "" for none
}

// DescribedBy lists the ids of the texts that describe the input, for screen readers.
func (f field) DescribedBy() string {
	var ids []string
	if f.Wrong != "" {
		ids = append(ids, f.Name+"-error")
	}
	if f.Hint != "" {
		ids = append(ids, f.Name+"-hint")
	}
	return strings.Join(ids, " ")
}

// markErrors adds what is wrong to the fields, and focuses the first one
// with an error.
func (f *form) markErrors(p reader, err error) {
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
				at.Wrong = p.explain(at.codeOf(wrong))
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
func (f field) codeOf(wrong problem.Field) problem.FieldCode {
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
