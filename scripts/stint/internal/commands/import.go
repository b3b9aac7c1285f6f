package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/importer"
	"stint/scripts/stint/internal/screen"
	"stint/scripts/stint/internal/sources"
	"stint/shared/client"
)

// importFlags are what the files do not say, and how the command works.
type importFlags struct {
	zone        string
	dayFirst    *bool // nil to find out from the files
	people      []string
	clients     []string
	yes, dryRun bool

	deleteMissing, settings bool
}

func (f *importFlags) define(c *cobra.Command) {
	flags := c.Flags()
	f.dayFirst = new(bool)
	flags.StringVar(&f.zone, "zone", "", "time zone of the files, such as Europe/Berlin; by default the workspace's")
	flags.BoolVar(f.dayFirst, "day-first", false,
		"whether dates such as 03/04/2026 begin with the day; by default found out from the file")
	flags.StringArrayVar(&f.people, "map", nil,
		`a person in the files and a member's address: "Ada Lovelace=ada@example.com"`)
	flags.StringArrayVar(&f.clients, "client", nil,
		`the client of a project that the files name without one, where several projects have the name: "Engine=Babbage"`)
	flags.BoolVar(&f.deleteMissing, "delete-missing", false,
		"delete entries of former imports that the files no longer have, in their period")
	flags.BoolVar(&f.settings, "settings", false,
		"take settings, rates and members of projects of an export also into a workspace that is not empty")
	flags.BoolVarP(&f.yes, "yes", "y", false, "do not ask")
	flags.BoolVar(&f.dryRun, "dry-run", false, "only say what would be done")
}

func (a *app) imports() *cobra.Command {
	var f importFlags
	c := &cobra.Command{
		Use:   "import SOURCE FILE…",
		Short: "Bring the time of another service into the workspace",
		Long: `Bring the time of another service into the workspace. The command says what it would
do, asks, and compares the sums at the end. It can be broken off and repeated, and run
again with a newer file: nothing comes twice.

` + sourcesHelp(),
		Example: `  stint import toggl Toggl_2026.csv --dry-run
  stint import harvest harvest.csv --zone America/New_York --map "Ada Lovelace=ada@example.com"
  stint import stint backup-of-another-workspace --dry-run`,
		Args: sourceAndFiles,
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return sourceNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			if !c.Flags().Changed("day-first") {
				f.dayFirst = nil
			}
			return a.runImport(c.Context(), args[0], args[1:], f)
		},
	}
	f.define(c)
	return c
}

// sourceAndFiles wants a source and its files, and says which is missing.
func sourceAndFiles(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("name where the time comes from, one of %s, and the file", strings.Join(sourceNames(), ", "))
	}
	switch source, known := sources.Find(args[0]); {
	case len(args) == 1 && known:
		what := map[bool]string{true: "folder", false: "file"}[source.IsFolder]
		return fmt.Errorf("name the %s to import: stint import %s %s", what, args[0], strings.ToUpper(what))
	case len(args) == 1:
		return fmt.Errorf("%q is no source: name one of %s, and the file", args[0], strings.Join(sourceNames(), ", "))
	}
	return nil
}

func sourcesHelp() string {
	lines := []string{"SOURCE is one of:"}
	for _, s := range sources.All() {
		lines = append(lines, fmt.Sprintf("  %-10s %s: %s", s.Name, s.Title, s.Help))
	}
	return strings.Join(lines, "\n")
}

func sourceNames() []string {
	var names []string
	for _, s := range sources.All() {
		names = append(names, s.Name)
	}
	return names
}

func (a *app) runImport(ctx context.Context, source string, paths []string, f importFlags) error {
	options, err := a.importOptions(source, f)
	if err != nil {
		return err
	}
	files, closeAll, err := openFiles(options.Source, paths)
	defer closeAll()
	if err != nil {
		return usageError{err}
	}
	options.Files = files
	s, err := a.connect()
	if err != nil {
		return err
	}
	reading := a.newReading()
	options.Reading = reading.show
	x, err := a.prepareImport(ctx, s.Client, options, f.yes)
	reading.end()
	if is[*importer.MapError](err) || is[*importer.OwnError](err) {
		err = usageError{err}
	}
	if err != nil {
		return err
	}
	if err := a.printLines("plan", x.Plan, a.planLines(x.Plan)); err != nil || f.dryRun {
		return err
	}
	if x.Plan.IsEmpty() {
		return errors.Join(a.printEnd(x.Nothing()), noneMapped(x.Plan))
	}
	if err := a.confirm(ctx, f.yes); err != nil {
		return err
	}
	return a.applyImport(ctx, x)
}

// errNoneMapped ends an import whose files have time of others only.
var errNoneMapped = errors.New("nothing was imported, because nobody in the files is mapped to a member: use --map")

