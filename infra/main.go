package main

import (
	"fmt"
	"os"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"
)

// binariesFolder is where make build leaves the functions, one folder per family.
const binariesFolder = "bin/lambda"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "infra:", err)
		os.Exit(1)
	}
}

func run() error {
	defer jsii.Close()
	app := awscdk.NewApp(nil)
	context, _ := app.Node().GetAllContext(nil).(map[string]any)
	s, err := readSettings(context)
	if err != nil {
		return err
	}
	if _, err := newStack(app, s, binariesFolder); err != nil {
		return err
	}
	app.Synth(nil)
	return nil
}
