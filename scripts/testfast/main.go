// Command testfast runs the tests that the current change is most likely to break. It
// starts with the packages that the change touches and goes on with the packages that
// import them, nearest first. It stops when a group of packages fails. It runs without
// the race detector and with small histories, so it does not replace make test.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"
)

// enough is the time after which no further group of packages is started.
const enough = time.Minute

// smallHistory is the number of entries that tests of growing histories make.
const smallHistory = "STINT_HISTORY=200"

func main() {
	if err := run(".", os.Getenv("BASE"), goTest); err != nil {
		fmt.Fprintln(os.Stderr, "test-fast:", err)
		os.Exit(1)
	}
}

// run selects packages of the module in a folder and tests them group by group.
// An empty base is the commit at which the branch left main.
func run(folder, base string, test func(group []string) error) error {
	base, err := resolveBase(folder, base)
	if err != nil {
		return err
	}
	files, err := changedFiles(folder, base)
	if err != nil {
		return err
	}
	all, err := listPackages(folder)
	if err != nil {
		return err
	}
	groups := selectGroups(all, files)
	if len(groups) == 0 {
		fmt.Printf("test-fast: nothing changed since %.12s. make test runs all tests.\n", base)
		return nil
	}
	// This also compiles packages without tests and packages that are not tested.
	if err := command(folder, goCommand(), "build", "./...").Run(); err != nil {
		return fmt.Errorf("the packages do not compile: %w", err)
	}
	if drivesBrowser(all, slices.Concat(groups...)) {
		if err := command(folder, "scripts/chromium.sh").Run(); err != nil {
			return err
		}
	}
	began := time.Now()
	for i, group := range groups {
		if i > 0 && time.Since(began) > enough {
			fmt.Printf("test-fast: passed. %s is over, so the tests of %d packages that import them were not started; make test runs all.\n",
				enough, len(slices.Concat(groups[i:]...)))
			return nil
		}
		if err := test(group); err != nil {
			return fmt.Errorf("stopped: %w", err)
		}
	}
	fmt.Println("test-fast: passed. make test also looks for data races.")
	return nil
}

func goTest(group []string) error {
	c := command(".", goCommand(), append([]string{"test", "-failfast", "-timeout", "5m"}, group...)...)
	c.Env = append(os.Environ(), smallHistory)
	return c.Run()
}

func goCommand() string {
	if name := os.Getenv("GO"); name != "" {
		return name
	}
	return "go"
}

func command(folder, name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Dir, c.Stdout, c.Stderr = folder, os.Stdout, os.Stderr
	return c
}
