package oauth

import (
	"context"
	"errors"
	"net/url"
	"time"

	"stint/shared/accounts"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
)

const userCodeField = "user_code"

// device shows the page on which a user types the code of a device. A code in the address is only filled in: the user
// compares it with the one on the device, so that nobody else's link decides (RFC 8628, section 5.4).
func (f *Family) device(ctx context.Context, c *route.Call[route.NoInput]) (route.Responder, error) {
	v, err := f.openDevice(ctx, c.Request)
	if err != nil {
		return nil, err
	}
	if !v.isFresh {
		return f.signInPage(v.visit, nil, "", nil), nil
	}
	return v.codePage(v.sent, nil), nil
}

// deviceVisit is a visit of the page with the code that is in its address.
type deviceVisit struct {
	visit
	sent string
}

func (f *Family) openDevice(ctx context.Context, r *route.Request) (v deviceVisit, err error) {
	sent, err := parse(r.Forward(ctx).URL.RawQuery)
	if err != nil {
		return v, badRequest(err)
	}
	query := url.Values{}
	if code, ok := parseUserCode(sent.get(userCodeField)); ok {
		v.sent = code.String()
		query.Set(userCodeField, v.sent)
	}
	if failed := sent.get(accounts.SignInErrorField); failed != "" {
		query.Set(accounts.SignInErrorField, failed)
	}
	v.visit, err = f.open(ctx, r, devicePath, query)
	return v, err
}

// codePage asks for the code.
func (v deviceVisit) codePage(code string, wrong error) page.Page {
	shown := view{Heading: v.Text("device.heading"), Lines: v.Lines("device.intro"), After: v.Lines("device.after"),
		Form: &form{Action: v.action, Buttons: []button{{Act: actFind, Text: v.Text("device.button")},
			{Act: actSignOut, Text: v.Text("consent.sign_out"), Second: true, Anyway: true}},
			Fields: []field{{Name: userCodeField, Label: v.Text("device.code"), Type: "text", Autocomplete: "off",
				Value: code, Focus: true}}}}
	if wrong != nil {
		shown.Form.Wrong = v.Text("device.wrong")
	}
	return toPage(shown, v.reader, wrong)
}

// decideDevice takes a form of the page.
func (f *Family) decideDevice(ctx context.Context, c *route.Call[route.NoInput]) (route.Responder, error) {
	v, err := f.openDevice(ctx, c.Request)
	if err != nil {
		return nil, err
	}
	if answer, err := f.enter(ctx, v.visit, nil, ""); answer != nil || err != nil {
		return answer, err
	}
	act := v.form.get("act")
	if act != actFind && act != actAllow && act != actRefuse {
		return nil, problem.Malformed("The form names no act of the page.")
	}
	if !v.isFresh {
		return v.again(), nil
	}
	d, err := f.findDevice(ctx, *v.session, v.form.get(userCodeField))
	if errors.Is(err, errWrongCode) {
		return v.codePage(v.form.get(userCodeField), problem.InvalidField(userCodeField, problem.TokenInvalid)), nil
	}
	if err != nil {
		return nil, err
	}
	return f.answerDevice(ctx, v, d, act)
}

// wrongCodesAnHour is how many wrong codes a person may type in an hour. It holds where limits are off, too, because a
// code is short.
const wrongCodesAnHour = 10

// errWrongCode is the error of a code that no open request has.
var errWrongCode = errors.New("no device shows this code")

// findDevice finds the open request with a user code. Every attempt is counted before it is checked, and a right one
// taken back. Errors: errWrongCode, rate_limited.
func (f *Family) findDevice(ctx context.Context, by accounts.BrowserSession,
	typed string) (d people.DeviceAuthorization, err error) {
	attempt := domain.Quota{Kind: "oauth.user_code", Subject: string(by.UserID), Limit: wrongCodesAnHour,
		Window: time.Hour}
	if err := f.store.Count(ctx, attempt); err != nil {
		return d, err
	}
	code, ok := parseUserCode(typed)
	if !ok {
		return d, errWrongCode
	}
	d, ok, err = f.store.DeviceAuthorizationOf(ctx, code.half())
	if err != nil {
		return d, err
	}
	isOpen := ok && d.IsOpen(domain.InstantOf(f.now()))
	switch {
	case ok && d.UserCode == code.digest() && !isOpen: // a form that was sent twice, or too late, is no guess
		return d, errors.Join(errWrongCode, f.store.Uncount(ctx, attempt))
	case !isOpen:
		return d, errWrongCode
	case d.UserCode != code.digest():
		return d, errors.Join(errWrongCode, f.countWrongCode(ctx, d))
	}
	return d, f.store.Uncount(ctx, attempt)
}

func (f *Family) countWrongCode(ctx context.Context, d people.DeviceAuthorization) error {
	if err := f.store.CountWrongCode(ctx, d); !errors.Is(err, peopledb.ErrDeviceChanged) {
		return err
	}
	return nil
}

// answerDevice asks about the request of a device, or takes what the user decides.
func (f *Family) answerDevice(ctx context.Context, v deviceVisit, d people.DeviceAuthorization,
	act string) (route.Responder, error) {
	found, err := f.findClient(ctx, d.ClientID)
	if err != nil {
		return nil, badRequest(err)
	}
	q := question{client: found, scope: scope{d.Access, d.Refreshes}, purpose: d.Digest, isDevice: true,
		hidden: []fact{{Name: userCodeField, Value: v.form.get(userCodeField)}}}
	switch act {
	case actAllow:
		return f.allowDevice(ctx, v, d, q)
	case actRefuse:
		if err := v.checkKey(q.purpose); err != nil {
			return nil, err
		}
		return f.refuseDevice(ctx, v, d)
	default:
		return f.consentPage(ctx, v.visit, q, "", nil)
	}
}

// refuseDevice refuses the request of a device and says so.
func (f *Family) refuseDevice(ctx context.Context, v deviceVisit,
	d people.DeviceAuthorization) (route.Responder, error) {
	if err := f.store.RefuseDevice(ctx, d); err != nil && !errors.Is(err, peopledb.ErrDeviceChanged) {
		return nil, err
	}
	return toPage(view{Heading: v.Text("device.refused_heading"), Lines: v.Lines("device.refused")}, v.reader, nil), nil
}

// allowDevice makes the grant that the device fetches the tokens of.
func (f *Family) allowDevice(ctx context.Context, v deviceVisit, d people.DeviceAuthorization,
	q question) (route.Responder, error) {
	consent, err := f.consentOf(ctx, v.visit, q)
	if errors.Is(err, errNotChosen) {
		return f.consentPage(ctx, v.visit, q, "consent.not_chosen", problem.Malformed(err.Error()))
	}
	if err != nil {
		return nil, err
	}
	consent.Device = &d
	if answer, err := f.allow(ctx, v.visit, q, consent); answer != nil || err != nil {
		return answer, err
	}
	return toPage(view{Heading: v.Text("device.allowed_heading"), Lines: v.Lines("device.allowed",
		"app", string(q.client.Name))}, v.reader, nil), nil
}
