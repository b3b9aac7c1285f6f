package tools

// Place is where time belongs, by words or ids.
type Place struct {
	Project string `json:"project,omitempty" jsonschema:"words of the project's name, or its id"`
	Task    string `json:"task,omitempty" jsonschema:"words of the task's name, or its id; with a project only its tasks count"`
}

// found is what a Place means: ids, or candidates when several records fit.
type found struct {
	projectID, taskID string
	several           *Choice
}

// find finds the project and the task of a place. Where no project has the words, it answers the tasks that have them
// as candidates. Errors: a failure when nothing fits.
func (c *call) find(p Place) (out found, err error) {
	if p.Project == "" && p.Task != "" && !isID(p.Task) {
		tasks, err := c.searchTasks(p.Task)
		if err == nil {
			out.taskID, out.several, err = c.pick("task", tasks)
		}
		return out, err
	}
	out.projectID, out.several, err = c.choose("project", "projects.list.v1", p.Project)
	if isNotFound(err) && p.Task == "" {
		return c.findTaskInstead(p.Project, err)
	}
	if err != nil || out.several != nil {
		return out, err
	}
	out.taskID, out.several, err = c.choose("task", "tasks.list.v1", p.Task, out.projectID)
	return out, err
}

// findTaskInstead answers the tasks that have the words for a project that was not found. Errors: why it was not found.
func (c *call) findTaskInstead(words string, notFound error) (found, error) {
	tasks, err := c.searchTasks(words)
	switch {
	case err != nil:
		return found{}, err
	case len(tasks.all()) == 0:
		return found{}, notFound
	}
	return found{several: c.choice(tasks)}, nil
}

// addTo adds the project or the task to the body of a request. A task has its project.
func (f found) addTo(body map[string]any) {
	if f.taskID != "" {
		body["taskId"] = f.taskID
	} else if f.projectID != "" {
		body["projectId"] = f.projectID
	}
}
