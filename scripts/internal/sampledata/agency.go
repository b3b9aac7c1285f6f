package sampledata

// Agency is the workspace of a small agency: an owner, an admin, two users and an analyst, with
// clients, projects and tasks.
func Agency() *Team {
	return &Team{
		Password:  "stint demo password",
		Workspace: object{"workspaceName": "Northlight Studio", "timezone": "Europe/Berlin"},
		People: []*Person{
			{Name: "Mara Lindqvist", Email: "mara@example.com", Role: "owner"},
			{Name: "Jonas Abel", Email: "jonas@example.com", Role: "admin", Language: "de"},
			{Name: "Priya Nair", Email: "priya@example.com", Role: "user", Rate: 7600, Language: "en"},
			{Name: "Tom Okafor", Email: "tom@example.com", Role: "user", Language: "en"},
			{Name: "Lea Brandt", Email: "lea@example.com", Role: "analyst", Language: "en"},
		},
		Clients: []Client{
			{"Harbour Museum", []Project{
				project("Audio guide", "#3b6ea5", 9500,
					Task{"Concept", []string{"Visitor paths", "Interview with the curator", "Draft of chapter 2"}},
					Task{"Recording", []string{"Studio session", "Edit of the German voice", "Sound check on site"}}),
				project("Website relaunch", "#a5563b", 8800,
					Task{"Design", []string{"Start page, second round", "Type and colour", "Icons"}},
					Task{"Front end", []string{"Opening hours widget", "Image gallery", "Accessibility fixes"}}),
			}},
			{"Brückner Orgelbau", []Project{
				project("Shop", "#4f8a4c", 10200,
					Task{"Catalogue", []string{"Import of pipes", "Photos", "Prices 2026"}},
					Task{"Checkout", []string{"Shipping costs", "Invoice layout"}}),
			}},
			{"Café Lumen", []Project{
				project("Menu cards", "#8a6d3b", nil, Task{"Layout", []string{"Summer card", "Proofs"}}),
			}},
			{"", []Project{internalProject("Studio", "#777777",
				Task{"Meetings", []string{"Weekly", "Planning", "Retro"}},
				Task{"Admin", []string{"Invoices", "Mail"}}),
			}},
		},
		Tags: []string{"on site", "remote", "workshop", "overtime"},
	}
}

// project is a billable project of both users, of whom the first manages it. The rate is in
// cents per hour; nil inherits the member's or the workspace's rate.
func project(name, color string, rate any, tasks ...Task) Project {
	members := map[int]object{2: {"isManager": true}, 3: {"isManager": false}}
	return Project{Fields: object{"name": name, "color": color, "isBillable": true, "hourlyRate": rate}, Members: members,
		Tasks: tasks}
}

// internalProject is a project that no client pays for.
func internalProject(name, color string, tasks ...Task) Project {
	p := project(name, color, nil, tasks...)
	p.Fields["isBillable"] = false
	return p
}

// OfficeHours is the rhythm of the agency: three to five entries on every workday, from 8:00 to
// 9:30 on.
var OfficeHours = Rhythm{
	Entries: [2]int{3, 6}, Start: [2]int{8 * 60, 8*60 + 90}, Minutes: [2]int{45, 145}, Pause: [2]int{0, 30}, OneTagIn: 4,
	SkipsWeekends: true,
}
