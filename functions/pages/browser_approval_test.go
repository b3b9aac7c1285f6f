package pages_test

import (
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/internal/browser"
)

const attestation = "I have looked at the hours listed here, which ada worked for us from 8 June 2026 to 14 June " +
	"2026, and approve them."

func approveAsClient(t *testing.T) {
	api, _ := apitest.NewWithServer(t)
	createClientLink(api, object{"clientEmail": "clara@acme.example", "showAmounts": true})
	link := mailedLink(t, api, "clara@acme.example", "/p/client-approval")
	p := browser.NewPhonePage(t)
	p.Open(link)
	p.CheckAccessible()
	p.Pictures("client-approval-phone")
	p.WaitForText("Timesheet to sign", "ada's workspace asks you", "13\u00a0h 20\u00a0min", "€1,206.67", attestation)

	p.Fill("Your name", "Clara Client")
	p.Click("Approve and sign")
	if !p.IsInvalid(attestation) {
		t.Error("the browser sends the form without the tick")
	}
	p.Check(attestation)
	p.Click("Approve and sign")
	p.WaitForText("This timesheet is signed", "Clara Client approved it on 17 June 2026, 12:00\u00a0UTC.",
		"You can close this page.")
	p.CheckAccessible()
	p.Pictures("client-approval-signed-phone")

	again := browser.NewDesktopPage(t)
	again.Open(link)
	again.WaitForText("This timesheet is signed")
	again.CheckAccessible()
	again.Pictures("client-approval-signed-desktop")
}

func declineAsClient(t *testing.T) {
	api, _ := apitest.NewWithServer(t)
	createClientLink(api, object{"clientEmail": "clara@acme.example"})
	link := mailedLink(t, api, "clara@acme.example", "/p/client-approval")
	p := browser.NewPhonePage(t)
	p.Open(link)
	p.Unfold("Decline this timesheet")
	p.Fill("Your e-mail address", "clara@localhost@")
	p.Click("Decline")
	p.WaitForText("Nothing was signed yet", "Please enter your name.", "Please enter an e-mail address")
	if got := p.Title(); !strings.HasPrefix(got, "Error: ") {
		t.Errorf("title %q", got)
	}
	p.CheckAccessible()
	p.Pictures("client-approval-wrong-phone")
	p.Fill("Your name", "Clara Client")
	p.Fill("Your e-mail address", "clara@acme.example")
	p.Fill("What is wrong (optional)", "Monday was a holiday")
	p.Click("Decline")
	p.WaitForText("This timesheet was declined", "Reason: Monday was a holiday")
	p.CheckAccessible()
	p.Pictures("client-approval-declined-phone")
}

// approveByKeyboard signs with the keyboard alone.
func approveByKeyboard(t *testing.T) {
	api, _ := apitest.NewWithServer(t)
	createClientLink(api, object{"clientEmail": "clara@acme.example"})
	p := browser.NewDesktopPage(t)
	p.Open(mailedLink(t, api, "clara@acme.example", "/p/client-approval"))
	p.Pictures("client-approval-desktop")
	walk := func(want string) {
		t.Helper()
		p.Press("Tab")
		if name, outlined := p.Focused(); name != want || !outlined {
			t.Errorf("the focus is on %q (outlined: %t), want %q", name, outlined, want)
		}
	}
	walk("Skip to the content")
	for _, language := range []string{"Deutsch", "Français", "Español"} {
		walk(language)
	}
	walk("Review and sign")
	walk("Download as PDF")
	walk("Your name")
	p.Type("Clara Client")
	walk("Your e-mail address")
	walk(attestation)
	p.Press("Space")
	walk("Approve and sign")
	walk("Decline this timesheet")
	p.Press("Enter")
	walk("What is wrong (optional)")
	walk("Decline")
	for range 3 {
		p.Press("Shift+Tab")
	}
	p.Press("Enter")
	p.WaitForText("This timesheet is signed", "Clara Client approved it")
}

