package account_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
)

func invitedOnly(c *config.Config) { c.InvitedOnly = true }

func domains(all ...string) apitest.Option {
	return func(c *config.Config) { c.RegistrationDomains = all }
}

func registerAs(h *apitest.Service, email string) *apitest.Answer {
	return register(h, object{"email": email, "password": apitest.Password, "displayName": "New"})
}

func TestRegistrationByInvitation(t *testing.T) {
	h := apitest.New(t, invitedOnly)
	first := h.Register("ada") // of an empty instance
	registerAs(h, "bob@example.com").Denied("registration_closed")
	registerAs(h, first.Email).Denied("registration_closed") // not that there is an account
	register(h, object{}).Denied("registration_closed")
	register(h, object{"email": "bob@example.com", "password": apitest.Password, "displayName": "Bob",
		"invitationToken": "x"}).Invalid("invitationToken token_invalid")
	if bob := first.AddMember("bob", "user"); bob.WorkspaceID != first.WorkspaceID {
		t.Error("an invitation does not open the door")
	}
}

func TestRegistrationByDomain(t *testing.T) {
	h := apitest.New(t, domains("example.com", "büro.example"))
	ada := h.Register("ada")
	for _, email := range []string{"bob@EXAMPLE.com", "carl@büro.example", "dora@BÜRO.example"} {
		registerAs(h, email).OK()
	}
	for _, email := range []string{"eve@evil.example", "eve@sub.example.com", "eve@notexample.com",
		"example.com@evil.example"} {
		registerAs(h, email).Denied("registration_closed")
	}
	register(h, object{"email": "no address", "password": apitest.Password, "displayName": "Eve"}).Invalid(
		"email email_invalid")
	ada.Invite("eve@evil.example", "")
	register(h, object{"email": "eve@evil.example", "password": apitest.Password, "displayName": "Eve",
		"invitationToken": h.MailedToken("eve@evil.example", "invitation")}).OK()
}

// Of several registrations in an empty instance, one is the first.
func TestOneFirstAccount(t *testing.T) {
	for _, option := range []apitest.Option{invitedOnly, domains("elsewhere.example")} {
		h := apitest.NewLagging(t, option)
		var won atomic.Int64
		testkit.Race(t, 5, func(i int) {
			switch answer := registerAs(h, fmt.Sprintf("user%d@example.com", i)); answer.Status {
			case 200:
				won.Add(1)
			default:
				answer.Denied("registration_closed")
			}
		})
		if won.Load() != 1 {
			t.Errorf("%d first accounts", won.Load())
		}
	}
}

// An instance that was open has no first account left when it is closed, also on a new
// process and on a table from before the mark, once a user has signed in.
func TestClosingAnOpenInstance(t *testing.T) {
	h := apitest.New(t)
	ada := h.Register("ada")
	body := object{"email": "eve@example.com", "password": apitest.Password, "displayName": "Eve"}
	eve := apitest.Request{Method: "POST", Path: "/api/auth/register", Body: body}
	h.SendTo(h.NewInstance(invitedOnly), eve).Denied("registration_closed")
	if _, err := h.Table.Client.DeleteItem(t.Context(),
		&dynamodb.DeleteItemInput{TableName: &h.Table.Name, Key: itemKey("INSTANCE", "USED")}); err != nil {
		t.Fatal(err)
	}
	closed := h.NewInstance(invitedOnly)
	h.SendTo(closed, apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: object{"email": ada.Email, "password": apitest.Password}}).OK()
	h.SendTo(closed, eve).Denied("registration_closed")
	h.SendTo(h.NewInstance(invitedOnly), eve).Denied("registration_closed")
}

func TestProvidersSayWhoMayRegister(t *testing.T) {
	for _, c := range []struct {
		option apitest.Option
		want   string
	}{
		{func(*config.Config) {}, "open []"}, {invitedOnly, "invited []"}, {domains("example.com"), "open [example.com]"},
	} {
		answer := apitest.New(t, c.option).Send(apitest.Request{Method: "GET", Path: "/api/auth/providers"}).OK()
		if got := fmt.Sprint(answer["registration"], " ", answer["registration_domains"]); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// The first account of an empty instance is whole or is not there.
func TestFirstAccountUnderFaults(t *testing.T) {
	apitest.FaultWalk{
		Options: []apitest.Option{invitedOnly},
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			return func() *apitest.Answer { return registerAs(h, "ada@example.com") }
		},
		CheckRetry: func(h *apitest.Service, again *apitest.Answer) {
			if again.Status != 200 {
				again.Denied("registration_closed")
			}
			login(h, "ada@example.com", apitest.Password).OK()
		},
	}.Run(t)
}

// The limit of mail to an address stops the mail and not the registration. So a stranger
// who uses it up closes registration for nobody.
func TestRegistrationOverTheMailLimitSendsNothing(t *testing.T) {
	h := apitest.New(t, func(c *config.Config) { c.Limits.MailPerRecipient = 2 })
	for range 3 {
		h.UserOf(registerAs(h, "ada@example.com")).Delete("/api/me").OK()
	}
	ada := registerAs(h, "ada@example.com")
	ada.OK()
	registerAs(h, "ada@example.com").Problem(409, "conflict")
	h.UserOf(ada).Get("/api/auth/me").OK()
	h.RunWorker()
	if got := len(h.MailsTo("ada@example.com")); got != 0 {
		t.Errorf("%d mails, want none: two were of deleted accounts, and the others are over the limit", got)
	}
	login(h, "ada@example.com", apitest.Password).OK()
}
