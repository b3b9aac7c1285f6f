package timefile

import (
	"testing"
	"time"

	"stint/shared/domain"
)

func TestLengths(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"1:30:15": "1h30m15s", "0:00:00": "0s", "100:30": "100h30m", "1.5": "1h30m", "1,5": "1h30m", "0,01": "36s",
		"20,0": "20h", "1h30": "1h30m", "2H 5": "2h5m", "1h60": "", "2d": "", "1h 30m": "1h30m",
		"0h 05m": "5m", "1.5 h": "1h30m", "45m": "45m", "0.0002777778": "1s",
		"1.2341666666": "1h14m3s", "PT1H": "1h", "PT1H30M": "1h30m", "PT45S": "45s", "P1D": "", "47:06 min": "47m6s",
		"90 min": "1h30m", "12 sec": "12s", "2 hours 5 minutes": "2h5m", "1 Std": "1h", "-1": "", "-1:00": "", "1:60": "",
		"1:30:60": "", "1:2:3:4": "", "": "", "x": "", "1e3": "", "99999999999999999999": "", "9999999": "", "NaN": "",
		"1h-5m": "",
	} {
		got, ok := parseLength(text)
		d, err := time.ParseDuration(want)
		if ok != (want != "") || ok && (err != nil || got.Duration != d) {
			t.Errorf("%q is %s (%t), want %q", text, got.Duration, ok, want)
		}
	}
}

func TestMoney(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, currency string
		want           int64 // -1 for none
	}{
		{"95", "EUR", 9500}, {"95.0", "EUR", 9500}, {"100,0", "EUR", 10000}, {"2.000,0", "EUR", 200000},
		{"1.234,50", "EUR", 123450},
		{"1,234.50", "USD", 123450}, {"1 234,50", "EUR", 123450}, {"1'234.50", "CHF", 123450},
		{"1,234,567", "USD", 123456700},
		{"1.234.567,89 €", "EUR", 123456789}, {"$1,234", "USD", -1}, {"0.125", "EUR", 13}, {"33.333", "EUR", -1},
		{"33.3333", "EUR", 3333}, {"1,234.00", "USD", 123400}, {"0,005", "EUR", 1},
		{"9000", "JPY", 9000}, {"9,000", "JPY", -1}, {"9,000,000", "JPY", 9000000}, {"1.234", "KWD", 1234},
		{"CHF 95.00", "CHF", 9500}, {"95", "", 9500},
		{"-95", "EUR", -1}, {"(95)", "EUR", -1}, {"abc", "EUR", -1}, {"9a5", "EUR", -1}, {"99999999999999999", "EUR", -1},
		{".", "EUR", -1},
	} {
		got, ok := ParseMoney(c.text, c.currency)
		if !ok {
			got = -1
		}
		if got != c.want {
			t.Errorf("%q %s is %d, want %d", c.text, c.currency, got, c.want)
		}
	}
}

func TestCurrencies(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"EUR": "EUR", "eur": "EUR", "Euro - EUR": "EUR", "EURO": "EUR", "€": "EUR", "£": "GBP", "US$": "USD",
		"Swedish Krona - SEK": "SEK", "$": "", "kr": "", "¥": "", "": "", "XXX": "", "Dollars": "",
	} {
		if got := ParseCurrency(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"1.234,50 €": "EUR", "CHF 95.00": "CHF", "95.00": "", "$95": ""} {
		if got := currencyOf(text); got != want {
			t.Errorf("%q has %q, want %q", text, got, want)
		}
	}
}

// TestRatesOfAmounts calculates amounts as the service does, and finds the rate again.
func TestRatesOfAmounts(t *testing.T) {
	t.Parallel()
	for _, rate := range []int64{0, 1, 99, 1234, 5000, 7555, 9500, 123450} {
		for _, seconds := range []int64{1, 37, 59, 60, 900, 1799, 1800, 3599, 3600, 3601, 5400, 86399} {
			amount := (rate*seconds*2 + 3600) / 7200
			got := rateFor(amount, seconds)
			if (got*seconds*2+3600)/7200 != amount {
				t.Errorf("%d s at %d make %d, and the rate for it is %d", seconds, rate, amount, got)
			}
			if seconds >= 3600 && got != rate {
				t.Errorf("%d s at %d: the rate is %d", seconds, rate, got)
			}
		}
	}
	if rate := rateFor(98, 37); rate != 9500 {
		t.Errorf("37 s for 0.98 are at %d, want the round 95.00", rate)
	}
}

// TestNearestRates are of amounts that no rate makes.
func TestNearestRates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ amount, seconds, want int64 }{
		{10001, 36000, 1000}, {10009, 36000, 1001}, {95000, 36001, 9500}, {95002, 36001, 9500}, {41168, 15600, 9500},
		{500, 1, 1_800_000}, {50_000_000, 1, domain.MaxHourlyRate}, {MaxMoney, 86400 * 3650, 11415525},
	} {
		if got := rateFor(c.amount, c.seconds); got != c.want {
			t.Errorf("%d in %d s has the rate %d, want %d", c.amount, c.seconds, got, c.want)
		}
	}
}
