package tools

// Place is where time belongs, by words or ids.
type Place struct {
	Project string `json:"project,omitempty" jsonschema:"words of the project's name, or its id"`
	Task    string `json:"task,omitempty" jsonschema:"words of the task's name together with a project, or its id"`
}

// found is what a Place means: ids, or candidates when several records fit.
type found struct {
	projectID, taskID string
	candidates        []Candidate
}

// find finds the project and the task of a place. Errors: a failure when nothing fits.
func (c *call) find(p Place) (out found, err error) {
	out.projectID, out.candidates, err = c.choose("project", "projects.list.v1", p.Project)
	if err != nil || out.candidates != nil {
		return out, err
	}
	if p.Task != "" && !isID(p.Task) && out.projectID == "" {
		return found{}, invalid("project", "required", "Words for a task need the project, too.")
	}
	out.taskID, out.candidates, err = c.choose("task", "tasks.list.v1", p.Task, out.projectID)
	return out, err
}

// addTo adds the project or the task to the body of a request. A task has its project.
func (f found) addTo(body map[string]any) {
	if f.taskID != "" {
		body["taskId"] = f.taskID
	} else if f.projectID != "" {
		body["projectId"] = f.projectID
	}
}
