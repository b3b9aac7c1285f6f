package tools

import (
	"cmp"
	"net/url"
	"slices"
)

var budgetStatus = declaration{"budget_status", "Budgets",
	"Shows how much of the budgets of projects is used, and which will run out before their month or week ends when it " +
		"goes on as so far. Those that are used most come first.", reads}

type budgetInput struct {
	Project string `json:"project,omitempty" jsonschema:"one project, by words or its id; all that are not archived, if absent"`
	AtLeast int    `json:"at_least_percent,omitempty" jsonschema:"leaves out budgets of which less is used or will be used"`
}

// Budgets are the budgets of projects.
type Budgets struct {
	Status    string   `json:"status" jsonschema:"listed or choose"`
	Budgets   []Budget `json:"budgets"`
	LeftOut   int      `json:"left_out,omitempty" jsonschema:"how many budgets the answer leaves out, which are used less"`
	IsPartial bool     `json:"is_partial,omitempty" jsonschema:"true: there are more projects than the answer looked at; name one"`
	Choice
}

// Bounds of an answer: how many pages of 200 projects it reads, and how many budgets it shows.
const (
	maxProjectPages = 5
	maxBudgets      = 50
)

func (c *call) budgetStatus(in budgetInput) (Budgets, error) {
	if err := c.loadZone(); err != nil {
		return Budgets{}, err
	}
	out := Budgets{Status: "listed", Budgets: []Budget{}}
	id, several, err := c.choose("project", "projects.list.v1", in.Project)
	switch {
	case err != nil:
		return Budgets{}, err
	case several != nil:
		return Budgets{Status: "choose", Budgets: []Budget{}, Choice: *several}, nil
	case id != "":
		b, err := c.oneBudget(id)
		out.Budgets = append(out.Budgets, b)
		return out, err
	}
	if out.IsPartial, err = c.allBudgets(in, &out.Budgets); err != nil {
		return Budgets{}, err
	}
	slices.SortStableFunc(out.Budgets, func(a, b Budget) int { return cmp.Compare(b.most(), a.most()) })
	out.LeftOut = max(len(out.Budgets)-maxBudgets, 0)
	out.Budgets = out.Budgets[:len(out.Budgets)-out.LeftOut]
	return out, nil
}

// oneBudget is the budget of one project.
func (c *call) oneBudget(project string) (Budget, error) {
	sent, err := run[sentBudget](c, Request{Operation: "projects.budget.get.v1", IDs: []string{project}})
	if err != nil {
		return Budget{}, err
	}
	return c.budget(*c.named("projects.get.v1", &project), sent), nil
}

// allBudgets adds the budgets of all projects that are not archived. isPartial says that there are more projects.
func (c *call) allBudgets(in budgetInput, all *[]Budget) (isPartial bool, err error) {
	query := url.Values{"include": {"budget"}, "is_archived": {"false"}, "limit": {"200"}}
	for range maxProjectPages {
		page, err := run[page[struct {
			ID, Name string
			Budget   *sentBudget
		}]](c, Request{Operation: "projects.list.v1", Query: query})
		if err != nil {
			return false, err
		}
		for _, p := range page.Items {
			if p.Budget == nil {
				continue
			}
			b := c.budget(Named{p.ID, &Text{p.Name}}, *p.Budget)
			if in.AtLeast <= 0 || b.most() >= in.AtLeast {
				*all = append(*all, b)
			}
		}
		if page.Next == nil {
			return false, nil
		}
		query.Set("cursor", *page.Next)
	}
	return true, nil
}
