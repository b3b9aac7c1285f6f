// Command infra describes Stint in AWS as one CloudFormation stack: the table,
// one function per family of routes, and the REST API in front of them.
//
// The gateway's paths and throttles come from the route tables, the table's shape
// from shared/dynamo, and the gateway's own problems from shared/problem, so that
// they always agree with the functions. The command needs no AWS account: values
// that only AWS knows are references.
package main

import (
	"fmt"
	"os"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"stint/functions"
	"stint/shared/boot"
	"stint/shared/route"
)

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
	folder, err := openStages(os.Getenv("STINT_STAGES"))
	if err != nil {
		return err
	}
	s, err := readStage(folder, "cdk.json", context)
	if err != nil {
		return err
	}
	if _, err := newStack(app, s, s.binariesFolder()); err != nil {
		return err
	}
	app.Synth(nil)
	return nil
}

// stack collects the resources of one deployment while they are made.
type stack struct {
	root      awscdk.Stack // contains all resources
	settings  settings
	families  []boot.Function
	table     table
	keys      keys
	publicURL string // may contain references that CloudFormation resolves

	accessLogs awslogs.ILogGroup // of the gateway; nil without access logs
}

// newStack describes the service. The folder has what functionFile finds. A missing binary is an error.
func newStack(scope constructs.Construct, s settings, folder string) (awscdk.Stack, error) {
	st := &stack{
		root: awscdk.NewStack(scope, new("Stint-"+s.Stage), &awscdk.StackProps{
			Description: new("Stint, time tracking for teams"),
		}),
		settings: s,
		families: deployedFamilies(),
	}
	if err := checkBuilt(folder, functionNames()); err != nil {
		return nil, err
	}
	for name, value := range map[string]string{"app": "stint", "stage": s.Stage} { // cost allocation tags
		awscdk.Tags_Of(st.root).Add(new(name), new(value), nil)
	}
	st.root.AddMetadata(new("Stint"), map[string]string{"Version": s.Release.number, "Commit": s.Release.commit})
	st.table = st.selectTable()
	st.keys = st.newKeys()
	api := st.newAPI()
	functions := st.newFunctions(folder)
	st.connectGateway(api, functions)
	work := st.newWorker(folder)
	work.deliverer = st.newDeliverer(folder)
	st.addMonitoring(api, functions, work)
	st.addBudget()
	st.addBackup()
	st.addOutput("PublicUrl", st.publicURL, "Base address of the API")
	st.addOutput("SecretsKeyArn", *st.keys.secrets.KeyArn(), "Key that seals settings: see docs/single-sign-on.md")
	st.addOutput("TableName", st.table.name, "Name of the DynamoDB table")
	st.addOutput("Version", s.Release.number, "Version of Stint")
	return st.root, nil
}

func (st *stack) addOutput(name, value, description string) {
	awscdk.NewCfnOutput(st.root, new(name), &awscdk.CfnOutputProps{Value: new(value), Description: new(description)})
}

// deployedFamilies lists the families with the routes that exist in the cloud. It
// leaves out families without such routes.
func deployedFamilies() []boot.Function {
	var all []boot.Function
	for _, f := range functions.Families() {
		var routes []route.Spec
		for _, spec := range f.Routes {
			if !spec.LocalOnly {
				routes = append(routes, spec)
			}
		}
		f.Routes = routes
		if len(routes) > 0 || f.Name == boot.Fallback {
			all = append(all, f)
		}
	}
	return all
}

// functionNames are the names of all functions.
func functionNames() []string {
	names := []string{functions.Worker, functions.Deliverer}
	for _, f := range deployedFamilies() {
		names = append(names, f.Name)
	}
	return names
}
