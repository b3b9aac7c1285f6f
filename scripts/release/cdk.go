package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// printCDKVersion prints the version of the CDK command line that package.json pins, so that those
// who deploy a release can install the same.
func printCDKVersion(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var pinned struct{ DevDependencies map[string]string }
	if err := json.Unmarshal(text, &pinned); err != nil {
		return err
	}
	version := pinned.DevDependencies["aws-cdk"]
	if version == "" {
		return errors.New(file + " does not pin aws-cdk")
	}
	_, err = fmt.Println(version)
	return err
}
