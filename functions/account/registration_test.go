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

func registerAs(api *apitest.Service, email string) *apitest.Answer {
	return register(api, object{"email": email, "password": apitest.Password, "displayName": "New"})
}

func TestRegistrationByInvitation(t *testing.T) {
	api := apitest.New(t, invitedOnly)
	first := api.Register("ada") // of an empty instance
	registerAs(api, "bob@example.com").Denied("registration_closed")
	registerAs(api, first.Email).Denied("registration_closed") // not that there is an account
	register(api, object{}).Denied("registration_closed")
	register(api, object{"email": "bob@example.com", "password": apitest.Password, "displayName": "Bob",
		"invitationToken": "x"}).Invalid("invitationToken token_invalid")
	if member := first.AddMember("bob", "user"); member.WorkspaceID != first.WorkspaceID {
		t.Error("an invitation does not open the door")
	}
}

func TestRegistrationByDomain(t *testing.T) {
	api := apitest.New(t, domains("example.com", "büro.example", "xn--mller-kva.example"))
	owner := api.Register("ada")
	for _, email := range []string{"bob@EXAMPLE.com", "carl@büro.example", "dora@BÜRO.example",
		"emil@xn--bro-hoa.example", "fritz@müller.example"} {
		registerAs(api, email).OK()
	}
	registerAs(api, "carl@xn--bro-hoa.example").Problem(409, "conflict") // carl@büro.example
	for _, email := range []string{"eve@evil.example", "eve@sub.example.com", "eve@notexample.com",
		"example.com@evil.example"} {
		registerAs(api, email).Denied("registration_closed")
	}
	register(api, object{"email": "no address", "password": apitest.Password, "displayName": "Eve"}).Invalid(
		"email email_invalid")
	owner.Invite("eve@evil.example", "")
	register(api, object{"email": "eve@evil.example", "password": apitest.Password, "displayName": "Eve",
		"invitationToken": api.MailedToken("eve@evil.example", "invitation")}).OK()
}

// Of several registrations in an empty instance, one is the first.
func TestOneFirstAccount(t *testing.T) {
	for _, option := range []apitest.Option{invitedOnly, domains("elsewhere.example")} {
		api := apitest.NewLagging(t, option)
		var won atomic.Int64
		testkit.Race(t, 5, func(i int) {
			switch answer := registerAs(api, fmt.Sprintf("user%d@example.com", i)); answer.Status {
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
	api := apitest.New(t)
	owner := api.Register("ada")
	body := object{"email": "eve@example.com", "password": apitest.Password, "displayName": "Eve"}
	request := apitest.Request{Method: "POST", Path: "/api/auth/register", Body: body}
	api.SendTo(api.NewInstance(invitedOnly), request).Denied("registration_closed")
	if _, err := api.Table.Client.DeleteItem(t.Context(),
		&dynamodb.DeleteItemInput{TableName: &api.Table.Name, Key: itemKey("INSTANCE", "USED")}); err != nil {
		t.Fatal(err)
	}
	closed := api.NewInstance(invitedOnly)
	api.SendTo(closed, apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: object{"email": owner.Email, "password": apitest.Password}}).OK()
	api.SendTo(closed, request).Denied("registration_closed")
	api.SendTo(api.NewInstance(invitedOnly), request).Denied("registration_closed")
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
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			return func() *apitest.Answer { return registerAs(api, "ada@example.com") }
		},
		CheckRetry: func(api *apitest.Service, again *apitest.Answer) {
			if again.Status != 200 {
				again.Denied("registration_closed")
			}
			login(api, "ada@example.com", apitest.Password).OK()
		},
	}.Run(t)
}

// The limit of mail to an address stops the mail and not the registration. So a stranger
// who uses it up closes registration for nobody.
func TestRegistrationOverTheMailLimitSendsNothing(t *testing.T) {
	api := apitest.New(t, func(c *config.Config) { c.Limits.MailPerRecipient = 2 })
	for range 3 {
		api.UserOf(registerAs(api, "ada@example.com")).Delete("/api/me").OK()
	}
	registered := registerAs(api, "ada@example.com")
	registered.OK()
	registerAs(api, "ada@example.com").Problem(409, "conflict")
	api.UserOf(registered).Get("/api/auth/me").OK()
	api.RunWorker()
	if got := len(api.MailsTo("ada@example.com")); got != 0 {
		t.Errorf("%d mails, want none: two were of deleted accounts, and the others are over the limit", got)
	}
	login(api, "ada@example.com", apitest.Password).OK()
}
