package commands

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/when"
)

// period is what a command about a period needs: the service, its clock, and the period.
type period struct {
	*session
	reader when.Reader
	when.Period
}

// readPeriod reads a period in the zone of the workspace. Errors: *when.Error.
func (a *app) readPeriod(ctx context.Context, text string) (p period, err error) {
	if p.session, err = a.connect(); err != nil {
		return p, err
	}
	if p.reader, err = a.reader(ctx, p.session); err != nil {
		return p, err
	}
	p.Period, err = p.reader.Period(text)
	return p, err
}

// bounds are when the period begins and when it has ended.
func (p period) bounds() (from, to time.Time) { return p.Range(p.reader.Zone) }

// selection is the time that a list or a report is about.
type selection struct {
	period
	from, to                 time.Time
	project, task, tag, user *uuid.UUID
}

// selectFlags say whose time, and on what.
type selectFlags struct {
	workFlags
	everyone bool
}

func (f *selectFlags) addTo(c *cobra.Command, a *app) {
	f.workFlags.addTo(c, a)
	c.Flags().Lookup("tag").Usage = "tag, by the beginning of its name"
	c.Flags().BoolVar(&f.everyone, "everyone", false, "time of all members whose time you may read")
}

// selectTime reads a period and finds what the flags name.
func (a *app) selectTime(ctx context.Context, text string, f selectFlags) (s selection, err error) {
	if s.period, err = a.readPeriod(ctx, text); err != nil {
		return s, err
	}
	s.from, s.to = s.bounds()
	found, tag, err := f.filter(ctx, s.session)
	if err != nil {
		return s, err
	}
	s.project, s.task, s.tag = found.project, found.task, tag
	if f.everyone {
		return s, nil
	}
	me, err := s.identity(ctx)
	if err != nil {
		return s, err
	}
	s.user = &me.User.Id
	return s, nil
}
