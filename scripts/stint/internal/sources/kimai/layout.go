package kimai

import (
	"strings"

	"stint/scripts/stint/internal/timefile"
)

// layout is an export of Kimai as CSV. Its titles are in the language of the user or of the
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
var layout = timefile.Layout{
	Title: "an export of Kimai",
	Columns: timefile.Columns{
		timefile.FieldID:   {"id", "id."},
		timefile.FieldDate: {"date", "datum", "fecha", "data", "dato", "päivämäärä", "dátum"},
		timefile.FieldStart: {
			"from", "von", "de", "da", "van", "od", "fra", "från", "alkaen", "kezdés", "začít", "begin", "beginn",
		},
		timefile.FieldEnd: {
			"to", "bis", "à", "para", "a", "tot", "do", "til", "till", "saakka", "befejezés", "aan", "ukončit", "end", "ende",
		},
		timefile.FieldDuration: {
			"duration", "dauer", "durée", "duración", "durata", "duur", "czas trwania", "duração", "doba trvání", "varighed",
			"längd", "varighet", "kesto", "időtartam", "varaktighet",
		},
		timefile.FieldCurrency: {"currency", "währung", "devise", "moneda", "valuta", "waluta", "moeda", "měna", "valuutta",
			"pénznem"},
		timefile.FieldRate: {
			"hourly price", "preis pro stunde", "taux horaire", "tarifa por hora", "tariffa oraria", "uurtarief",
			"stawka godzinowa", "taxa horária", "preço por hora", "hodinová mzda", "timesats", "timpris", "tuntihinta",
			"tunti hinta", "órabér", "hourly rate", "stundenlohn",
		},
		timefile.FieldFixed: {
			"fixed price", "festpreis", "taux fixe", "tarifa fija", "prezzo fisso", "vast bedrag", "stała stawka", "taxa fixa",
			"preço fixo", "fixní sazba", "fast sats", "fast pris", "kiinteä hinta", "kiinteä korko", "fix bér", "tasso fisso",
			"fixed rate", "festbetrag",
		},
		timefile.FieldAmount: {
			"price", "preis", "taux", "tarifa", "prezzo", "bedrag", "stawka", "taxa", "preço", "sazba", "pris", "sats", "hinta",
			"bér", "tarief", "tariffa", "rate", "lohn",
		},
		timefile.FieldPerson: { // the name, or else the user name
			"name", "nom", "nombre", "nome", "naam", "nazwa", "jméno", "navn", "namn", "nimi", "név",
			"user", "benutzer", "nom d'utilisateur", "usuario", "utente", "gebruikersnaam", "użytkownik",
			"nome do utilizador", "nome do usuário", "nome de usuário", "uživatelské jméno", "bruger", "brugernavn",
			"användare", "bruker", "käyttäjä", "felhasználónév", "nombre de usuario", "username", "identifiant",
		},
		timefile.FieldEmail: {"e-mail", "courriel", "correo electrónico", "email", "e-post", "sähköposti"},
		timefile.FieldClient: {"customer", "kunde", "client", "cliente", "klant", "klient", "zákazník", "kund", "asiakas",
			"ügyfél"},
		timefile.FieldProject: {"project", "projekt", "projet", "proyecto", "progetto", "projeto", "prosjekt", "projekti"},
		timefile.FieldTask: {
			"activity", "tätigkeit", "activité", "actividad", "attività", "activiteit", "aktywność", "atividade", "aktivita",
			"aktivity", "aktivitet", "työtehtävä", "tevékenység",
		},
		timefile.FieldDescription: {
			"description", "beschreibung", "descripción", "descrizione", "beschrijving", "opis", "descrição", "popis",
			"beskrivelse", "beskrivning", "kuvaus", "leírás",
		},
		timefile.FieldBillable: {
			"billable", "abrechenbar", "facturable", "fatturabile", "factureerbaar", "płatne", "faturável", "zpoplatnitelné",
			"fakturérbar", "debiterbar", "fakturerbar", "laskutettava", "számlázható", "declarabel",
		},
		timefile.FieldTags: {
			"tags", "schlagworte", "mots-clés", "etiquetas", "etichette", "labels", "tagi", "štítky", "etiketter", "taggar",
			"tunnisteet", "címkék",
		},
	},
	Needs: [][]timefile.Field{{timefile.FieldDate}, {timefile.FieldStart, timefile.FieldDuration},
		{timefile.FieldEnd, timefile.FieldDuration}, {timefile.FieldTask}, {timefile.FieldPerson, timefile.FieldEmail}},
	EmptyIsNo: true, // a column of booleans
	Separator: ",",  // no tag of Kimai has a comma
	InSeconds: true, // before 2.28
	Clean:     func(text string) string { return strings.TrimPrefix(text, "' ") },
}
