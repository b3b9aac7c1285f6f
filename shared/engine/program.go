package engine

import (
	"errors"
	"net/http"
	"net/netip"
	"os/exec"
	"path/filepath"
	"strconv"
)

// program is an engine that this package can start.
type program struct {
	name         string // for errors
	binary       string
	arguments    func(address netip.AddrPort, dataFile string) []string
	announcement string // part of a line that it prints while it starts
	status       int    // of its answer to GET /
}

// errNoJava is the error of Start without the program that runs the reference engine.
var errNoJava = errors.New("engine: DynamoDB Local needs Java 17 or later on the PATH")

// findProgram returns the program that the options ask for. Errors: it is not installed.
func (o Options) findProgram() (program, error) {
	if o.Reference != "" {
		return findReference(o.Reference)
	}
	binary, err := findBinary()
	return program{
		name: "dynoxide", binary: binary, arguments: dynoxideArguments,
		announcement: "listening on http://", status: http.StatusOK,
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
func findReference(folder string) (program, error) {
	java, err := exec.LookPath("java")
	if err != nil {
		return program{}, errNoJava
	}
	return program{
		name: "DynamoDB Local", binary: java, announcement: "InMemory", status: http.StatusBadRequest,
		arguments: func(address netip.AddrPort, _ string) []string {
			return []string{
				"-Djava.library.path=" + folder, "-cp", filepath.Join(folder, "*"),
				"com.amazonaws.services.dynamodbv2.local.main.ServerRunner",
				"-inMemory", "-disableTelemetry", "-port", portOf(address),
			}
		},
	}, nil
}

func portOf(address netip.AddrPort) string { return strconv.Itoa(int(address.Port())) }
