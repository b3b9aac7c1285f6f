package sources_test

import (
	"strings"
	"testing"

	"stint/scripts/stint/internal/timefile"
	"stint/scripts/stint/internal/timefile/filetest"
)

// TestFormsOfFiles reads the forms that exports of other versions and settings have.
func TestFormsOfFiles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, source, text, want string }{
		{"a Kimai file in seconds", "kimai", kimaiOld, strings.Join([]string{
			`2 2026-03-02T12:00:00+01:00 +6m40s | Ada King <> | Lovelace Ltd / Engine / Drawing | ["remote" "design"] | billable true rate 8400 EUR | "Sheets"`,
			`3 2026-03-02T13:00:00+01:00 +2h0m0s | Ada King <> | Lovelace Ltd / Engine / Drawing | [] | billable false  | ""`,
			`4 2026-03-03T09:00:00+01:00 +1h0m0s | Charles <> | Lovelace Ltd / Engine / Drawing | [] | billable true rate 194799 EUR | ""`,
			`5 2026-03-03T23:30:00+01:00 +1s | Charles <> | Lovelace Ltd / Engine / Drawing | [] | billable false  | ""`,
			`6 refused: has no date, as a line of totals`,
		}, "\n")},
		{"a new report of Toggl Track", "toggl", togglNew, strings.Join([]string{
			`2 2026-09-08T14:51:41+02:00 +1h30m0s | Ada King <ada@example.com> |  / Engine /  | [] | billable true rate 8000 USD | "rounded, v1"`,
			`3 2026-09-08T09:00:00+02:00 +0s | Ada King <ada@example.com> |  /  /  | [] | billable false  | "Zero"`,
			`4 2026-09-08T10:00:00+02:00 +30m0s | Ada King <ada@example.com> | Lovelace Ltd / Engine / Drawing | ["design" "remote"] | billable false  | ""`,
			`5 refused: has no end: the timer is still running`,
			`6 2026-09-09T10:00:00+02:00 +47m6s | Ada King <ada@example.com> |  / Engine /  | [] | billable true  | "いいえ"`,
			`7 refused: has no date, as a line of totals`,
		}, "\n")},
		{"a report of Toggl Track with few columns", "toggl",
			"Description,Tags,Start date,Start time,Stop date,Stop time\nDrawing,-,2026-09-08,09:00:00,2026-09-08,09:30:00\n",
			`2 2026-09-08T09:00:00+02:00 +30m0s |  <> |  /  /  | [] | billable unknown  | "Drawing"`},
		{"an old report of Toggl Track in Japanese", "toggl",
			"User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End " +
				"time,Duration,Tags,Amount ()\nA,a@example.com,C,P,,D,いいえ,2014-06-23,10:00:00,2014-06-23,22:00:00,12:00:00,,\n",
			`2 2014-06-23T10:00:00+02:00 +12h0m0s | A <a@example.com> | C / P /  | [] | billable false  | "D"`},
		{"a report of Clockify with dots, 24 hours and EURO", "clockify",
			`"Project","Client","Description","Task","User","Group","Email","Tags","Billable","Start Date","Start Time","End Date","End Time","Duration (h)","Duration (decimal)","Billable Rate (EURO)","Billable Amount (EURO)","Date of creation","Deal ID"
"Engine","Ltd","- 08:05 - 12:00: Drew","","ada","Unit","ada@example.com","","Yes","18.08.2026","04:00:00","18.08.2026","12:00:00","08:00:00","8.00","26.25","210.00","18.08.2026",""
"Total","","","","","","","","","","","","","08:00:00","8.00","","210.00","",""
`, strings.Join([]string{
				`2 2026-08-18T04:00:00+02:00 +8h0m0s | ada <ada@example.com> | Ltd / Engine /  | [] | billable true rate 2625 EUR | "- 08:05 - 12:00: Drew"`,
				`3 refused: has no date, as a line of totals`,
			}, "\n")},
		{"a report of Clockify without times and people", "clockify",
			"Project,Description,Billable,Start Date,Duration (h),Duration (decimal),Billable Rate " +
				"(EUR)\nEngine,Drawing,Yes,2026-08-18,1:30:01,1.50,80.00\n",
			`2 2026-08-18 +1h30m1s |  <> |  / Engine /  | [] | billable true rate 8000 EUR | "Drawing"`},
		{"a report of Harvest with rounded hours", "harvest",
			"Date;Client;Project;Project Code;Task;Notes;Hours;Hours Rounded;Billable?;Invoiced?;Approved?;First Name;Last " +
				"Name;Department;Employee?;Billable Rate;Billable Amount;Currency\n26.01.2026;Ltd;Engine;E-1;Design;Point " +
				"d'étape;7,5;7,75;No;No;No;Ada;King;;Yes;0,0;0,0;Swedish Krona - SEK\n",
			`2 2026-01-26 +7h30m0s | Ada King <> | Ltd / Engine / Design | [] | billable false SEK | "Point d'étape"`},
		{"the generic file of solidtime", "csv",
			"description,billable,client,project,tags,start,end,task,user_name,user_email\nDrawing,true,Ltd,Engine,\"a, " +
				"b\",2026-03-04T09:23:00Z,2026-03-04T10:23:01Z,Task,Ada,ada@example.com\n",
			`2 2026-03-04T10:23:00+01:00 +1h0m1s | Ada <ada@example.com> | Ltd / Engine / Task | ["a" "b"] | billable true  | "Drawing"`},
		{"title lines above the header", "clockify", "Clockify, \"Detailed\"\n\nPeriod: March\nProject;User;Start " +
			"Date;Start Time;End Date;End Time;Duration (h)\nEngine;Ada;2026-03-02;09:00;2026-03-02;10:00;01:00:00\n",
			`5 2026-03-02T09:00:00+01:00 +1h0m0s | Ada <> |  / Engine /  | [] | billable unknown  | ""`},
		{"hours in steps of 0.01", "csv", "date,start,end,hours\n2026-03-02,09:00,10:20,1\n2026-03-02,09:00,10:35,1.5\n",
			"2 2026-03-02T09:00:00+01:00 +1h0m0s |  <> |  /  /  | [] | billable unknown  | \"\"\n3 " +
				"2026-03-02T09:00:00+01:00 +1h30m0s |  <> |  /  /  | [] | billable unknown  | \"\""},
		{"a whole number without an end", "kimai", "Date,Duration,Name,Activity\n2026-03-02,7200,Ada,Drawing\n",
			"2 refused: has the duration 7200, which can be hours or seconds, because there is no end"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for row, err := range source(t, c.source).Read(filetest.Content(c.text), timefile.Options{Zone: filetest.Zone(t)}) {
				got = append(got, filetest.Show(row, err))
			}
			if all := strings.Join(got, "\n"); all != c.want {
				t.Errorf("the rows are\n%s\nwant\n%s", all, c.want)
			}
		})
	}
}

