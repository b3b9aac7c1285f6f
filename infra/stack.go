package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"

	"stint/functions"
	"stint/shared/route"
)

// stack is the service as it is being put together.
type stack struct {
	root      awscdk.Stack // all resources stand in it
	settings  settings
	families  []functions.Family
	table     table
	keys      keys
	publicURL string // may hold references that CloudFormation resolves
}

// newStack describes the service. The folder holds one folder per family with
// the function's bootstrap in it; what is missing there is an error.
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
	for name, value := range map[string]string{"app": "stint", "stage": s.Stage} { // for the bill
		awscdk.Tags_Of(st.root).Add(new(name), new(value), nil)
	}
	st.table = st.selectTable()
	st.keys = st.newKeys()
	api := st.newAPI()
	functions := st.newFunctions(folder)
	st.addRoutes(api, functions)
	worker := st.newWorker(folder)
	st.addMonitoring(api, functions, worker)
	st.addOutput("PublicUrl", st.publicURL, "Base address of the API")
	st.addOutput("SecretsKeyArn", *st.keys.secrets.KeyArn(), "Key that seals settings: see docs/single-sign-on.md")
	st.addOutput("TableName", st.table.name, "Name of the DynamoDB table")
	return st.root, nil
}

func (st *stack) addOutput(name, value, description string) {
	awscdk.NewCfnOutput(st.root, new(name), &awscdk.CfnOutputProps{Value: new(value), Description: new(description)})
}

// deployedFamilies lists the families with the routes that exist in the cloud, and
// leaves out families that have none.
func deployedFamilies() []functions.Family {
	var all []functions.Family
	for _, f := range functions.Families() {
		var routes []route.Spec
		for _, spec := range f.Routes {
			if !spec.LocalOnly {
				routes = append(routes, spec)
			}
		}
		f.Routes = routes
		if len(routes) > 0 || f.Name == functions.Fallback {
			all = append(all, f)
		}
	}
	return all
}

// functionNames names all functions.
func functionNames() []string {
	names := []string{functions.Worker}
	for _, f := range deployedFamilies() {
		names = append(names, f.Name)
	}
	return names
}

// checkBuilt sees that functions were built, as CDK would only say so with a stack
// of its own calls.
func checkBuilt(folder string, names []string) error {
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(folder, name, "bootstrap")); err != nil {
			return fmt.Errorf("function %s is not built (make build): %w", name, err)
		}
	}
	return nil
}
