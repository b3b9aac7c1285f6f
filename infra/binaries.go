package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
)

// Values of the setting processor, by the names that Go has for them.
const (
	processorARM = "arm64"
	processorAMD = "amd64"
)

// architectures are what Lambda calls the processors.
var architectures = map[string]func() awslambda.Architecture{
	processorARM: awslambda.Architecture_ARM_64,
	processorAMD: awslambda.Architecture_X86_64,
}

// binariesFolder has the functions: those of the release that this program is part of, or those of
// make build.
func (s settings) binariesFolder() string {
	if s.Release.isOne() {
		return filepath.Join("functions", s.Processor)
	}
	return "bin/lambda-" + s.Processor
}

// functionFile is what CDK uploads of a function: an archive of a release, or a folder with the
// program bootstrap, of which CDK makes one.
func functionFile(folder, name string) string {
	archive := filepath.Join(folder, name+".zip")
	if _, err := os.Stat(archive); err == nil {
		return archive
	}
	return filepath.Join(folder, name)
}

// checkBuilt returns an error for functions that are not there. CDK would report this with a stack
// trace only.
func checkBuilt(folder string, names []string) error {
	for _, name := range names {
		file := functionFile(folder, name)
		if filepath.Ext(file) == ".zip" {
			continue
		}
		if _, err := os.Stat(filepath.Join(file, "bootstrap")); err != nil {
			return fmt.Errorf("function %s is not built (make build; with processor=amd64 make build PROCESSOR=amd64; "+
				"of a release, unpack functions-amd64 in the same place): %w", name, err)
		}
	}
	return nil
}
