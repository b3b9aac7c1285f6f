package account_test

import (
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func register(api *apitest.Service, body object) *apitest.Answer {
	return post(api, "/api/auth/register", body)
}

func TestRegister(t *testing.T) {
	api := apitest.New(t)
	answer := register(api, object{
		"email": " Ada@Example.com ", "password": apitest.Password, "displayName": " Ada ",
		"workspaceName": "Engines", "timezone": "Europe/London", "preferredLanguage": "en-gb",
	})
	session := answer.OK()
	user, workspace := session["user"].(object), session["workspace"].(object)
	if user["email"] != "ada@example.com" || user["display_name"] != "Ada" || user["preferred_language"] != "en-GB" ||
		user["email_verified"] != false {
		t.Errorf("user %v", user)
	}
	if workspace["name"] != "Engines" || workspace["role"] != "owner" {
		t.Errorf("workspace %v", workspace)
	}
	api.UserOf(answer).Get("/api/auth/me").OK()
	if got := register(api, object{"email": "bob@example.com", "password": apitest.Password,
		"displayName": "Bob"}).OK(); got["workspace"].(object)["name"] != "Bob's workspace" {
		t.Errorf("workspace %v", got["workspace"])
	}
}

func TestRegisterIsRefused(t *testing.T) {
	api := apitest.New(t)
	register(api, object{}).Invalid("email required", "password required", "displayName required")
	base := func(change string, value any) object {
		body := object{"email": "ada@example.com", "password": apitest.Password, "displayName": "Ada"}
		body[change] = value
		return body
	}
	for _, c := range []struct {
		field string
		value any
		code  string
	}{
		{"password", "seven77", "min_length"},
		{"password", strings.Repeat("é", 129), "max_length"},
		{"password", strings.Repeat("x", 200<<10), "max_length"},
		{"password", "iloveyou", "password_too_weak"},
		{"password", "nul\x00 in it", "type_invalid"},
		{"email", "ada", "email_invalid"},
		{"email", strings.Repeat("a", 3000) + "@example.com", "email_invalid"},
		{"timezone", "Local", "timezone_invalid"},
		{"preferredLanguage", "tlh-x", "language_invalid"},
		{"displayName", "", "min_length"},
	} {
		register(api, base(c.field, c.value)).Invalid(c.field + " " + c.code)
	}
	if runs := api.Deps.Hasher.Derivations(); runs != 0 {
		t.Errorf("%d passwords were hashed although the request is invalid", runs)
	}
	register(api, base("password", strings.Repeat("é", 128))).OK()
}

// Concurrent registrations of one address, in any spelling, create one account.
func TestParallelRegistrationsMakeOneAccount(t *testing.T) {
	api := apitest.NewLagging(t)
	spellings := []string{"ada@example.com", "Ada@example.com", "ADA@EXAMPLE.COM", " ada@Example.com"}
	var status [20]int
	testkit.Race(t, len(status), func(i int) {
		status[i] = register(api, object{"email": spellings[i%4], "password": apitest.Password, "displayName": "Ada"}).Status
	})
	made := 0
	for _, s := range status {
		switch s {
		case 200:
			made++
		case 409:
		default:
			t.Errorf("status %d", s)
		}
	}
	profiles := 0
	for _, item := range apitest.TableItems(api) {
		if testkit.TextOf(item["sk"]) == "PROFILE" {
			profiles++
		}
	}
	if made != 1 || profiles != 1 {
		t.Errorf("%d registrations succeeded, %d accounts exist; want 1", made, profiles)
	}
	register(api, object{"email": "ADA@example.com", "password": apitest.Password, "displayName": "Ada"}).Problem(409,
		"conflict")
	login(api, "ada@example.com", apitest.Password).OK()
}

func TestRegisterIsLimited(t *testing.T) {
	api := apitest.New(t, withLimits(5, 0))
	api.Register("ada")
	for range 4 {
		register(api, object{"email": "ada@example.com", "password": apitest.Password, "displayName": "Ada"}).Problem(409,
			"conflict")
	}
	register(api, object{"email": "ada@example.com", "password": apitest.Password, "displayName": "Ada"}).Problem(429,
		"rate_limited")
	api.Register("bob")
}
