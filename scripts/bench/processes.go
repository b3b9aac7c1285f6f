package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/shirou/gopsutil/v4/cpu"
	"github.com/shirou/gopsutil/v4/mem"
	"github.com/shirou/gopsutil/v4/process"

	"stint/internal/programs"
	"stint/shared/engine"
)

// processes are the home server and the database engine, which it starts.
type processes struct {
	address         string
	folder          string // of the data
	command         *exec.Cmd
	service, engine *process.Process
}

// start starts the home server without limits of requests, on a free port.
func start(ctx context.Context, program, folder string) (*processes, error) {
	address, err := engine.FreeAddress()
	if err != nil {
		return nil, err
	}
	server, err := programs.StartHomeServer(ctx, program, os.Stderr, fmt.Sprint("PORT=", address.Port()),
		"STINT_DATA="+folder, "STINT_LIMITS=off", "LOG=error")
	if err != nil {
		return nil, fmt.Errorf("%w (make bench builds it)", err)
	}
	p := &processes{address: server.URL, folder: folder, command: server.Command}
	if err := p.find(); err != nil {
		p.stop()
		return nil, err
	}
	return p, nil
}

// find finds both processes.
func (p *processes) find() (err error) {
	if p.service, err = process.NewProcess(int32(p.command.Process.Pid)); err != nil {
		return err
	}
	children, err := p.service.Children()
	if err != nil || len(children) != 1 {
		return fmt.Errorf("the home server has %d child processes, not only the engine: %w", len(children), err)
	}
	p.engine = children[0]
	return nil
}

// stop ends the home server, and with it the engine.
func (p *processes) stop() {
	_ = p.command.Process.Signal(syscall.SIGTERM)
	_ = p.command.Wait()
}

// cpu is the processor time of both since their start.
func (p *processes) cpu() (service, engine time.Duration, err error) {
	if service, err = processorTime(p.service); err == nil {
		engine, err = processorTime(p.engine)
	}
	return service, engine, err
}

func processorTime(p *process.Process) (time.Duration, error) {
	t, err := p.Times()
	if err != nil {
		return 0, err
	}
	return time.Duration((t.User + t.System) * float64(time.Second)), nil
}

// engineAddress is the base URL of the engine.
func (p *processes) engineAddress() (string, error) {
	all, err := p.engine.Connections()
	for _, c := range all {
		if err == nil && c.Status == "LISTEN" {
			return fmt.Sprintf("http://%s:%d", c.Laddr.IP, c.Laddr.Port), nil
		}
	}
	return "", fmt.Errorf("the engine listens nowhere: %w", err)
}

// dataSize is the size of the engine's files.
func (p *processes) dataSize() (bytes int64, err error) {
	files, err := filepath.Glob(filepath.Join(p.folder, "stint.db*"))
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			return 0, err
		}
		bytes += info.Size()
	}
	return bytes, err
}

// description says on which machine the tables were made, when, and how.
func description(o options) string {
	model, memory := "unknown", uint64(0)
	if all, err := cpu.Info(); err == nil && len(all) > 0 {
		model = cmp.Or(all[0].ModelName, model)
	}
	if m, err := mem.VirtualMemory(); err == nil {
		memory = m.Total >> 30
	}
	return fmt.Sprintf("%s: %d cores (%s), %d GB, %s/%s, %s. %d people, %s for each kind.",
		time.Now().Format(time.DateOnly), runtime.NumCPU(), model, memory, runtime.GOOS, runtime.GOARCH, runtime.Version(),
		o.people, o.span)
}
