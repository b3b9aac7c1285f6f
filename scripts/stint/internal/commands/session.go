package commands

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/settings"
	"stint/scripts/stint/internal/signin"
	"stint/scripts/stint/internal/when"
	"stint/shared/client"
	"stint/shared/client/api"
)

// whenExamples are times, for help texts.
const whenExamples = when.Examples

// session is what a command needs of the service: a client, and what it reads at most once.
type session struct {
	*client.Client
	address   string
	me        *api.ApiKeyIdentity
	workspace *api.Workspace
}

// connect makes the client from the settings. Errors: those of settings.Load.
func (a *app) connect() (*session, error) {
	if a.session != nil {
		return a.session, nil
	}
	s, err := a.settings()
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
	a.session = &session{Client: c, address: s.URL}
	return a.session, nil
}

// connected is what a command runs. It connects first.
func (a *app) connected(run func(ctx context.Context, s *session, args []string) error) func(*cobra.Command,
	[]string) error {
	return func(c *cobra.Command, args []string) error {
		s, err := a.connect()
		if err != nil {
			return err
		}
		return run(c.Context(), s, args)
	}
}

// settings are those of the environment and the file. Errors: those of settings.Load.
func (a *app) settings() (settings.Settings, error) {
	folder, err := a.ConfigFolder()
	if err != nil {
		folder = "" // there is no home folder: the environment may have all, and no file is read
	}
	return settings.Load(folder, a.Getenv)
}

// retries is how often a request is repeated. A person waits for 3.5 s at most, unless the service
// says to wait longer.
const retries = 3

func (a *app) newClient(s settings.Settings) (*client.Client, error) {
	options := []client.Option{client.WithUserAgent("stint/" + a.Version), client.WithRetries(retries),
		client.WithHTTPClient(a.http())}
	if s.App != nil {
		options = append(options, client.WithCredentials(a.access(*s.App).Credential))
	}
	return client.New(s.URL, s.Key, options...)
}

// http is the HTTP client of the command.
func (a *app) http() *http.Client {
	if a.HTTP == nil {
		a.HTTP = client.NewHTTPClient()
	}
	return a.HTTP
}

// access is the kept sign-in of the command as an app.
func (a *app) access(kept settings.App) *signin.Access {
	tokens := a.tokens()
	tokens.SignIn = kept.SignIn
	return &signin.Access{HTTP: a.http(), App: kept, Tokens: tokens}
}

// tokens are those below the configuration folder.
func (a *app) tokens() settings.Tokens {
	folder, _ := a.ConfigFolder() // a sign-in was read from there
	return settings.Tokens{Folder: folder, Keyring: a.Keyring}
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
		if name == strings.ToLower(day.String()) {
			return day
		}
	}
	return time.Monday
}