const kimaiOld = `"Date","From","To","Duration","Price","Internal price","Name","User","Customer","Project","Activity","Description","Exported","Billable","Tags","Hourly price","Fixed price"
"2026-03-02","12:00","12:06","400"," EUR 9.33 "," EUR 0.00 ","Ada King","ada","Lovelace Ltd","Engine","Drawing","Sheets","no","yes","remote,design"," EUR 84.00 ",""
"2026-03-02","13:00","15:00","2","0","0","Ada King","ada","Lovelace Ltd","Engine","Drawing","","no","no","","0",""
"2026-03-03","09:00","10:00","3600"," EUR 1,947.99 ","0","Charles","charles","Lovelace Ltd","Engine","Drawing","","no","yes","","0"," EUR 1,947.99 "
"2026-03-03","23:30","23:30","1","0","0","Charles","charles","Lovelace Ltd","Engine","Drawing","","no","no","","0",""
"","","","11201"," EUR 1,957.32 ","0","","","","","","","","","","",""
`

const togglNew = "\ufeff" +
	`"Description","Billable","Duration","Member","Email","Project","Client","Task","Tags","Start date","Start time","Stop date","Stop time","Amount","Currency"
"rounded, v1","Yes","1:30:00","Ada King","ada@example.com","Engine","-","-","-","2026-09-08","14:51:41","2026-09-08","16:26:15","120.00","USD"
"Zero","No","-","Ada King","ada@example.com","-","-","-","-","2026-09-08","09:00:00","2026-09-08","09:00:00","-","-"
"-","No","0:30:00","Ada King","ada@example.com","Engine","Lovelace Ltd","Drawing","design, remote","2026-09-08","10:00:00","2026-09-08","10:30:00","-","-"
"Running","No","-","Ada King","ada@example.com","Engine","-","-","-","2026-09-08","11:00:00","-","-","-","-"
"いいえ","はい","47:06 min","Ada King","ada@example.com","Engine","-","-","-","2026-09-09","10:00:00","2026-09-09","10:47:06","-","-"
"Total","-","2:47:06","-","-","-","-","-","-","-","-","-","-","120.00","USD"
`
