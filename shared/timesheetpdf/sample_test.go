package timesheetpdf_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"strings"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
	"stint/shared/timesheetpdf"
)

var (
	berlin  = domain.Timezone("Europe/Berlin").Location()
	decided = domain.InstantOf(time.Date(2026, 6, 8, 12, 30, 0, 0, time.UTC))
)

func amount(minor int64) *int64 { return &minor }

// logoOf is a logo of some height.
func logoOf(height int) []byte {
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewNRGBA(image.Rect(0, 0, 80, height))); err != nil {
		panic(err) // a buffer takes everything
	}
	return out.Bytes()
}

// sample is a document with everything in it.
func sample() timesheetpdf.Document {
	entry := func(day domain.Date, text string, minutes int64) timesheetpdf.Entry {
		return timesheetpdf.Entry{Day: day, Description: text, Seconds: minutes * 60, Amount: amount(minutes * 150)}
	}
	lines := []timesheetpdf.Line{
		{
			Project: "Website relaunch", Task: "Design", Billable: true, Seconds: 9 * 3600, Amount: amount(81_000),
			Currency: "EUR", Status: timesheets.LineApproved,
			Entries: []timesheetpdf.Entry{
				entry("2026-06-01", "First sketches of the landing page, with the colours that the workshop chose", 240),
				entry("2026-06-02", "Review with Zoë and Nguyễn Văn Đức", 180), entry("2026-06-03", "", 120),
			},
		},
		{
			Project: "Website relaunch", Task: "Development", Billable: true, Seconds: 15 * 3600, Amount: amount(135_000),
			Currency: "EUR", Status: timesheets.LineApproved, Entries: []timesheetpdf.Entry{entry("2026-06-02", "API", 300),
				entry("2026-06-03", "Forms\nand their checks", 360), entry("2026-06-05", "Deployment", 240)},
		},
		{
			Project: "Ωμέγα и Дельта", Seconds: 90 * 60, Amount: amount(0), Currency: "EUR", Status: timesheets.LineRejected,
			Entries: []timesheetpdf.Entry{{Day: "2026-06-04", Description: "Σύσκεψη, встреча, שלום עולם, 会議", Seconds: 90 * 60,
				Amount: amount(0)}},
		},
	}
	at := domain.InstantOf(time.Date(2026, 6, 7, 16, 0, 0, 0, time.UTC))
	return timesheetpdf.Document{
		Logo: logoOf(20), Workspace: "Lovelace & Söhne", Person: "Łukasz Żółć-Öztürk", Client: "Babbage Ltd",
		PeriodStart: "2026-06-01", PeriodEnd: "2026-06-07", Status: timesheets.PartiallyRejected, SubmittedAt: &at,
		Note: "The workshop on Thursday was longer than planned.", Lines: lines, Seconds: 25*3600 + 1800,
		Totals: []timesheetpdf.Total{{Currency: "EUR", Amount: 216_000}}, EntryView: timesheetpdf.EntriesShown,
		Decisions: []timesheetpdf.Decision{
			{Status: timesheets.LineApproved, Lines: []int{0, 1}, By: "Grace Hopper", At: at},
			{Status: timesheets.LineRejected, Lines: []int{2}, By: "Grace Hopper", At: at,
				Reason: "Please split it by project."},
		},
		Signatures: []timesheetpdf.Signature{{
			Decision: timesheets.DecisionApproved, Name: "Чарльз Бэббидж", Email: "charles@babbage.example",
			Client: "Babbage Ltd", At: decided, Attestation: "He revisado las horas indicadas aquí, que Łukasz ha trabajado " +
				"para nosotros del 1 de junio de 2026 al 7 de junio de 2026, y las apruebo.",
			English: "I have looked at the hours listed here, which Łukasz worked for us from 1 June 2026 to 7 June 2026, and " +
				"approve them.",
			Seconds: new(int64(9000)), Amount: new(int64(21250)), Currency: "EUR",
			SHA256: strings.Repeat("0123456789abcdef", 4),
		}},
		ChangedAt: decided,
	}
}

// large is a document with that many entries of 31 days.
func large(entries int) timesheetpdf.Document {
	d := sample()
	d.Lines = make([]timesheetpdf.Line, min(entries, 500))
	d.Seconds = 0
	for i := range d.Lines {
		d.Lines[i] = timesheetpdf.Line{Project: fmt.Sprint("Project ", i), Task: "Task", Billable: true, Currency: "EUR",
			Status: timesheets.LineApproved}
	}
	for i := range entries {
		l := &d.Lines[i%len(d.Lines)]
		l.Entries = append(l.Entries, timesheetpdf.Entry{Day: domain.Date(fmt.Sprintf("2026-07-%02d", 1+i%31)),
			Description: fmt.Sprintf("What was done in entry %d", i), Seconds: 240})
		l.Seconds, d.Seconds = l.Seconds+240, d.Seconds+240
	}
	d.Totals = nil
	return d
}

func formatter(l locale.Language) locale.Formatter { return locale.NewFormatter(l, berlin) }
