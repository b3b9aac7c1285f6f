package locale_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"stint/shared/domain"
	"stint/shared/locale"
)

// all writes a value in every language, in the order of locale.Languages.
func all(zone *time.Location, write func(locale.Formatter) string) (texts [4]string) {
	for i, l := range locale.Languages() {
		texts[i] = write(locale.NewFormatter(l, zone))
	}
	return texts
}

func check(t *testing.T, what string, got, want [4]string) {
	t.Helper()
	for i, l := range locale.Languages() {
		if got[i] != want[i] {
			t.Errorf("%s in %s: %q, want %q", what, l, got[i], want[i])
		}
	}
}

func in(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

type formatter = locale.Formatter

func TestDates(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		write func(formatter) string
		want  [4]string
	}{
		"long": {func(f formatter) string { return f.Date("2026-07-01") },
			[4]string{"1 July 2026", "1. Juli 2026", "1er juillet 2026", "1 de julio de 2026"}},
		"March": {func(f formatter) string { return f.Date("2028-03-31") },
			[4]string{"31 March 2028", "31. März 2028", "31 mars 2028", "31 de marzo de 2028"}},
		"full": {func(f formatter) string { return f.FullDate("2026-12-05") },
			[4]string{"Saturday, 5 December 2026", "Samstag, 5. Dezember 2026", "samedi 5 décembre 2026",
				"sábado, 5 de diciembre de 2026"}},
		"short": {func(f formatter) string { return f.ShortDate("2026-07-01") },
			[4]string{"1 Jul 2026", "01.07.2026", "1er juil. 2026", "1 jul 2026"}},
		"weekday": {func(f formatter) string { return f.Weekday("2026-07-01") }, [4]string{"Wed", "Mi", "mer.", "mié"}},
		"month": {func(f formatter) string { return f.Month("2026-08-31") },
			[4]string{"August 2026", "August 2026", "août 2026", "agosto de 2026"}},
	} {
		check(t, what, all(nil, c.write), c.want)
	}
}

func TestPeriods(t *testing.T) {
	t.Parallel()
	for period, want := range map[[2]domain.Date][4]string{
		{"2026-06-01", "2026-06-01"}: {"1 June 2026", "1. Juni 2026", "1er juin 2026", "1 de junio de 2026"},
		{"2026-06-01", "2026-06-07"}: {"1–7 June 2026", "1.–7. Juni 2026", "1er–7 juin 2026", "1–7 de junio de 2026"},
		{"2026-06-29", "2026-07-05"}: {"29 June – 5 July 2026", "29. Juni – 5. Juli 2026", "29 juin – 5 juillet 2026",
			"29 de junio – 5 de julio de 2026"},
		{"2026-12-28", "2027-01-03"}: {"28 December 2026 – 3 January 2027", "28. Dezember 2026 – 3. Januar 2027",
			"28 décembre 2026 – 3 janvier 2027", "28 de diciembre de 2026 – 3 de enero de 2027"},
	} {
		check(t, string(period[0]), all(nil, func(f formatter) string { return f.Period(period[0], period[1]) }), want)
	}
}

// The clocks of Berlin went forward at 1:00 UTC on 29 March 2026. Kathmandu is 5:45 hours ahead, Newfoundland
// 2:30 behind in summer.
func TestMomentsAreInTheZone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		zone string
		at   time.Time
		want [4]string
	}{
		{"UTC", time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC),
			[4]string{"1 July 2026, 12:00\u00a0UTC", "1. Juli 2026, 12:00\u00a0UTC", "1er juillet 2026, 12:00\u00a0UTC",
				"1 de julio de 2026, 12:00\u00a0UTC"}},
		{"Europe/Berlin", time.Date(2026, 3, 29, 0, 59, 59, 0, time.UTC),
			[4]string{"29 March 2026, 01:59\u00a0UTC+1", "29. März 2026, 01:59\u00a0UTC+1", "29 mars 2026, 01:59\u00a0UTC+1",
				"29 de marzo de 2026, 01:59\u00a0UTC+1"}},
		{"Europe/Berlin", time.Date(2026, 3, 29, 1, 0, 0, 0, time.UTC),
			[4]string{"29 March 2026, 03:00\u00a0UTC+2", "29. März 2026, 03:00\u00a0UTC+2", "29 mars 2026, 03:00\u00a0UTC+2",
				"29 de marzo de 2026, 03:00\u00a0UTC+2"}},
		{"Asia/Kathmandu", time.Date(2026, 12, 31, 18, 15, 0, 0, time.UTC),
			[4]string{"1 January 2027, 00:00\u00a0UTC+5:45", "1. Januar 2027, 00:00\u00a0UTC+5:45",
				"1er janvier 2027, 00:00\u00a0UTC+5:45", "1 de enero de 2027, 00:00\u00a0UTC+5:45"}},
		{"America/St_Johns", time.Date(2026, 7, 1, 1, 0, 0, 0, time.UTC),
			[4]string{"30 June 2026, 22:30\u00a0UTC−2:30", "30. Juni 2026, 22:30\u00a0UTC−2:30",
				"30 juin 2026, 22:30\u00a0UTC−2:30", "30 de junio de 2026, 22:30\u00a0UTC−2:30"}},
		{"America/New_York", time.Date(2026, 1, 1, 15, 0, 0, 0, time.UTC),
			[4]string{"1 January 2026, 10:00\u00a0UTC−5", "1. Januar 2026, 10:00\u00a0UTC−5",
				"1er janvier 2026, 10:00\u00a0UTC−5", "1 de enero de 2026, 10:00\u00a0UTC−5"}},
		{"Pacific/Kiritimati", time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
			[4]string{"1 January 2026, 14:00\u00a0UTC+14", "1. Januar 2026, 14:00\u00a0UTC+14",
				"1er janvier 2026, 14:00\u00a0UTC+14", "1 de enero de 2026, 14:00\u00a0UTC+14"}},
	} {
		check(t, c.zone, all(in(t, c.zone), func(f formatter) string { return f.Moment(domain.InstantOf(c.at)) }), c.want)
	}
	noon := domain.InstantOf(time.Date(2026, 7, 1, 12, 5, 0, 0, time.UTC))
	if got := locale.NewFormatter(locale.German, in(t, "Europe/Berlin")).Time(noon); got != "14:05" {
		t.Errorf("time of day %q, want 14:05", got)
	}
}

