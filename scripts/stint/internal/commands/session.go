package commands

import (
	"context"
	"time"

	"stint/scripts/stint/internal/settings"
	"stint/scripts/stint/internal/when"
	"stint/shared/client"
	"stint/shared/client/api"
)

// whenExamples are times, for help texts.
const whenExamples = when.Examples

// session is what a command needs of the service: a client, and what it reads at most once.
type session struct {
	*client.Client
	me        *api.ApiKeyIdentity
	workspace *api.Workspace
}

// connect makes the client from the settings. Errors: those of settings.Load.
func (a *app) connect() (*session, error) {
	if a.session != nil {
		return a.session, nil
	}
	folder, err := a.ConfigFolder()
	if err != nil {
		folder = "" // there is no home folder: the environment may have all, and no file is read
	}
	s, err := settings.Load(folder, a.Getenv)
	if err != nil {
		return nil, err
	}
	if a.Getenv("STINT_URL") != "" { // of a kept address, stint login warned
		a.warnOfPlainHTTP(s.URL)
	}
	c, err := a.newClient(s)
	if err != nil {
		return nil, usageError{err}
	}
	a.session = &session{Client: c}
	return a.session, nil
}

// retries is how often a request is repeated. A person waits for 3.5 s at most, unless the service
// says to wait longer.
const retries = 3

func (a *app) newClient(s settings.Settings) (*client.Client, error) {
	options := []client.Option{client.WithUserAgent("stint/" + a.Version), client.WithRetries(retries)}
	if a.HTTP != nil {
		options = append(options, client.WithHTTPClient(a.HTTP))
	}
	return client.New(s.URL, s.Key, options...)
}

// identity is the user of the key.
func (s *session) identity(ctx context.Context) (_ *api.ApiKeyIdentity, err error) {
	if s.me == nil {
		s.me, err = client.Get(s.ApiKeysMeWithResponse(ctx))
	}
	return s.me, err
}

// reader reads times in the zone of the workspace.
func (a *app) reader(ctx context.Context, s *session) (_ when.Reader, err error) {
	if s.workspace == nil {
		if s.workspace, err = client.Get(s.WorkspacesGetWithResponse(ctx)); err != nil {
			return when.Reader{}, err
		}
	}
	zone, err := time.LoadLocation(s.workspace.Timezone)
	if err != nil {
		return when.Reader{}, err
	}
	return when.Reader{Now: a.Now(), Zone: zone, WeekStart: weekday(s.workspace.WeekStart)}, nil
}

// weekday is the first day of a week as a workspace names it.
func weekday(name string) time.Weekday {
	for day := time.Sunday; day <= time.Saturday; day++ {
		if name == lower(day.String()) {
			return day
		}
	}
	return time.Monday
}
