package sources_test

import (
	"strings"
	"testing"

	"stint/scripts/stint/internal/timefile"
	"stint/scripts/stint/internal/timefile/filetest"
)

// A date in a year that is not read is a date. The reason says that it is too early or too late.
func TestYearsThatAreNotRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"start,end\n1969-08-01 00:00,1969-08-01 01:00\n":         `"1969-08-01 00:00" is from before 2000`,
		"start,end\n1969-08-01T00:00:00Z,1969-08-01T01:00:00Z\n": `"1969-08-01T00:00:00Z" is from before 2000`,
		"date,start,end\n01.08.1969,00:00,01:00\n":               `"01.08.1969 00:00" is from before 2000`,
		"date,duration\n1969-08-01,1:00\n":                       `"1969-08-01" is from before 2000`,
		"start,end\n2026-08-01 00:00,2926-08-01 01:00\n":         `"2926-08-01 01:00" is after 2200`,
		"start,end\n1969-28-41 00:00,1969-28-41 01:00\n":         `"1969-28-41 00:00" is no time with a date`,
		"date,duration\n1969-02-30,1:00\n":                       `"1969-02-30" is no date`,
	} {
		_, refused, err := readAll(t, "csv", text, timefile.Options{Zone: filetest.Zone(t)})
		if err != nil || len(refused) != 1 || !strings.Contains(refused[0].Reason, want) {
			t.Errorf("%q: %+v, %v, want %s", text, refused, err, want)
		}
	}
}
