package demo

import "context"

// engagements are the agency's projects by client. The last ones have no client.
var engagements = []struct {
	client   string
	projects []project
}{
	{"Harbour Museum", []project{
		{"Audio guide", "#3b6ea5", 9500, []task{
			{"Concept", []string{"Visitor paths", "Interview with the curator", "Draft of chapter 2"}},
			{"Recording", []string{"Studio session", "Edit of the German voice", "Sound check on site"}},
		}},
		{"Website relaunch", "#a5563b", 8800, []task{
			{"Design", []string{"Start page, second round", "Type and colour", "Icons"}},
			{"Front end", []string{"Opening hours widget", "Image gallery", "Accessibility fixes"}},
		}},
	}},
	{"Brückner Orgelbau", []project{
		{"Shop", "#4f8a4c", 10200, []task{
			{"Catalogue", []string{"Import of pipes", "Photos", "Prices 2026"}},
			{"Checkout", []string{"Shipping costs", "Invoice layout"}},
		}},
	}},
	{"Café Lumen", []project{
		{"Menu cards", "#8a6d3b", nil, []task{{"Layout", []string{"Summer card", "Proofs"}}}},
	}},
	{"", []project{
		{"Studio", "#777777", nil, []task{
			{"Meetings", []string{"Weekly", "Planning", "Retro"}},
			{"Admin", []string{"Invoices", "Mail"}},
		}},
	}},
}

type project struct {
	name, color string
	rate        any // in cents per hour; nil inherits the member's or the workspace's rate
	tasks       []task
}

type task struct {
	name  string
	texts []string // descriptions of entries
}

var tagNames = []string{"on site", "remote", "workshop", "overtime"}

// createProjects creates clients, projects with project members, tasks and tags.
func (a *agency) createProjects(ctx context.Context) error {
	owner := a.members[0].token
	for _, p := range engagements {
		body := object{}
		if p.client != "" {
			client, err := a.api.Send(ctx, owner, "POST", "/api/clients", object{"name": p.client})
			if err != nil {
				return err
			}
			body["clientId"] = client["id"]
			if a.clientID == "" {
				a.clientID = client["id"].(string)
			}
		}
		for _, project := range p.projects {
			if err := a.createProject(ctx, body["clientId"], project); err != nil {
				return err
			}
		}
	}
	for _, name := range tagNames {
		tag, err := a.api.Send(ctx, owner, "POST", "/api/tags", object{"name": name})
		if err != nil {
			return err
		}
		a.tagIDs = append(a.tagIDs, tag["id"].(string))
	}
	return nil
}

// createProject creates one project with its tasks. All members with the role user
// become project members.
func (a *agency) createProject(ctx context.Context, client any, p project) error {
	owner := a.members[0].token
	created, err := a.api.Send(ctx, owner, "POST", "/api/projects", object{"name": p.name, "color": p.color, "clientId": client, "isBillable": client != nil, "hourlyRate": p.rate})
	if err != nil {
		return err
	}
	id := created["id"].(string)
	for i, m := range a.members {
		if m.Role != "user" {
			continue
		}
		member := object{"userId": a.userID(ctx, m), "isManager": i == 2}
		if _, err := a.api.Send(ctx, owner, "POST", "/api/projects/"+id+"/members", member); err != nil {
			return err
		}
	}
	for _, t := range p.tasks {
		task, err := a.api.Send(ctx, owner, "POST", "/api/projects/"+id+"/tasks", object{"name": t.name})
		if err != nil {
			return err
		}
		a.assignments = append(a.assignments, assignment{projectID: id, taskID: task["id"].(string), texts: t.texts})
	}
	return nil
}

func (a *agency) userID(ctx context.Context, p *Member) string {
	me, err := a.api.Send(ctx, p.token, "GET", "/api/auth/me", nil)
	if err != nil {
		return ""
	}
	id, _ := me["id"].(string)
	return id
}
