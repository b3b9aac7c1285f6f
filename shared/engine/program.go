package engine

import (
	"context"
	"net/http"
	"net/netip"
	"path/filepath"
	"strconv"
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
	if jars := fetchedJars(); err != nil && jars != "" {
		return findReference(ctx, jars, "dynoxide is not installed here")
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
		name: nameLocal, binary: java, announcement: "InMemory", status: http.StatusBadRequest, startWait: javaStartWait, reason: reason,
		arguments: func(address netip.AddrPort, dataFile string) []string {
			return append([]string{
				"-Djava.library.path=" + folder, "-cp", filepath.Join(folder, "*"),
				"com.amazonaws.services.dynamodbv2.local.main.ServerRunner",
				"-disableTelemetry", "-port", portOf(address),
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
