package timefile

import (
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"
	"time"
)

// kimaiLayout is an export of Kimai as CSV. Its titles are in the language of the user or of the
// export template. Each list has English, German, French and Spanish, then Italian, Dutch, Polish,
// Portuguese, Czech, Danish, Swedish, Norwegian, Finnish and Hungarian, then what older versions
// write.
//
// Sources: Kimai, src/Export/ColumnConverter.php for the columns, src/Export/Base/CsvRenderer.php
// and src/Export/Package/CellFormatter for their form (2026-04-03, 09:00, 1:30), and
// translations/messages.*.xlf for the titles. src/Utils/StringHelper.php: a description that could
// be a formula has an apostrophe and a space before it. Before version 2.28 durations are seconds,
// rates are " EUR 84.00 ", tags have "," between them, Billable is a word of the language, and the
// last line has totals: tag 2.20.0, src/Export/Base/AbstractSpreadsheetRenderer.php and
// CsvRenderer.php; tag 1.14.1, tests/Export/Renderer/CsvRendererTest.php.
var kimaiLayout = layout{
	title: "an export of Kimai",
	columns: []column{
		{fieldID, []string{"id", "id."}},
		{fieldDate, []string{"date", "datum", "fecha", "data", "dato", "päivämäärä", "dátum"}},
		{fieldStart, []string{
			"from", "von", "de", "da", "van", "od", "fra", "från", "alkaen", "kezdés", "začít", "begin", "beginn",
		}},
		{fieldEnd, []string{
			"to", "bis", "à", "para", "a", "tot", "do", "til", "till", "saakka", "befejezés", "aan", "ukončit", "end", "ende",
		}},
		{fieldDuration, []string{
			"duration", "dauer", "durée", "duración", "durata", "duur", "czas trwania", "duração", "doba trvání", "varighed",
			"längd", "varighet", "kesto", "időtartam", "varaktighet",
		}},
		{fieldCurrency, []string{"currency", "währung", "devise", "moneda", "valuta", "waluta", "moeda", "měna", "valuutta",
			"pénznem"}},
		{fieldRate, []string{
			"hourly price", "preis pro stunde", "taux horaire", "tarifa por hora", "tariffa oraria", "uurtarief",
			"stawka godzinowa", "taxa horária", "preço por hora", "hodinová mzda", "timesats", "timpris", "tuntihinta",
			"tunti hinta", "órabér", "hourly rate", "stundenlohn",
		}},
		{fieldFixed, []string{
			"fixed price", "festpreis", "taux fixe", "tarifa fija", "prezzo fisso", "vast bedrag", "stała stawka", "taxa fixa",
			"preço fixo", "fixní sazba", "fast sats", "fast pris", "kiinteä hinta", "kiinteä korko", "fix bér", "tasso fisso",
			"fixed rate", "festbetrag",
		}},
		{fieldAmount, []string{
			"price", "preis", "taux", "tarifa", "prezzo", "bedrag", "stawka", "taxa", "preço", "sazba", "pris", "sats", "hinta",
			"bér", "tarief", "tariffa", "rate", "lohn",
		}},
		{fieldPerson, []string{ // the name, or else the user name
			"name", "nom", "nombre", "nome", "naam", "nazwa", "jméno", "navn", "namn", "nimi", "név",
			"user", "benutzer", "nom d'utilisateur", "usuario", "utente", "gebruikersnaam", "użytkownik",
			"nome do utilizador", "nome do usuário", "nome de usuário", "uživatelské jméno", "bruger", "brugernavn",
			"användare", "bruker", "käyttäjä", "felhasználónév", "nombre de usuario", "username", "identifiant",
		}},
		{fieldEmail, []string{"e-mail", "courriel", "correo electrónico", "email", "e-post", "sähköposti"}},
		{fieldClient, []string{"customer", "kunde", "client", "cliente", "klant", "klient", "zákazník", "kund", "asiakas",
			"ügyfél"}},
		{fieldProject, []string{"project", "projekt", "projet", "proyecto", "progetto", "projeto", "prosjekt", "projekti"}},
		{fieldTask, []string{
			"activity", "tätigkeit", "activité", "actividad", "attività", "activiteit", "aktywność", "atividade", "aktivita",
			"aktivity", "aktivitet", "työtehtävä", "tevékenység",
		}},
		{fieldDescription, []string{
			"description", "beschreibung", "descripción", "descrizione", "beschrijving", "opis", "descrição", "popis",
			"beskrivelse", "beskrivning", "kuvaus", "leírás",
		}},
		{fieldBillable, []string{
			"billable", "abrechenbar", "facturable", "fatturabile", "factureerbaar", "płatne", "faturável", "zpoplatnitelné",
			"fakturérbar", "debiterbar", "fakturerbar", "laskutettava", "számlázható", "declarabel",
		}},
		{fieldTags, []string{
			"tags", "schlagworte", "mots-clés", "etiquetas", "etichette", "labels", "tagi", "štítky", "etiketter", "taggar",
			"tunnisteet", "címkék",
		}},
	},
	needs: [][]field{{fieldDate}, {fieldStart, fieldDuration}, {fieldEnd, fieldDuration}, {fieldTask},
		{fieldPerson, fieldEmail}},
	emptyIsNo: true, // a column of booleans
	separator: ",",  // no tag of Kimai has a comma
	inSeconds: true, // before 2.28
	clean:     func(text string) string { return strings.TrimPrefix(text, "' ") },
}

