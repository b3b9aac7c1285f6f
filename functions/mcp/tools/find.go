package tools

var findRecords = declaration{"find", "Find records by words",
	"Finds projects, tasks, clients and tags whose names have the words, and people of the workspace. A candidate says " +
		"what tells it from others of its name: the client of a project, the project of a task, the address of a person.",
	reads}

type findInput struct {
	Words   string   `json:"words" jsonschema:"a part of the name; case and accents do not count. Of several words the name has all, in any order"`
	Kinds   []string `json:"kinds,omitempty" jsonschema:"project, task, client, tag, person; all, if absent"`
	Project string   `json:"project,omitempty" jsonschema:"only tasks of this project, by words or its id"`
	Cursor  string   `json:"people_cursor,omitempty" jsonschema:"people_cursor of the answer before: looks at the people after those, and at nothing else"`
}

// Found are the records that have the words.
type Found struct {
	Status     string      `json:"status" jsonschema:"found, or choose: several projects fit the words for the project"`
	Candidates []Candidate `json:"candidates" jsonschema:"at most 20 of each kind, those with exactly that name first"`
	IsPartial  bool        `json:"candidates_are_partial,omitempty" jsonschema:"true: more records may have the words; use more of the name, or a project for its tasks"`
	Cursor     string      `json:"people_cursor,omitempty" jsonschema:"there are people that were not looked at: call again with it"`
}

// searches are the operations that search the records of a kind.
var searches = map[string]string{"project": "projects.list.v1", "client": "clients.list.v1", "tag": "tags.list.v1"}

func (c *call) findRecords(in findInput) (Found, error) {
	out := Found{Status: "found", Candidates: []Candidate{}}
	for _, kind := range in.kinds() {
		some, err := c.findKind(kind, in, &out)
		if err != nil {
			return Found{}, err
		}
		if out.Status == "choose" {
			return Found{Status: out.Status, Candidates: some.Candidates, IsPartial: some.IsPartial}, nil
		}
		out.Candidates = append(out.Candidates, some.Candidates...)
		out.IsPartial = out.IsPartial || some.IsPartial
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
	return []string{"project", "task", "client", "tag", "person"}
}

// findKind finds the records of a kind. It notes in the answer how to go on, and when the words for the project of
// tasks fit several, which it answers instead.
func (c *call) findKind(kind string, in findInput, out *Found) (*Choice, error) {
	switch kind {
	case "person":
		some, next, err := c.findPeople(in.Words, in.Cursor)
		out.Cursor = next
		return c.choice(some), err
	case "task":
		return c.findTasks(in, out)
	}
	operation, known := searches[kind]
	if !known {
		return nil, invalid("kinds", "enum_invalid", "The kinds are project, task, client, tag and person.")
	}
	some, err := c.search(kind, operation, in.Words)
	return c.choice(some), err
}

// findTasks finds tasks, of the project or of all. It answers the projects that fit when there are several.
func (c *call) findTasks(in findInput, out *Found) (*Choice, error) {
	if in.Project == "" {
		some, err := c.searchTasks(in.Words)
		return c.choice(some), err
	}
	project, several, err := c.choose("project", "projects.list.v1", in.Project)
	if err != nil || several != nil {
		out.Status = "choose"
		return several, err
	}
	some, err := c.search("task", "tasks.list.v1", in.Words, project)
	return c.choice(some), err
}
