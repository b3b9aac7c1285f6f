package sources_test

import (
	"strings"
	"testing"

	"stint/scripts/stint/internal/timefile"
	"stint/scripts/stint/internal/timefile/filetest"
)

// TestTheDurationOfTheFileCounts unless it only rounds the time from start to end.
func TestTheDurationOfTheFileCounts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ start, end, duration, want string }{
		{"09:00:00", "10:00:00", "", "1h0m0s"},
		{"09:00:00", "10:00:00", "0:45:00", "45m0s"}, // a break
		{"09:00:00", "10:00:00", "1:00:01", "1h0m1s"},
		{"09:00", "10:00", "0:59", "59m0s"},
		{"09:00:10", "10:00:00", "1:00", "59m50s"},
		{"09:00:10", "10:00:00", "0:59", "59m50s"},
		{"09:00", "09:13", "0.22", "13m0s"},
		{"09:00", "10:00", "0.5", "30m0s"},
		{"09:00:00", "09:00:00", "0:00:00", "0s"},
		{"23:30", "00:15", "", "45m0s"},
		{"23:30", "", "1:00", "1h0m0s"},
		{"2026-03-02 10:00", "2026-03-02 09:00", "", "ends before it starts"},
		{"2026-03-02 10:00", "2026-03-01 11:00", "1:00", "ends before it starts"},
		{"2026-03-02 10:00", "2036-03-02 11:00", "", "takes longer than ten years"},
		{"09:00", "10:30", "5400", "takes 5400h0m0s, and 1h30m0s from start to end"},
		{"09:00", "", "", "has no end: the timer is still running"},
		{"09:00", "ten", "", `"ten" is no time with a date`},
		{"nine", "10:00", "", `"2026-03-02 nine" is no time with a date`},
	} {
		text := "date,start,end,duration\n2026-03-02," + strings.Join([]string{c.start, c.end, c.duration}, ",") + "\n"
		rows, refused, err := readAll(t, "csv", text, timefile.Options{Zone: filetest.Zone(t)})
		got := ""
		if len(rows) == 1 {
			got = rows[0].Duration.String()
		} else if len(refused) == 1 {
			got = refused[0].Reason
		}
		if err != nil || got != c.want {
			t.Errorf("%s to %s, %q: %s, want %s (error %v)", c.start, c.end, c.duration, got, c.want, err)
		}
	}
}

// TestZonesWithOtherChanges: a zone that skips a whole day, one that changes by half an hour, and one
// that changes at midnight.
func TestZonesWithOtherChanges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ zone, row, want string }{
		{"Pacific/Apia", "2011-12-30,09:00,10:00,", "does not exist in Pacific/Apia"},
		{"Pacific/Apia", "2011-12-31,09:00,10:00,", "2011-12-31T09:00:00+14:00"},
		{"Australia/Lord_Howe", "2026-04-05,01:45,02:15,0:30", "2026-04-05T01:45:00+10:30"},
		{"Australia/Lord_Howe", "2026-04-05,01:45,02:15,1:00", "2026-04-05T01:45:00+11:00"},
		{"America/Santiago", "2026-09-06,00:30,02:00,", "does not exist in America/Santiago"},
		{"America/Santiago", "2026-09-06,01:00,02:00,", "2026-09-06T01:00:00-03:00"},
	} {
		o := timefile.Options{Zone: filetest.Location(t, c.zone)}
		rows, refused, err := readAll(t, "csv", "date,start,end,duration\n"+c.row+"\n", o)
		got := ""
		if len(rows) == 1 {
			got = rows[0].Start.Format("2006-01-02T15:04:05Z07:00")
			if rows[0].Day.Format("2006-01-02") != got[:10] {
				t.Errorf("%s: the day is %s", c.row, rows[0].Day)
			}
		} else if len(refused) == 1 {
			got = refused[0].Reason
		}
		if err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s in %s: %s, want %s (error %v)", c.row, c.zone, got, c.want, err)
		}
	}
}

// TestCharacterSets reads the same row in each of them.
func TestCharacterSets(t *testing.T) {
	t.Parallel()
	const text = "date,hours,project\n2026-03-02,1,Büro €\n"
	var little, big strings.Builder
	for _, c := range text {
		little.WriteString(string([]byte{byte(c), byte(c >> 8)}))
		big.WriteString(string([]byte{byte(c >> 8), byte(c)}))
	}
	windows := strings.NewReplacer("ü", "\xfc", "€", "\x80").Replace(text)
	for name, content := range map[string]string{
		"UTF-8": text, "UTF-8 with a mark": "\ufeff" + text, "UTF-16LE": little.String(),
		"UTF-16LE with a mark": "\xff\xfe" + little.String(), "UTF-16BE": big.String(),
		"UTF-16BE with a mark": "\xfe\xff" + big.String(), "Windows-1252": windows,
		"Windows lines": strings.ReplaceAll(text, "\n", "\r\n"), "tabs": strings.ReplaceAll(text, ",", "\t"),
		"bars": strings.ReplaceAll(text, ",", "|"), "a named separator": "sep=;\r\n" + strings.ReplaceAll(text, ",", ";"),
		"a quoted title": strings.Replace(text, "project", `"project"`, 1),
	} {
		rows, refused, err := readAll(t, "csv", content, timefile.Options{})
		if err != nil || len(refused) > 0 || len(rows) != 1 || rows[0].Project != "Büro €" {
			t.Errorf("%s: rows %v, refused %v, error %v", name, rows, refused, err)
		}
	}
}
