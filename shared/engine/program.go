package engine

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// program is an engine that this package can start.
type program struct {
	name         string // for errors
	binary       string
	arguments    func(address netip.AddrPort, dataFile string) []string
	announcement string        // part of a line that it prints while it starts
	status       int           // of its answer to GET /
	startWait    time.Duration // for the engine to answer, all attempts together
	reason       string        // why it is used instead of dynoxide; "" for dynoxide
}

// names of the engines.
const (
	nameDynoxide = "dynoxide"
	nameLocal    = "DynamoDB Local"
)

// findProgram returns the program that the options ask for. By default it is dynoxide, or
// where that is not installed DynamoDB Local. Errors: none of them is installed.
func (o Options) findProgram(ctx context.Context) (program, error) {
	if o.Reference != "" {
		return findReference(ctx, o.Reference, LocalVariable+" is set")
	}
	binary, err := findBinary()
	if err != nil {
		if jars := fetchedJars(); jars != "" {
			return findReference(ctx, jars, "dynoxide is not installed here")
		}
	}
	return program{
		name: nameDynoxide, binary: binary, arguments: dynoxideArguments,
		announcement: "listening on http://", status: http.StatusOK, startWait: startWait,
	}, err
}

func dynoxideArguments(address netip.AddrPort, dataFile string) []string {
	args := []string{"serve", "--host", address.Addr().String(), "--port", portOf(address)}
	if dataFile != "" {
		args = append(args, "--db-path", dataFile)
	}
	return args
}

// findReference returns DynamoDB Local, which runs from a folder of jars. It announces itself before it
// listens, and ends when it cannot have the port.
func findReference(ctx context.Context, folder, reason string) (program, error) {
	java, err := findJava(ctx)
	if err != nil {
		return program{}, err
	}
	return program{
		name: nameLocal, binary: java, announcement: "InMemory", status: http.StatusBadRequest, startWait: javaStartWait,
		reason: reason,
		arguments: func(address netip.AddrPort, dataFile string) []string {
			return append([]string{
				"-Djava.library.path=" + folder, "-cp", filepath.Join(folder, "*"),
				"com.amazonaws.services.dynamodbv2.local.main.ServerRunner",
				"-disableTelemetry", "-port", portOf(address),
				"-cors", "http://localhost.invalid", // no page reads its answers; by default all do
			}, localStorage(dataFile)...)
		},
	}, nil
}

// localStorage are the arguments of DynamoDB Local that say where it keeps data. With sharedDb,
// the name of the file depends on no region and no credentials.
func localStorage(dataFile string) []string {
	if dataFile == "" {
		return []string{"-inMemory"}
	}
	return []string{"-sharedDb", "-dbPath", localFolder(dataFile)}
}

func portOf(address netip.AddrPort) string { return strconv.Itoa(int(address.Port())) }

// howToInstall says how to get a database engine, on which system.
const howToInstall = "put dynoxide beside this program or on the PATH: `npm ci` in a checkout (linux x64), `brew " +
	"install nubo-db/tap/dynoxide` (mac) or `cargo install dynoxide-rs` (arm, or any other system) brings it; or take " +
	"the one of AWS, which needs Java 17: `make dynamodb-local` in a checkout (Maven), or " + LocalVariable +
	" with its folder; or set " + EndpointVariable + " to a DynamoDB that runs already"

// errNoBinary says in one line how to install the binary.
var errNoBinary = errors.New("engine: no embedded DynamoDB found: " + howToInstall)

// BinaryVariable names the binary in the environment. The tests' scripts set it to a copy whose
// name has the binary's hash, so that Go can keep results of tests, also for other checkouts.
const BinaryVariable = "STINT_DYNOXIDE"

// findBinary returns the path of the binary: the one that BinaryVariable names, else the one beside this
// program, else the one that npm ci installed in this module, else the one on the PATH.
func findBinary() (string, error) {
	if path := os.Getenv(BinaryVariable); path != "" {
		return path, nil
	}
	for _, path := range []string{besideProgram(), pinnedBinary()} {
		if path != "" {
			return path, nil
		}
	}
	path, err := exec.LookPath(nameDynoxide)
	if err != nil {
		return "", errNoBinary
	}
	return filepath.Abs(path)
}

// besideProgram is the binary in the folder of this program, where a release has it; "" is none.
func besideProgram() string {
	program, err := os.Executable()
	if err == nil {
		program, err = filepath.EvalSymlinks(program)
	}
	if err != nil {
		return ""
	}
	path, err := exec.LookPath(filepath.Join(filepath.Dir(program), nameDynoxide))
	if err != nil {
		return ""
	}
	return path
}

// pinnedBinary is the binary of the exact version in package.json, or "" on
// systems without that package. It looks only in the module's own folder, because
// package-lock.json does not cover a node_modules folder further up.
func pinnedBinary() string {
	root := moduleRoot()
	if root == "" || runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return ""
	}
	path := filepath.Join(root, "node_modules", "@dynoxide", "linux-x64", "dynoxide")
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o111 == 0 {
		return ""
	}
	return path
}

// moduleRoot is the nearest folder with a go.mod, from the working directory
// upwards; "" when there is none.
func moduleRoot() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		if info, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && info.Mode().IsRegular() {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// oldestJava is the oldest version of Java that runs DynamoDB Local.
const oldestJava = 17

// errNoJava is the error of Start without the program that runs DynamoDB Local.
var errNoJava = errors.New("engine: DynamoDB Local needs Java 17 or later, in JAVA_HOME or on the PATH, and there " +
	"is none; or " + howToInstall)

// javaVersion finds the main version in what java -version prints.
var javaVersion = regexp.MustCompile(`version "(\d+)`)

// findJava returns the path of Java. Errors: it is not installed, or too old.
func findJava(ctx context.Context) (string, error) {
	name := "java"
	if home := os.Getenv("JAVA_HOME"); home != "" {
		name = filepath.Join(home, "bin", "java")
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", errNoJava
	}
	ctx, cancel := context.WithTimeout(ctx, javaStartWait)
	defer cancel()
	out, err := exec.CommandContext(ctx, path, "-version").CombinedOutput()
	version := javaVersion.FindStringSubmatch(string(out))
	if err != nil || version == nil { // a mac without Java has a program that says so
		return "", errNoJava
	}
	if n, err := strconv.Atoi(version[1]); err != nil || n < oldestJava {
		first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		return "", fmt.Errorf("engine: DynamoDB Local needs Java 17 or later, and %s is %s", path, first)
	}
	return path, nil
}

// fetchedJars is the folder where make dynamodb-local puts DynamoDB Local, or "" when there is none.
func fetchedJars() string {
	folder := filepath.Join(moduleRoot(), "bin", "dynamodb-local")
	if found, err := filepath.Glob(filepath.Join(folder, "DynamoDBLocal-*.jar")); err != nil || len(found) == 0 ||
		moduleRoot() == "" {
		return ""
	}
	return folder
}