func TestDurations(t *testing.T) {
	t.Parallel()
	for seconds, want := range map[int64][4]string{
		0:     {"0\u00a0min", "0\u00a0Min.", "0\u00a0min", "0\u00a0min"},
		29:    {"0\u00a0min", "0\u00a0Min.", "0\u00a0min", "0\u00a0min"},
		1800:  {"30\u00a0min", "30\u00a0Min.", "30\u00a0min", "30\u00a0min"},
		7200:  {"2\u00a0h", "2\u00a0Std.", "2\u00a0h", "2\u00a0h"},
		27030: {"7\u00a0h 31\u00a0min", "7\u00a0Std. 31\u00a0Min.", "7\u00a0h 31\u00a0min", "7\u00a0h 31\u00a0min"},
		4_444_200: {"1,234\u00a0h 30\u00a0min", "1.234\u00a0Std. 30\u00a0Min.", "1\u202f234\u00a0h 30\u00a0min",
			"1234\u00a0h 30\u00a0min"},
	} {
		check(t, "duration", all(nil, func(f formatter) string { return f.Duration(seconds) }), want)
	}
	check(t, "clock", all(nil, func(f formatter) string { return f.Clock(432_300) }),
		[4]string{"120:05", "120:05", "120:05", "120:05"})
}

func TestMoney(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		minor    int64
		currency domain.Currency
		want     [4]string
	}{
		{123450, "EUR", [4]string{"€1,234.50", "1.234,50\u00a0€", "1\u202f234,50\u00a0€", "1234,50\u00a0€"}},
		{-123456789, "USD", [4]string{"-US$1,234,567.89", "-1.234.567,89\u00a0$", "-1\u202f234\u202f567,89\u00a0$US",
			"-1.234.567,89\u00a0US$"}},
		{50, "GBP", [4]string{"£0.50", "0,50\u00a0£", "0,50\u00a0£GB", "0,50\u00a0GBP"}},
		{0, "CHF", [4]string{"CHF\u00a00.00", "0,00\u00a0CHF", "0,00\u00a0CHF", "0,00\u00a0CHF"}},
		{-1235, "JPY", [4]string{"-JP¥1,235", "-1.235\u00a0¥", "-1\u202f235\u00a0JPY", "-1235\u00a0JPY"}},
		{1234567, "KWD", [4]string{"KWD\u00a01,234.567", "1.234,567\u00a0KWD", "1\u202f234,567\u00a0KWD",
			"1234,567\u00a0KWD"}},
		{9223372036854775807, "EUR", [4]string{"€92,233,720,368,547,758.07", "92.233.720.368.547.758,07\u00a0€",
			"92\u202f233\u202f720\u202f368\u202f547\u202f758,07\u00a0€", "92.233.720.368.547.758,07\u00a0€"}},
	} {
		check(t, string(c.currency), all(nil, func(f formatter) string { return f.Money(c.minor, c.currency) }), c.want)
	}
	check(t, "a number", all(nil, func(f formatter) string { return f.Number(-12345) }),
		[4]string{"-12,345", "-12.345", "-12\u202f345", "-12.345"})
}

// An unknown language is written as English.
func TestUnknownLanguage(t *testing.T) {
	t.Parallel()
	if got := locale.NewFormatter("xx", nil).Date("2026-07-01"); got != "1 July 2026" {
		t.Error(got)
	}
}
