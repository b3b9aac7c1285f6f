package oauth_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func beginDevice(api *apitest.Service, client string) object {
	return api.Send(apitest.Form("/oauth/device_authorization", "client_id", client, "scope", "full offline_access")).OK()
}

// poll asks whether the user of a device has decided.
func poll(api *apitest.Service, device object) *apitest.Answer {
	return exchange(api, "grant_type", grantDevice, "client_id", "stint", "device_code", device["device_code"].(string))
}

func TestADeviceGetsAccess(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	u, b := api.Register("ada"), newBrowser(t, api)
	device := beginDevice(api, "stint")
	code := device["user_code"].(string)
	if !regexp.MustCompile(`^[B-DF-HJ-NP-TV-Z]{4}-[B-DF-HJ-NP-TV-Z]{4}$`).MatchString(code) ||
		device["verification_uri"] != apitest.BaseURL+devicePath || device["expires_in"] != 900.0 ||
		device["interval"] != 5.0 {
		t.Errorf("device %v", device)
	}
	wantFailure(t, poll(api, device), 400, "authorization_pending")
	wantFailure(t, poll(api, device), 400, "slow_down") // the interval is ten seconds now
	api.Clock.Advance(9 * time.Second)
	wantFailure(t, poll(api, device), 400, "slow_down")
	api.Clock.Advance(15 * time.Second)
	wantFailure(t, poll(api, device), 400, "authorization_pending")

	b.open(strings.TrimPrefix(device["verification_uri_complete"].(string), apitest.BaseURL)).Page(200)
	entry := b.signIn(u).Page(200)
	if !strings.Contains(entry, `value="`+code+`"`) || strings.Contains(entry, `value="allow"`) {
		t.Errorf("the page does not let the user compare the code:\n%s", entry)
	}
	question := b.submit("find", "user_code", " "+strings.ToLower(code[:4])+" "+code[5:]).Page(200)
	if !strings.Contains(question, "in front of you") || !strings.Contains(question, "Everything that you may do there") {
		t.Errorf("the page does not ask:\n%s", question)
	}
	b.submit("allow").Page(200)
	token := poll(api, device).OK()
	if token["refresh_token"] == nil || token["scope"] != "full offline_access" {
		t.Errorf("token %v", token)
	}
	api.UseKey(token["access_token"].(string)).OK()
	wantFailure(t, poll(api, device), 400, "invalid_grant") // once
	b.open(devicePath)
	if again := b.submit("find", "user_code", code); again.Status != 422 {
		t.Errorf("the code of a device that has access: %d", again.Status)
	}
}

// openFoundDevice is a browser of a new user that shows the request of a device, and the device.
func openFoundDevice(t *testing.T, api *apitest.Service) (*browser, object) {
	t.Helper()
	b, device := newBrowser(t, api), beginDevice(api, "stint")
	b.open(devicePath)
	b.signIn(api.Register("ada"))
	b.submit("find", "user_code", device["user_code"].(string)).Page(200)
	return b, device
}

func TestARefusedDeviceGetsNothing(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	b, device := openFoundDevice(t, api)
	b.submit("refuse").Page(200)
	wantFailure(t, poll(api, device), 400, "access_denied")
	if got := grants(t, api); got != 0 {
		t.Errorf("%d grants", got)
	}
}

func TestCodesOfDevicesExpire(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	b, device := openFoundDevice(t, api)
	page := b.last
	api.Clock.Advance(15 * time.Minute)
	wantFailure(t, poll(api, device), 400, "expired_token")
	b.last = page
	if late := b.submit("allow"); late.Status != 422 {
		t.Errorf("allowed too late: %d", late.Status)
	}
	wantFailure(t, poll(api, object{"device_code": "nonsense"}), 400, "expired_token")
}

// A form that is sent twice is no guess of a code: it does not count as one.
func TestFormsOfDevicesThatAreSentTwice(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	b, _ := openFoundDevice(t, api)
	page := b.last
	b.submit("allow").Page(200)
	for range 12 {
		b.last = page
		if again := b.submit("allow"); again.Status != 422 {
			t.Fatalf("sent again: %d", again.Status)
		}
	}
	b.open(devicePath)
	b.submit("find", "user_code", beginDevice(api, "stint")["user_code"].(string)).Page(200)
}

// The right code is found also if the hour in which attempts are counted ends before it is.
func TestACodeOfADeviceAcrossTheHour(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	api.Clock.Advance(time.Hour - time.Second)
	b, device := newBrowser(t, api), beginDevice(api, "stint")
	b.open(devicePath)
	b.signIn(api.Register("ada"))
	isCount := func(a testkit.Attempt) bool {
		in, isUpdate := a.Input.(*dynamodb.UpdateItemInput)
		return isUpdate && strings.HasPrefix(testkit.TextOf(in.Key["pk"]), "RL#oauth.user_code")
	}
	pass := func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		defer api.Clock.Advance(time.Second)
		return exchange(r)
	}
	api.Probe.Inject(testkit.Fault{Where: isCount, Effect: pass})
	b.submit("find", "user_code", device["user_code"].(string)).Page(200)
}

func TestRequestsOfDevicesAreChecked(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	without := newMaker(t, func(d object) { d["grant_types"] = []string{"authorization_code"} })
	begin := func(pairs ...string) *apitest.Answer {
		return api.Send(apitest.Form("/oauth/device_authorization", pairs...))
	}
	wantFailure(t, begin(), 400, "invalid_request")
	wantFailure(t, begin("client_id", "chart-maker"), 401, "invalid_client")
	wantFailure(t, begin("client_id", "stint", "scope", "admin"), 400, "invalid_scope")
	wantFailure(t, begin("client_id", "stint", "resource", "https://evil.example"), 400, "invalid_target")
	wantFailure(t, begin("client_id", without.id), 400, "unauthorized_client")
	begin("client_id", newMaker(t).id).OK()
}
