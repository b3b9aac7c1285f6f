package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/cli/browser"
	"github.com/fatih/color"
	"golang.org/x/term"

	"stint/scripts/stint/internal/settings"
)

// Env is what a command has around it.
type Env struct {
	Version      string
	In           io.Reader
	Out, Err     io.Writer
	Getenv       func(string) string
	ConfigFolder func() (string, error) // of the user
	Now          func() time.Time
	HTTP         *http.Client // nil is that of the client
	Terminal     bool         // Out is one
	ErrTerminal  bool         // Err is one
	Columns      func() int   // of the terminal; nil or 0 if nobody knows

	Keyring     settings.Keyring           // nil where there is none
	OpenBrowser func(address string) error // nil where there is none

	// ReadSecret reads a line that the terminal does not show; nil where In is no terminal.
	ReadSecret func(ctx context.Context) (string, error)
}

// SystemEnv is that of a process.
func SystemEnv(version string) Env {
	env := Env{
		Version: version, In: os.Stdin, Out: color.Output, Err: os.Stderr, Getenv: os.Getenv, ConfigFolder: os.UserConfigDir,
		Now: time.Now, Terminal: term.IsTerminal(int(os.Stdout.Fd())), ErrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
	}
	env.Columns = func() int {
		columns, _, _ := term.GetSize(int(os.Stdout.Fd()))
		return columns
	}
	env.Keyring = settings.SystemKeyring{}
	if hasBrowser(env.Getenv) {
		browser.Stdout, browser.Stderr = io.Discard, io.Discard
		env.OpenBrowser = browser.OpenURL
	}
	if in := int(os.Stdin.Fd()); term.IsTerminal(in) {
		env.ReadSecret = func(ctx context.Context) (string, error) {
			shown, err := term.GetState(in)
			if err != nil {
				return "", err
			}
			return unlessStopped(ctx, func() (string, error) {
				secret, err := term.ReadPassword(in)
				return string(secret), err
			}, func() { _ = term.Restore(in, shown) })
		}
	}
	return env
}

// hasBrowser reports whether a browser of this machine would be seen by who runs the command.
func hasBrowser(getenv func(string) string) bool {
	if getenv("SSH_CONNECTION") != "" {
		return false
	}
	return runtime.GOOS == "windows" || runtime.GOOS == "darwin" ||
		cmp.Or(getenv("DISPLAY"), getenv("WAYLAND_DISPLAY"), getenv("WSL_DISTRO_NAME")) != ""
}

// checked keeps the first error of a writer, for what prints without looking at it.
type checked struct {
	io.Writer
	failed error
}

// Write implements io.Writer.
func (c *checked) Write(text []byte) (int, error) {
	n, err := c.Writer.Write(text)
	if c.failed == nil {
		c.failed = err
	}
	return n, err
}

// columns is the width of the terminal; 0 is any width.
func (e Env) columns() int {
	if !e.Terminal || e.Columns == nil {
		return 0
	}
	return e.Columns()
}

// colours reports whether output may have colours: on a terminal, unless NO_COLOR is set or the
// terminal has none.
func (e Env) colours() bool {
	return e.Terminal && e.Getenv("NO_COLOR") == "" && e.Getenv("TERM") != "dumb"
}

// isInteractive reports whether a person can be asked.
func (e Env) isInteractive() bool { return e.ReadSecret != nil }

// ask reads a line from a person, or from a pipe, until the command is stopped. The line may be secret.
func (e Env) ask(ctx context.Context, question string, secret bool) (string, error) {
	read := func() (string, error) { return readLine(e.In) }
	if !e.isInteractive() {
		return unlessStopped(ctx, read, func() {})
	}
	_, _ = fmt.Fprint(e.Err, question+" ")
	if !secret {
		return unlessStopped(ctx, read, func() { _, _ = fmt.Fprintln(e.Err) })
	}
	line, err := e.ReadSecret(ctx)
	_, _ = fmt.Fprintln(e.Err)
	return strings.TrimSpace(line), err
}

// unlessStopped reads until the context ends. A read of a terminal cannot be ended, so it goes on while the command
// stops. Errors: those of the read, that of the context.
func unlessStopped(ctx context.Context, read func() (string, error), stopped func()) (string, error) {
	type line struct {
		text string
		err  error
	}
	done := make(chan line, 1)
	go func() {
		text, err := read()
		done <- line{text, err}
	}()
	select {
	case l := <-done:
		return l.text, l.err
	case <-ctx.Done():
		stopped()
		return "", ctx.Err()
	}
}

// readLine reads a line, or what comes before the end, and nothing of the next line.
func readLine(in io.Reader) (string, error) {
	var line []byte
	next := []byte{0}
	for {
		_, err := io.ReadFull(in, next)
		if errors.Is(err, io.EOF) || err == nil && next[0] == '\n' {
			return strings.TrimSpace(string(line)), nil
		}
		if err != nil {
			return "", err
		}
		line = append(line, next[0])
	}
}
