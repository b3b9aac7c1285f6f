package commands

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/spf13/cobra"
)

// workFlags name what time is tracked on.
type workFlags struct {
	project, task string
	tags          []string
}

func (w *workFlags) addTo(c *cobra.Command, a *app) {
	c.Flags().StringVarP(&w.project, "project", "p", "", "project, by the beginning of its name")
	c.Flags().StringVarP(&w.task, "task", "t", "", "task, by the beginning of its name; implies its project")
	c.Flags().StringArrayVar(&w.tags, "tag", nil, "tags, separated by commas, or one tag in each of several --tag")
	_ = c.RegisterFlagCompletionFunc("project", a.completeProjects())
	_ = c.RegisterFlagCompletionFunc("tag", a.completeTags())
	_ = c.RegisterFlagCompletionFunc("task", a.completeTasks(w))
}

// addBillableTo adds the flag --billable. The function that it returns reads it: nil if it was not given.
func addBillableTo(c *cobra.Command) (read func() *bool) {
	billable := c.Flags().Bool("billable", false, "whether the client pays for the time; by default as the project says")
	return func() *bool {
		if c.Flags().Changed("billable") {
			return billable
		}
		return nil
	}
}

// work is what the flags name.
type work struct {
	project, task *uuid.UUID
	tags          []uuid.UUID
}

// find finds what the flags name. Errors: those of names.Find.
func (w *workFlags) find(ctx context.Context, s *session) (found work, err error) {
	if w.project != "" {
		if found.project, err = s.findProject(ctx, w.project); err != nil {
			return found, err
		}
	}
	if w.task != "" {
		if found.task, err = s.findTask(ctx, found.project, w.task); err != nil {
			return found, err
		}
	}
	if len(w.tags) > 0 {
		found.tags, err = s.findTags(ctx, w.tags)
	}
	return found, err
}

// filter finds what the flags name for a list, which takes one tag.
func (w *workFlags) filter(ctx context.Context, s *session) (found work, tag *uuid.UUID, err error) {
	found, err = w.find(ctx, s)
	if err == nil && len(found.tags) > 1 {
		err = usageError{errors.New("--tag takes one tag here")}
	}
	if err == nil && len(found.tags) == 1 {
		tag = &found.tags[0]
	}
	return found, tag, err
}
