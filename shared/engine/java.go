package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// oldestJava is the oldest version of Java that runs DynamoDB Local.
const oldestJava = 17

// errNoJava is the error of Start without the program that runs DynamoDB Local.
var errNoJava = errors.New("engine: DynamoDB Local needs Java 17 or later, in JAVA_HOME or on the PATH, and there is none; or " + howToInstall)

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
	if found, err := filepath.Glob(filepath.Join(folder, "DynamoDBLocal-*.jar")); err != nil || len(found) == 0 || moduleRoot() == "" {
		return ""
	}
	return folder
}
