package sources_test

import (
	"strings"
	"testing"

	"stint/scripts/stint/internal/timefile"
	"stint/scripts/stint/internal/timefile/filetest"
)

// TestTheOrderOfDayAndMonth reads the dates of a file: all of them decide, then the option.
func TestTheOrderOfDayAndMonth(t *testing.T) {
	t.Parallel()
	day, month := true, false
	for _, c := range []struct {
		dates  string
		option *bool
		want   string // the days, or the error
	}{
		{"03/04/2026 13/04/2026", nil, "2026-04-03 2026-04-13"},
		{"03/04/2026 04/13/2026", nil, "2026-03-04 2026-04-13"},
		{"3-4-26 13-4-26", nil, "2026-04-03 2026-04-13"},
		{"3.4.2026", nil, "2026-04-03"},
		{"3.4.2026", &month, "2026-04-03"},
		{"2026/04/03 2026-04-04T09:00:00", &month, "2026-04-03 2026-04-04"},
		{"03/03/2026", nil, "2026-03-03"},
		{"03/04/2026", nil, "give --day-first for the day, or --day-first=false for the month"},
		{"03/04/2026", &day, "2026-04-03"},
		{"03/04/2026", &month, "2026-03-04"},
		{"13/04/2026 04/13/2026", nil,
			"the day first and with the month first: line 2 has 13/04/2026, line 3 has 04/13/2026"},
		{"13/04/2026", &month, "--day-first=false does not fit the file: line 2 has 13/04/2026"},
		{"04/13/2026", &day, "--day-first=true does not fit the file: line 2 has 04/13/2026"},
		{"2026-02-29", nil, `"2026-02-29" is no date`},
		{"31.4.2026", nil, `"31.4.2026" is no date`},
		{"0026-03-02", nil, `is no date`},
	} {
		text := "date,hours\n" + strings.ReplaceAll(c.dates, " ", ",1\n") + ",1\n"
		rows, refused, err := readAll(t, "csv", text, timefile.Options{DayFirst: c.option, Zone: filetest.Zone(t)})
		var got []string
		for _, r := range rows {
			got = append(got, r.Day.Format("2006-01-02"))
			if !r.Start.IsZero() || r.Day.Location() != filetest.Zone(t) && r.Day.Location().String() != "Europe/Vienna" {
				t.Errorf("%s: start %s, zone %s", c.dates, r.Start, r.Day.Location())
			}
		}
		for _, r := range refused {
			got = append(got, r.Error())
		}
		if err != nil {
			got = append(got, err.Error())
		}
		if all := strings.Join(got, " "); all != c.want && (len(rows) > 0 || !strings.Contains(all, c.want)) {
			t.Errorf("%s: %s; want %s", c.dates, all, c.want)
		}
	}
}

func TestTimesOfDay(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"9:15": "09:15:00", "09:15:30": "09:15:30", "12:15 AM": "00:15:00", "12:15 PM": "12:15:00", "1:05:09 pm": "13:05:09",
		"11:59\u202fPM": "23:59:00", "9:15 a.m.": "09:15:00", "00:00": "00:00:00", "13:05 PM": "13:05:00",
		"09:15:30.250": "09:15:30", "24:00": "", "9": "", "9:60": "", "9:15:60": "", "0:15 AM": "", "nine": "",
	} {
		rows, _, err := readAll(t, "csv", "date,start,hours\n2026-03-02,"+text+",1\n", timefile.Options{})
		got := ""
		if len(rows) == 1 {
			got = rows[0].Start.Format("15:04:05")
		}
		if err != nil || got != want {
			t.Errorf("%q is %q, want %q (error %v)", text, got, want, err)
		}
	}
}
