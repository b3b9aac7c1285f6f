package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/cloudformation"
	"github.com/aws/aws-sdk-go-v2/service/cloudwatchlogs"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/iam"

	"stint/shared/awsclient"
)

// cloud asks AWS about a stack. The fields are the calls that the checks make.
type cloud struct {
	stacks interface {
		ListStackResources(context.Context, *cloudformation.ListStackResourcesInput,
			...func(*cloudformation.Options)) (*cloudformation.ListStackResourcesOutput, error)
	}
	roles interface {
		GetRole(context.Context, *iam.GetRoleInput, ...func(*iam.Options)) (*iam.GetRoleOutput, error)
		SimulatePrincipalPolicy(context.Context, *iam.SimulatePrincipalPolicyInput,
			...func(*iam.Options)) (*iam.SimulatePrincipalPolicyOutput, error)
	}
	logs interface {
		FilterLogEvents(context.Context, *cloudwatchlogs.FilterLogEventsInput,
			...func(*cloudwatchlogs.Options)) (*cloudwatchlogs.FilterLogEventsOutput, error)
	}
	tables interface {
		DescribeTable(context.Context, *dynamodb.DescribeTableInput,
			...func(*dynamodb.Options)) (*dynamodb.DescribeTableOutput, error)
		ListTagsOfResource(context.Context, *dynamodb.ListTagsOfResourceInput,
			...func(*dynamodb.Options)) (*dynamodb.ListTagsOfResourceOutput, error)
	}
}

// newCloud uses the credentials and the region of the environment. Errors: either is
// missing.
func newCloud(ctx context.Context) (*cloud, error) {
	region := os.Getenv("AWS_REGION")
	if region == "" {
		return nil, errors.New("-stack needs AWS_REGION")
	}
	credentials := awsclient.CredentialsAt("")
	if _, err := credentials.Retrieve(ctx); err != nil {
		return nil, fmt.Errorf("-stack needs AWS credentials in the environment: %w", err)
	}
	return &cloud{
		stacks: cloudformation.New(cloudformation.Options{Region: region, Credentials: credentials}),
		roles:  iam.New(iam.Options{Region: region, Credentials: credentials}),
		logs:   cloudwatchlogs.New(cloudwatchlogs.Options{Region: region, Credentials: credentials}),
		tables: dynamodb.New(dynamodb.Options{Region: region, Credentials: credentials}),
	}, nil
}

// resource is a resource of the stack.
type resource struct{ kind, logical, physical string }

// resources lists the resources of a stack.
func (c *cloud) resources(ctx context.Context, stack string) ([]resource, error) {
	var all []resource
	pages := cloudformation.NewListStackResourcesPaginator(c.stacks,
		&cloudformation.ListStackResourcesInput{StackName: &stack})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, err
		}
		for _, r := range page.StackResourceSummaries {
			if r.PhysicalResourceId != nil {
				all = append(all, resource{*r.ResourceType, *r.LogicalResourceId, *r.PhysicalResourceId})
			}
		}
	}
	return all, nil
}

// named returns the physical id of the resource of a kind with that logical id, to which
// CDK adds a hash. Logical ids begin with a capital letter.
func named(all []resource, kind, logical string) (string, error) {
	for _, r := range all {
		if n := len(r.logical) - hashLength; r.kind == kind && n > 0 && strings.EqualFold(r.logical[:n], logical) {
			return r.physical, nil
		}
	}
	return "", fmt.Errorf("the stack has no %s %s", kind, logical)
}

// hashLength is the length of the hash in logical ids.
const hashLength = 8

// cloudChecks ask AWS.
func cloudChecks() []check {
	return []check{
		{"every role reads its own partitions only", checkRoles},
		{"a request is found in the log by its id", checkLogs},
		{"the table has the tags of costs", checkTags},
	}
}