// createDetailedLink submits and approves a week with several entries a day of the owner, and creates
// a client link that shows them. It returns the path of its page.
func createDetailedLink(api *apitest.Service, link object) string {
	const all = "/api/workspaces/me/timesheet-submissions"
	owner := api.Register("ada")
	texts := []string{"Opening hours widget", "Accessibility fixes after the audit, second round", "", "Image gallery"}
	var site, task [2]string
	for i, name := range []string{"Website/relaunch", "Audio guide"} {
		site[i] = owner.Post("/api/projects", object{"name": name, "hourlyRate": 9050, "isBillable": i == 0}).ID()
		task[i] = owner.Post("/api/projects/"+site[i]+"/tasks", object{"name": []string{"Front end", "Recording"}[i]}).ID()
	}
	for i := range 12 {
		at := time.Date(2026, 6, 8+i/4, 9+i%4, 0, 0, 0, time.UTC)
		owner.Post("/api/entries", object{
			"projectId": site[i%2], "taskId": task[i%2], "description": texts[i%4],
			"startedAt": at.Format(time.RFC3339), "stoppedAt": at.Add(time.Duration(20+i*3) * time.Minute).Format(time.RFC3339),
		}).OK()
	}
	submission := all + "/" + owner.Post(all, object{"periodStart": "2026-06-08", "periodEnd": "2026-06-14"}).ID()
	owner.Post(submission+"/approve-all", nil).OK()
	return "/p/client-approval/" + owner.Post(submission+"/client-approval-links", link).OK()["token"].(string)
}

// readInLanguages reads and signs in the languages of the browser.
func readInLanguages(t *testing.T) {
	for language, want := range map[string][]string{
		"de-AT": {"Stundenzettel zur Unterschrift", "8.–14. Juni 2026", "Montag, 8. Juni 2026", "316,77\u00a0€",
			"Ich habe die hier aufgeführten Stunden", "Freigeben und unterschreiben"},
		"fr-CH": {"Feuille de temps à signer", "8–14 juin 2026", "lundi 8 juin 2026", "316,77\u00a0€",
			"J’ai pris connaissance des heures", "Approuver et signer"},
		"es": {"Hoja de horas para firmar", "8–14 de junio de 2026", "lunes, 8 de junio de 2026", "316,77\u00a0€",
			"He revisado las horas indicadas", "Aprobar y firmar"},
	} {
		api, address := apitest.NewWithServer(t)
		path := createDetailedLink(api, object{"clientEmail": "clara@acme.example", "showAmounts": true, "showEntries": true,
			"delivery": "self"})
		p := browser.NewPhonePageIn(t, language)
		p.Open(address + path)
		p.WaitForText(want...)
		p.CheckAccessible()
		p.Pictures("client-approval-" + language[:2] + "-phone")
		if language != "de-AT" {
			continue
		}
		p.Fill("Ihr Name", "Clara Client")
		p.Check(attestationInGerman)
		p.Click("Freigeben und unterschreiben")
		p.WaitForText("Dieser Stundenzettel ist unterschrieben",
			"Clara Client hat ihn am 17. Juni 2026, 12:00\u00a0UTC freigegeben.")
		p.CheckAccessible()
	}
}

const attestationInGerman = "Ich habe die hier aufgeführten Stunden, die ada vom 8. Juni 2026 bis zum 14. Juni " +
	"2026 für uns gearbeitet hat, durchgesehen und gebe sie frei."

// readDays reads a timesheet with its days on a phone, on a desktop and on paper.
func readDays(t *testing.T) {
	api, address := apitest.NewWithServer(t)
	path := createDetailedLink(api, object{"clientEmail": "clara@acme.example", "showAmounts": true, "showEntries": true,
		"delivery": "self"})
	for name, p := range map[string]*browser.Page{"phone": browser.NewPhonePage(t), "desktop": browser.NewDesktopPage(t)} {
		p.Open(address + path)
		p.WaitForText("Time by day", "Monday, 8 June 2026", "Opening hours widget", "No description")
		p.CheckAccessible()
		p.Pictures("client-approval-days-" + name)
	}
	p := browser.NewDesktopPage(t)
	p.Open(address + path)
	paper := p.Print("client-approval-days")
	if paper.Controls > 0 || paper.Background != "rgb(255, 255, 255)" || paper.Ink != "rgb(0, 0, 0)" {
		t.Errorf("printed with %d controls, %s on %s", paper.Controls, paper.Ink, paper.Background)
	}
	for _, want := range []string{"ada's workspace", "Monday, 8 June 2026", "Opening hours widget",
		"This timesheet is not signed yet."} {
		if !strings.Contains(paper.Text, want) {
			t.Errorf("the print lacks %q:\n%s", want, paper.Text)
		}
	}
}