// noneMapped is an error if the files have time, and nobody is mapped whose time it is.
func noneMapped(p importer.Plan) error {
	isMapped := func(person importer.PlannedPerson) bool { return person.User != nil }
	if len(p.People) == 0 || slices.ContainsFunc(p.People, isMapped) {
		return nil
	}
	return errNoneMapped
}

// prepareImport plans an import. It asks for the client of each project whose name does not tell. Errors: those of
// importer.Prepare, *importer.ClientError where nobody can be asked.
func (a *app) prepareImport(ctx context.Context, c *client.Client, o importer.Options,
	yes bool) (*importer.Import, error) {
	for {
		x, err := importer.Prepare(ctx, c, o)
		unclear, ok := errors.AsType[*importer.ClientError](err)
		if !ok || yes || !a.isInteractive() {
			return x, err
		}
		if o.Clients[unclear.Project], err = a.chooseClient(ctx, unclear); err != nil {
			return nil, err
		}
	}
}

// chooseClient asks which of several projects the files mean.
func (a *app) chooseClient(ctx context.Context, unclear *importer.ClientError) (string, error) {
	for {
		for i, name := range unclear.Clients {
			a.note("%d  %s / %s", i+1, screen.Clean(name), screen.Clean(unclear.Project))
		}
		answer, err := a.ask(ctx, fmt.Sprintf("Which %s do the files mean? [1-%d]", screen.Clean(unclear.Project),
			len(unclear.Clients)), false)
		if err == nil && answer == "" {
			err = errors.New("no client was chosen, so nothing was written")
		}
		if err != nil {
			return "", err
		}
		if n, err := strconv.Atoi(answer); err == nil && n >= 1 && n <= len(unclear.Clients) {
			return unclear.Clients[n-1], nil
		}
	}
}

// importOptions reads the flags.
func (a *app) importOptions(source string, f importFlags) (o importer.Options, err error) {
	o = importer.Options{DayFirst: f.dayFirst, DeleteMissing: f.deleteMissing, Settings: f.settings,
		People: map[string]string{}, Now: a.Now, Wait: a.waitForLists}
	var ok bool
	if o.Source, ok = sources.Find(source); !ok {
		return o, usageError{fmt.Errorf("%q is no source: name one of %s", source, strings.Join(sourceNames(), ", "))}
	}
	if f.zone != "" {
		if o.Zone, err = time.LoadLocation(f.zone); err != nil || f.zone == "Local" {
			return o, usageError{fmt.Errorf("%q is no time zone: write it like Europe/Berlin", f.zone)}
		}
	}
	o.Clients = map[string]string{}
	for _, text := range f.clients {
		project, of, ok := strings.Cut(text, "=")
		if !ok || project == "" {
			return o, usageError{fmt.Errorf(`--client %q has to be like "Engine=Babbage"`, text)}
		}
		o.Clients[strings.TrimSpace(project)] = strings.TrimSpace(of)
	}
	for _, text := range f.people {
		at := strings.LastIndex(text, "=")
		if at <= 0 || at == len(text)-1 {
			return o, usageError{fmt.Errorf(`--map %q has to be like "Ada Lovelace=ada@example.com"`, text)}
		}
		o.People[strings.TrimSpace(text[:at])] = strings.TrimSpace(text[at+1:])
	}
	return o, nil
}

// listsLag is how far lists and reports may be behind writes.
const listsLag = 2 * time.Second

func (a *app) waitForLists(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(listsLag):
		return nil
	}
}

// confirm asks whether to go on. Errors: usageError where nobody can be asked.
func (a *app) confirm(ctx context.Context, yes bool) error {
	if yes {
		return nil
	}
	if !a.isInteractive() {
		return usageError{errors.New("nobody can be asked, because standard input is no terminal: add --yes")}
	}
	answer, err := a.ask(ctx, "Go on? [y/N]", false)
	if err != nil {
		return err
	}
	if answer := strings.ToLower(answer); answer != "y" && answer != "yes" {
		return errors.New("nothing was written")
	}
	return nil
}

// errDifferences ends an import whose sums are not those of the files.
var errDifferences = errors.New("the sums differ, or rows or records were refused")

func (a *app) applyImport(ctx context.Context, x *importer.Import) error {
	progress := a.newProgress(x.Plan.Entries.Total)
	result, err := x.Apply(ctx, progress.add)
	progress.end()
	if err != nil {
		a.note("%d of %d entries are done. Run the same command again to go on.", progress.done, x.Plan.Entries.Total)
		return err
	}
	if err := a.printEnd(result); err != nil {
		return err
	}
	if result.Failed() {
		return errDifferences
	}
	return nil
}

func (a *app) printEnd(result importer.Result) error {
	return a.printLines("result", result, resultLines(result))
}
