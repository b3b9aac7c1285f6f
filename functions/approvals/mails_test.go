package approvals_test

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/mail"
)

const (
	signedSubject  = "The client signed a timesheet: 8–14 June 2026"
	refusedSubject = "The client declined a timesheet: 8–14 June 2026"
	ownSigned      = "The client signed your timesheet: 8–14 June 2026"
	ownRefused     = "The client declined your timesheet: 8–14 June 2026"
	copySubject    = "Your copy of a signed timesheet"
)

// shared is a workspace in which the member's timesheet is approved and the admin mailed a link to the client.
type shared struct {
	*apitest.Service
	owner, admin, member *apitest.User
	publicPath           string
}

const client = "clara@acme.example"

func newShared(t *testing.T) *shared { t.Helper(); return newSharedOf(t, "") }

// newSharedOf is newShared with time of a client, unless that is "".
func newSharedOf(t *testing.T, name string) *shared {
	t.Helper()
	api := apitest.New(t)
	s := &shared{Service: api, owner: api.Register("olga")}
	s.admin, s.member = s.owner.AddMember("adam", "admin"), s.owner.AddMember("will", "user")
	entry := object{"startedAt": "2026-06-08T09:00:00Z", "stoppedAt": "2026-06-08T10:00:00Z"}
	if name != "" {
		id := s.owner.Post("/api/clients", object{"name": name}).ID()
		project := s.owner.Post("/api/projects", object{"name": "Site", "clientId": id}).ID()
		s.owner.Post("/api/projects/"+project+"/members", object{"userId": s.member.ID}).OK()
		entry["projectId"] = project
	}
	s.member.Post("/api/entries", entry).OK()
	path := submissionsPath + "/" + s.member.Post(submissionsPath,
		object{"periodStart": "2026-06-08", "periodEnd": "2026-06-14"}).ID()
	s.owner.Post(path+"/approve-all", nil).OK()
	s.admin.Post(path+"/client-approval-links", object{"clientEmail": client}).OK()
	api.RunWorker()
	token := regexp.MustCompile(`/p/client-approval/(\w+)`).FindStringSubmatch(api.MailsTo(client)[0].Text)
	s.publicPath = "/api/public/client-approval/" + token[1]
	return s
}

func (s *shared) decide(how string, body object) *apitest.Answer {
	return s.Send(apitest.Request{Method: "POST", Path: s.publicPath + "/" + how, Body: body})
}

// clientMails runs the worker and returns the subjects of the mails about the client's decision.
func clientMails(api *apitest.Service, to string) (subjects []string) {
	api.RunWorker()
	for _, m := range slices.Backward(api.MailsTo(to)) {
		if slices.Contains([]string{signedSubject, refusedSubject, ownSigned, ownRefused, copySubject}, m.Subject) {
			subjects = append(subjects, m.Subject)
		}
	}
	return subjects
}

func (s *shared) want(t *testing.T, when string, toMember, toAdmin, toOwner, toClient []string) {
	t.Helper()
	for to, want := range map[string][]string{s.member.Email: toMember, s.admin.Email: toAdmin, s.owner.Email: toOwner,
		client: toClient} {
		if got := clientMails(s.Service, to); !slices.Equal(got, want) {
			t.Errorf("%s: %s got %q, want %q", when, to, got, want)
		}
	}
}

// The copy names the client of a link that covers all time of one client, as the mail to the maker of the link does.
func TestCopyNamesTheOnlyClient(t *testing.T) {
	t.Parallel()
	s := newSharedOf(t, "Acme")
	s.decide("approve", signatureBody()).OK()
	s.RunWorker()
	for _, to := range []string{client, s.admin.Email} {
		if text := s.MailsTo(to)[0].Text; !strings.Contains(text, "• Acme – 1\u00a0h") {
			t.Errorf("the mail to %s does not name the client and the hours:\n%s", to, text)
		}
	}
}

// A signature is mailed to the user of the timesheet, to the maker of the link and as a copy to the client.
func TestSignatureIsMailed(t *testing.T) {
	t.Parallel()
	s := newShared(t)
	s.decide("approve", signatureBody()).OK()
	s.decide("approve", signatureBody()).Problem(409, "conflict")
	s.want(t, "signed", []string{ownSigned}, []string{signedSubject}, nil, []string{copySubject})
	link := regexp.MustCompile(`http\S+/p/client-approval/(\w+)`).FindStringSubmatch(s.MailsTo(client)[0].Text)
	if link == nil || "/api/public/client-approval/"+link[1] != s.publicPath {
		t.Errorf("the copy does not link to what was signed:\n%s", s.MailsTo(client)[0].Text)
	}
	if text := s.MailsTo(client)[0].Text; !regexp.MustCompile(`• (ACME|Acme|All lines) – \d`).MatchString(text) {
		t.Errorf("the copy does not name the client and the hours:\n%s", text)
	}
	files := s.MailsTo(client)[0].Attachments
	if len(files) != 1 || files[0].Name != "timesheet_2026-06-08_2026-06-14.pdf" ||
		!strings.HasPrefix(string(files[0].Bytes), "%PDF-") {
		t.Errorf("the copy has %d documents", len(files))
	}
	if text := s.MailsTo(s.member.Email)[0].Text; !strings.Contains(text, "Clara Client signed your timesheet in") {
		t.Errorf("mail to the user:\n%s", text)
	}
	if text := s.MailsTo(s.admin.Email)[0].Text; !strings.Contains(text, "Clara Client signed the timesheet of will") {
		t.Errorf("mail to the maker:\n%s", text)
	}
}

