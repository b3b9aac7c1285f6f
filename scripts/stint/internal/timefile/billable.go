package timefile

import "strings"

// yesWords and noWords say whether time is billable. They are those of Toggl, Clockify, Harvest and
// solidtime, and of all languages of Kimai: translations/messages.*.xlf, yes and no.
const (
	yesWords = "yes true 1 y billable ja oui sí sì si sim tak ano áno да так da kyllä igen evet jes bai はい 是 예 نعم بله כן ναι ya ਹਾਂ đúng"
	noWords  = "no false 0 n non-billable nein non não nie nee nej nei ne nem ei nu нет ні hayır ez いいえ 否 아니오 لا خیر לא όχι tidak ਨਹੀਂ không"
)

// billableWords are both, in lower case.
var billableWords = func() map[string]bool {
	all := map[string]bool{"not billable": false}
	for _, word := range strings.Fields(yesWords) {
		all[word] = true
	}
	for _, word := range strings.Fields(noWords) {
		all[word] = false
	}
	return all
}()

// readMoney reads what the time costs.
func (r reading) readMoney(d *draft, rec record) error {
	word := strings.ToLower(r.cell(rec, fieldBillable))
	billable, isKnown := billableWords[word]
	switch {
	case isKnown:
		d.Billable = &billable
	case word == "" && r.emptyIsNo && r.at[fieldBillable] >= 0:
		d.Billable = new(false)
	case word != "":
		return d.refuse("%q does not say whether the time is billable", word)
	}
	d.Currency = r.currency
	if c := parseCurrency(r.cell(rec, fieldCurrency)); c != "" {
		d.Currency = c
	}
	for _, f := range []field{fieldRate, fieldAmount, fieldFixed} {
		if d.Currency == "" {
			d.Currency = currencyOf(r.cell(rec, f))
		}
	}
	return r.readRate(d, rec)
}
