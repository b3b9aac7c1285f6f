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

// markErrors adds the messages of a problem to the fields, and focuses the first one
// with an error.
func (f *form) markErrors(err error) {
	var known *problem.Error
	if !errors.As(err, &known) {
		return
	}
	f.Wrong = "Please correct the fields below."
	all := known.Fields
	if known.Code == problem.CodeUnauthorized {
		all = []problem.Field{{Field: "password", Message: "is not the one of your account"}}
	}
	if errors.Is(err, accounts.ErrCodeRequired) {
		all = []problem.Field{{Field: "code", Message: "is required, because your account has a second factor"}}
	}
	for _, wrong := range all {
		for i := range f.Fields {
			if at := &f.Fields[i]; at.Name == wrong.Field && at.Wrong == "" {
				at.Wrong = at.Label + " " + wrong.Message + "."
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

// The fields of the forms.

func emailField(value string) field {
	return field{Name: "email", Label: "E-mail address", Type: "email", Autocomplete: "username", Value: value}
}

func passwordField() field {
	return field{Name: "password", Label: "Password", Type: "password", Autocomplete: "current-password"}
}

func codeField() field {
	return field{
		Name: "code", Label: "Code", Type: "text", Autocomplete: "one-time-code",
		Hint: "The code that your authenticator app shows, or one of your recovery codes.",
	}
}

func newPasswordField(name, label string) field {
	return field{
		Name: name, Label: label, Type: "password", Autocomplete: "new-password",
		Hint: "8 to 128 characters of any kind. A good password is made of several unrelated words.",
	}
}
