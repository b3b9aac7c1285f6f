package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/apigateway"
	"github.com/aws/aws-sdk-go-v2/service/cloudformation"
	"github.com/aws/aws-sdk-go-v2/service/cloudformation/types"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/iam"
	"github.com/aws/aws-sdk-go-v2/service/kms"
	"github.com/aws/aws-sdk-go-v2/service/lambda"

	"stint/internal/template"
	"stint/shared/awsclient"
)

// list describes what LocalStack has that a stack could take away from another one: a
// line for the role of the gateway's logs and for each API, table, key, function and role.
// Two lists can be compared, before and after a stack is made and deleted.
func list(ctx context.Context, endpoint string) ([]string, error) {
	var all []string
	var failed []error
	for _, part := range []func(context.Context, aws.Config) ([]string, error){listGateway, listTables, listKeys,
		listFunctions, listRoles} {
		lines, err := part(ctx, aws.Config{BaseEndpoint: new(endpoint), Region: template.Region,
			Credentials: awsclient.CredentialsAt(endpoint)})
		all, failed = append(all, lines...), append(failed, err)
	}
	slices.Sort(all)
	return all, errors.Join(failed...)
}

func listGateway(ctx context.Context, c aws.Config) ([]string, error) {
	client := apigateway.NewFromConfig(c)
	account, err := client.GetAccount(ctx, &apigateway.GetAccountInput{})
	if err != nil {
		return nil, fmt.Errorf("read the gateway's account: %w", err)
	}
	lines := []string{"the gateway's logs: " + aws.ToString(account.CloudwatchRoleArn)}
	apis, err := client.GetRestApis(ctx, &apigateway.GetRestApisInput{Limit: new(int32(500))})
	if err != nil {
		return nil, fmt.Errorf("list the APIs: %w", err)
	}
	for _, api := range apis.Items {
		lines = append(lines, fmt.Sprintf("API: %s %s", aws.ToString(api.Name), aws.ToString(api.Id)))
	}
	return lines, nil
}

func listTables(ctx context.Context, c aws.Config) (lines []string, err error) {
	pages := dynamodb.NewListTablesPaginator(dynamodb.NewFromConfig(c), &dynamodb.ListTablesInput{})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, fmt.Errorf("list the tables: %w", err)
		}
		for _, name := range page.TableNames {
			lines = append(lines, "table: "+name)
		}
	}
	return lines, nil
}

func listKeys(ctx context.Context, c aws.Config) (lines []string, err error) {
	client := kms.NewFromConfig(c)
	pages := kms.NewListKeysPaginator(client, &kms.ListKeysInput{})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, fmt.Errorf("list the keys: %w", err)
		}
		for _, key := range page.Keys {
			got, err := client.DescribeKey(ctx, &kms.DescribeKeyInput{KeyId: key.KeyId})
			if err != nil {
				return nil, fmt.Errorf("describe a key: %w", err)
			}
			lines = append(lines, fmt.Sprintf("key: %s %s", aws.ToString(key.KeyId), got.KeyMetadata.KeyState))
		}
	}
	return lines, nil
}

func listFunctions(ctx context.Context, c aws.Config) (lines []string, err error) {
	pages := lambda.NewListFunctionsPaginator(lambda.NewFromConfig(c), &lambda.ListFunctionsInput{})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, fmt.Errorf("list the functions: %w", err)
		}
		for _, f := range page.Functions {
			lines = append(lines, fmt.Sprintf("function: %s %s", aws.ToString(f.FunctionName), aws.ToString(f.CodeSha256)))
		}
	}
	return lines, nil
}

func listRoles(ctx context.Context, c aws.Config) (lines []string, err error) {
	pages := iam.NewListRolesPaginator(iam.NewFromConfig(c), &iam.ListRolesInput{})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, fmt.Errorf("list the roles: %w", err)
		}
		for _, role := range page.Roles {
			lines = append(lines, "role: "+aws.ToString(role.RoleName))
		}
	}
	return lines, nil
}

// delete deletes the stack and waits until it is gone. Errors: there is none, or a
// resource could not be deleted.
func (s *localStack) delete(ctx context.Context, stack string) error {
	got, err := s.describe(ctx, stack)
	if err != nil {
		return err
	}
	if got == nil || got.StackStatus == types.StackStatusDeleteComplete {
		return fmt.Errorf("there is no stack %s", stack)
	}
	if _, err := s.stacks.DeleteStack(ctx, &cloudformation.DeleteStackInput{StackName: new(stack)}); err != nil {
		return fmt.Errorf("delete the stack: %w", err)
	}
	return poll(ctx, func() (bool, error) {
		got, err := s.describe(ctx, stack)
		switch {
		case err != nil:
			return false, err
		case got == nil || got.StackStatus == types.StackStatusDeleteComplete:
			return true, nil
		case got.StackStatus == types.StackStatusDeleteFailed:
			return false, fmt.Errorf("the stack is %s: %s (see the log of LocalStack)", got.StackStatus,
				aws.ToString(got.StackStatusReason))
		}
		return false, nil
	})
}
