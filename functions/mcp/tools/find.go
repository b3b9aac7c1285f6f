package tools

var findRecords = declaration{"find", "Find records by words",
	"Finds projects, tasks, clients and tags whose names have the words, and people of the workspace. Tasks need a " +
		"project.", reads}

type findInput struct {
	Words   string   `json:"words" jsonschema:"a part of the name; case and accents do not count"`
	Kinds   []string `json:"kinds,omitempty" jsonschema:"project, task, client, tag, person; all but task, if absent"`
	Project string   `json:"project,omitempty" jsonschema:"the project of the tasks, by words or its id"`
}

// Found are the records that have the words.
type Found struct {
	Status     string      `json:"status" jsonschema:"found, or choose: several projects fit the words for the project"`
	Candidates []Candidate `json:"candidates" jsonschema:"at most 20 of each kind"`
}

// searches are the operations that search the records of a kind.
var searches = map[string]string{"project": "projects.list.v1", "client": "clients.list.v1", "tag": "tags.list.v1"}

func (c *call) findRecords(in findInput) (Found, error) {
	kinds := in.Kinds
	switch {
	case len(kinds) == 0 && in.Project != "":
		kinds = []string{"task"}
	case len(kinds) == 0:
		kinds = []string{"project", "client", "tag", "person"}
	}
	out := Found{Status: "found", Candidates: []Candidate{}}
	for _, kind := range kinds {
		if kind == "task" {
			tasks, isFound, err := c.findTasks(in)
			if err != nil || !isFound {
				return Found{"choose", tasks}, err
			}
			out.Candidates = append(out.Candidates, tasks...)
			continue
		}
		some, err := c.findKind(kind, in.Words)
		if err != nil {
			return out, err
		}
		out.Candidates = append(out.Candidates, some...)
	}
	return out, nil
}

// findKind finds the records of a kind other than tasks.
func (c *call) findKind(kind, words string) ([]Candidate, error) {
	if kind == "person" {
		return c.findPeople(words)
	}
	operation, known := searches[kind]
	if !known {
		return nil, invalid("kinds", "enum_invalid", "The kinds are project, task, client, tag and person.")
	}
	return c.search(kind, operation, words)
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
