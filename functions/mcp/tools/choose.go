package tools

import "net/url"

// choose finds the id of the record that words mean; an id and "" stay as they are. It answers either the id or the
// candidates. Archived records count only where no other fits. Errors: a failure with not_found when nothing fits.
func (c *call) choose(kind, operation, words string, ids ...string) (id string, several *Choice, err error) {
	if words == "" || isID(words) {
		return words, nil, nil
	}
	found, err := c.search(kind, operation, words, ids...)
	if err == nil && len(found.all()) == 0 && kind != "tag" {
		found, err = c.list(kind, operation, words, url.Values{}, ids...)
	}
	if err != nil {
		return "", nil, err
	}
	return c.pick(kind, found)
}

// pick is the id of the one record that words mean, or the candidates. Errors: a failure with not_found for none.
func (c *call) pick(kind string, found matches) (id string, several *Choice, err error) {
	if one := found.one(); one != nil {
		return one.ID, nil, nil
	}
	if len(found.all()) > 0 {
		return "", c.choice(found), nil
	}
	return "", nil, noneFits(kind, found.isPartial)
}

// noneFits is a failure for words that no record has in its name.
func noneFits(kind string, isPartial bool) error {
	text := "No " + kind + " has these words in its name."
	if isPartial {
		text = "None of the records that were looked at has these words in its name, and there are more."
	}
	if isPartial && kind == "task" {
		text += " Name the project, too."
	}
	return failure{Code: "not_found", Errors: []failureField{{Field: kind, Code: "not_found", Message: text}}}
}

// maxTaskProjects bounds the projects whose tasks one search without a project looks at, because each is an operation.
const maxTaskProjects = 50

// searchTasks finds the tasks with the words, of all projects that are not archived.
func (c *call) searchTasks(words string) (found matches, err error) {
	var all []listed
	found.isPartial, err = c.eachListed("projects.list.v1", url.Values{"is_archived": {"false"}}, nil,
		func(r listed) bool {
			if len(all) == maxTaskProjects {
				return false
			}
			all = append(all, r)
			return true
		})
	for _, p := range all {
		some, err := c.search("task", "tasks.list.v1", words, p.ID)
		if err != nil {
			return found, err
		}
		if len(some.all()) > 0 {
			c.names[p.ID] = &Text{p.Name}
		}
		found.exact, found.others = append(found.exact, some.exact...), append(found.others, some.others...)
		found.isPartial = found.isPartial || some.isPartial
	}
	return found, err
}