// A refusal is mailed with its reason, and not to the client.
func TestRejectionByTheClientIsMailed(t *testing.T) {
	t.Parallel()
	s := newShared(t)
	s.decide("reject", object{"signerName": "Clara Client", "signerEmail": client,
		"reason": "Not \u202ewww.mine.example"}).OK()
	s.want(t, "refused", []string{ownRefused}, []string{refusedSubject}, nil, nil)
	if text := s.MailsTo(s.admin.Email)[0].Text; !strings.Contains(text, "Reason: Not www.\u2060mine.\u2060example") {
		t.Errorf("mail to the maker:\n%s", text)
	}
}

func TestMailsOfClientsFollowTheirRecipients(t *testing.T) {
	t.Parallel()
	t.Run("switched off while the mail waits", func(t *testing.T) {
		t.Parallel()
		s := newShared(t)
		s.decide("approve", signatureBody()).OK()
		s.member.Do("PUT", "/api/me/notifications", object{"clientDecided": false}).OK()
		s.want(t, "switched off", nil, []string{signedSubject}, nil, []string{copySubject})
	})
	t.Run("the maker left", func(t *testing.T) {
		t.Parallel()
		s := newShared(t)
		s.decide("approve", signatureBody()).OK()
		s.owner.Delete("/api/workspaces/" + s.owner.WorkspaceID + "/members/" + s.admin.ID).OK()
		s.want(t, "left", []string{ownSigned}, nil, nil, []string{copySubject})
	})
	t.Run("a link that its maker delivers", func(t *testing.T) {
		t.Parallel()
		a := newFixture(apitest.New(t)) // the owner's own timesheet and link
		a.post(a.publicPath+"/approve", signatureBody()).OK()
		if got := clientMails(a.Service, a.owner.Email); !slices.Equal(got, []string{ownSigned}) {
			t.Errorf("the user who made the link got %q, want one mail", got)
		}
		if got := clientMails(a.Service, client); len(got) != 0 {
			t.Errorf("the client, whose address nobody proved, got %q", got)
		}
	})
}

// The address that a client gives is free text. One of the team, in any case, suppresses no mail.
func TestAddressOfTheClientSuppressesNoMail(t *testing.T) {
	t.Parallel()
	for how, subjects := range map[string][2]string{"approve": {ownSigned, signedSubject},
		"reject": {ownRefused, refusedSubject}} {
		for _, name := range []string{"will", "adam", "WILL"} {
			t.Run(how+" as "+name, func(t *testing.T) {
				t.Parallel()
				s := newShared(t)
				body := signatureBody()
				body["signerEmail"] = name + "@example.com"
				if how == "reject" {
					delete(body, "attestationAccepted")
				}
				s.decide(how, body).OK()
				var clientCopy []string
				if how == "approve" {
					clientCopy = []string{copySubject}
				}
				s.want(t, how, subjects[:1], subjects[1:], nil, clientCopy)
			})
		}
	}
}

// The decision and its mails are written together, whatever call fails.
func TestMailsOfSignatureUnderFaults(t *testing.T) {
	t.Parallel()
	for k := 0; ; k++ {
		s := newShared(t)
		fault := s.Probe.Inject(testkit.Fault{Effect: testkit.FailAfter(testkit.Disconnected), Skip: k, WholeCall: true})
		signed := s.decide("approve", signatureBody()).Status == 200
		s.Probe.Reset()
		again := s.decide("approve", signatureBody()).Status
		if !signed && again != 200 && again != 409 {
			t.Fatalf("call %d: status %d", k+1, again)
		}
		for range 2 {
			s.Clock.Advance(time.Minute)
			s.RunWorker()
		}
		s.want(t, "signed", []string{ownSigned}, []string{signedSubject}, nil, []string{copySubject})
		if fault.Hits() == 0 {
			return
		}
	}
}

// limitedSender refuses mails with attachments, as a service for which they are too large does.
// Workers send side by side.
type limitedSender struct {
	mu    sync.Mutex
	taken []mail.Message
}

func (l *limitedSender) Send(_ context.Context, m mail.Message) error {
	if len(m.Attachments) > 0 {
		return errors.New("too large")
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.taken = append(l.taken, m)
	return nil
}

// A copy that the mail service does not take with its document is sent without.
func TestCopyIsSentWithoutADocumentThatIsRefused(t *testing.T) {
	t.Parallel()
	s := newShared(t)
	s.decide("approve", signatureBody()).OK()
	sender := &limitedSender{}
	w := s.NewWorker(sender)
	isCopy := func(m mail.Message) bool { return m.Kind == domain.MailSignedCopy }
	for began := s.Clock.Now(); !slices.ContainsFunc(sender.taken, isCopy); {
		if err := w.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
		if s.Clock.Advance(10*time.Minute).Sub(began) > 24*time.Hour {
			t.Fatal("the copy is never sent")
		}
	}
}
