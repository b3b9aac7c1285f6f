package tools

var findRecords = declaration{"find", "Find records by words",
	"Finds projects, tasks, clients and tags whose names have the words, and people of the workspace. Tasks need a " +
		"project.", reads}

type findInput struct {
	Words   string   `json:"words" jsonschema:"a part of the name; case and accents do not count"`
	Kinds   []string `json:"kinds,omitempty" jsonschema:"project, task, client, tag, person; all but task, if absent"`
	Project string   `json:"project,omitempty" jsonschema:"the project of the tasks, by words or its id"`
	Cursor  string   `json:"people_cursor,omitempty" jsonschema:"people_cursor of the answer before: looks at the people after those, and at nothing else"`
}

// Found are the records that have the words.
type Found struct {
	Status     string      `json:"status" jsonschema:"found, or choose: several projects fit the words for the project"`
	Candidates []Candidate `json:"candidates" jsonschema:"at most 20 of each kind"`
	Cursor     string      `json:"people_cursor,omitempty" jsonschema:"there are people that were not looked at: call again with it"`
}

// searches are the operations that search the records of a kind.
var searches = map[string]string{"project": "projects.list.v1", "client": "clients.list.v1", "tag": "tags.list.v1"}

func (c *call) findRecords(in findInput) (Found, error) {
	out := Found{Status: "found", Candidates: []Candidate{}}
	for _, kind := range in.kinds() {
		some, err := c.findKind(kind, in, &out)
		if err != nil || out.Status == "choose" {
			return Found{Status: out.Status, Candidates: some}, err
		}
		out.Candidates = append(out.Candidates, some...)
	}
	return out, nil
}

// kinds are the kinds to search.
func (in findInput) kinds() []string {
	switch {
	case in.Cursor != "":
		return []string{"person"}
	case len(in.Kinds) > 0:
		return in.Kinds
	case in.Project != "":
		return []string{"task"}
	}
	return []string{"project", "client", "tag", "person"}
}

// findKind finds the records of a kind. It notes in the answer how to go on, and when the words for the project of
// tasks fit several, which it answers instead.
func (c *call) findKind(kind string, in findInput, out *Found) (some []Candidate, err error) {
	switch kind {
	case "person":
		some, out.Cursor, err = c.findPeople(in.Words, in.Cursor)
		return some, err
	case "task":
		tasks, isFound, err := c.findTasks(in)
		if err == nil && !isFound {
			out.Status = "choose"
		}
		return tasks, err
	}
	operation, known := searches[kind]
	if !known {
		return nil, invalid("kinds", "enum_invalid", "The kinds are project, task, client, tag and person.")
	}
	return c.search(kind, operation, in.Words)
}

// findTasks finds tasks of the project. isFound is false when several projects fit; then it answers them.
func (c *call) findTasks(in findInput) (tasks []Candidate, isFound bool, err error) {
	place, err := c.find(Place{Project: in.Project})
	if err != nil || place.candidates != nil {
		return place.candidates, false, err
	}
	if place.projectID == "" {
		return nil, false, invalid("project", "required", "Tasks need their project.")
	}
	tasks, err = c.search("task", "tasks.list.v1", in.Words, place.projectID)
	return tasks, err == nil, err
}