// readKimai reads CSV, and JSON of GET /api/timesheets?full=true.
func readKimai(f File, o Options) iter.Seq2[Row, error] {
	if isJSON(f) {
		return readJSON(f, o, kimaiRows)
	}
	return kimaiLayout.readFile(f, o)
}

// kimaiEntry is a timesheet as GET /api/timesheets?full=true writes it.
//
// Source: Kimai, src/Entity/Timesheet.php, Project.php, Customer.php and User.php with the groups
// of src/API/TimesheetController.php (GROUPS_COLLECTION_FULL), and
// config/packages/jms_serializer.yaml for times: 2026-04-03T09:00:00+0200.
type kimaiEntry struct {
	ID          int64           `json:"id"`
	Begin       string          `json:"begin"`
	End         string          `json:"end"`
	Duration    *int64          `json:"duration"` // seconds, without breaks
	Description string          `json:"description"`
	User        json.RawMessage `json:"user"` // an id without full=true, as are the two below
	Activity    json.RawMessage `json:"activity"`
	Project     json.RawMessage `json:"project"`
	Tags        []string        `json:"tags"`
	Billable    *bool           `json:"billable"`
	HourlyRate  *float64        `json:"hourlyRate"`
	FixedRate   *float64        `json:"fixedRate"`
	Rate        *float64        `json:"rate"`
}

type kimaiUser struct {
	Username string `json:"username"`
	Alias    string `json:"alias"`
	Email    string `json:"email"`
}

type kimaiActivity struct {
	Name string `json:"name"`
}

type kimaiProject struct {
	Name     string `json:"name"`
	Customer struct {
		Name     string `json:"name"`
		Currency string `json:"currency"`
	} `json:"customer"`
}

func kimaiRows(raw json.RawMessage, index int, zone *time.Location) iter.Seq2[Row, error] {
	row := Row{Line: index}
	var e kimaiEntry
	if err := json.Unmarshal(raw, &e); err != nil || e.ID == 0 {
		return one(row, "is no timesheet of Kimai")
	}
	var user kimaiUser
	var activity kimaiActivity
	var project kimaiProject
	for _, part := range []struct {
		raw  json.RawMessage
		into any
	}{{e.User, &user}, {e.Activity, &activity}, {e.Project, &project}} {
		if json.Unmarshal(part.raw, part.into) != nil {
			return one(row, "has ids instead of names: get the timesheets with full=true")
		}
	}
	row.Key = strconv.FormatInt(e.ID, 10)
	row.Person = Person{user.Alias, user.Email}
	if user.Alias == "" {
		row.Person.Name = user.Username
	}
	row.Client, row.Project, row.Task = project.Customer.Name, project.Name, activity.Name
	row.Tags, row.Description, row.Billable = e.Tags, e.Description, e.Billable
	return one(row, e.complete(&row, project.Customer.Currency, zone))
}

// complete sets times and money. It returns why the row cannot be used, or "".
func (e kimaiEntry) complete(row *Row, currency string, zone *time.Location) string {
	var seconds int64
	if e.Duration != nil {
		seconds = *e.Duration
	}
	if reason := row.setTimes(e.Begin, e.End, seconds, zone); reason != "" {
		return reason
	}
	row.Currency = parseCurrency(currency)
	amounts := make([]*int64, 3)
	for i, money := range []*float64{e.HourlyRate, e.FixedRate, e.Rate} {
		if money == nil {
			continue
		}
		minor, ok := parseMoney(strconv.FormatFloat(math.Abs(*money), 'f', 4, 64), row.Currency)
		if !ok || *money < 0 {
			return fmt.Sprintf("%v is no amount of money", *money)
		}
		amounts[i] = &minor
	}
	row.setRate(amounts[0], amounts[1], amounts[2])
	return ""
}
