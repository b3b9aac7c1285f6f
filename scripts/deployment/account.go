package main

import (
	"context"
	"errors"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/apigateway"
	"github.com/aws/aws-sdk-go-v2/service/cloudformation"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/lambda"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sesv2/types"
	"github.com/aws/aws-sdk-go-v2/service/sts"
	"github.com/aws/smithy-go"
)

// account reads one region of an AWS account.
type account interface {
	// Region is the region of the environment; "" is none.
	Region() string
	// ID is the number of the account that the credentials belong to.
	ID(ctx context.Context) (string, error)
	// Stack is a stack; its status is "" when there is none.
	Stack(ctx context.Context, name string) (stack, error)
	// LogRole is the ARN of the role for the logs of API Gateway; "" is none.
	LogRole(ctx context.Context) (string, error)
	// Concurrency is how many functions may run at once.
	Concurrency(ctx context.Context) (int, error)
	// Sending is the state of sending mail.
	Sending(ctx context.Context) (sending, error)
	// Verified reports whether SES has verified an identity.
	Verified(ctx context.Context, identity string) (bool, error)
	// Tables are the names of all tables.
	Tables(ctx context.Context) ([]string, error)
}

type stack struct {
	status  string
	outputs map[string]string
}

type sending struct {
	on      bool // not paused
	toEvery bool // to all addresses, and not only to verified ones
}

// awsAccount is the account of the credentials in the environment.
type awsAccount struct{ config aws.Config }

func newAWSAccount(ctx context.Context) (awsAccount, error) {
	c, err := config.LoadDefaultConfig(ctx)
	return awsAccount{c}, err
}

func (a awsAccount) Region() string { return a.config.Region }

func (a awsAccount) ID(ctx context.Context) (string, error) {
	out, err := sts.NewFromConfig(a.config).GetCallerIdentity(ctx, &sts.GetCallerIdentityInput{})
	if err != nil {
		return "", err
	}
	return aws.ToString(out.Account), nil
}

func (a awsAccount) Stack(ctx context.Context, name string) (stack, error) {
	out, err := cloudformation.NewFromConfig(a.config).DescribeStacks(ctx,
		&cloudformation.DescribeStacksInput{StackName: new(name)})
	var refused smithy.APIError
	switch {
	case errors.As(err, &refused) && strings.Contains(refused.ErrorMessage(), "does not exist"),
		err == nil && len(out.Stacks) == 0:
		return stack{}, nil
	case err != nil:
		return stack{}, err
	}
	s := stack{status: string(out.Stacks[0].StackStatus), outputs: map[string]string{}}
	for _, o := range out.Stacks[0].Outputs {
		s.outputs[aws.ToString(o.OutputKey)] = aws.ToString(o.OutputValue)
	}
	return s, nil
}

func (a awsAccount) LogRole(ctx context.Context) (string, error) {
	out, err := apigateway.NewFromConfig(a.config).GetAccount(ctx, &apigateway.GetAccountInput{})
	if err != nil {
		return "", err
	}
	return aws.ToString(out.CloudwatchRoleArn), nil
}

func (a awsAccount) Concurrency(ctx context.Context) (int, error) {
	out, err := lambda.NewFromConfig(a.config).GetAccountSettings(ctx, &lambda.GetAccountSettingsInput{})
	if err != nil || out.AccountLimit == nil {
		return 0, err
	}
	return int(out.AccountLimit.ConcurrentExecutions), nil
}

func (a awsAccount) Sending(ctx context.Context) (sending, error) {
	out, err := sesv2.NewFromConfig(a.config).GetAccount(ctx, &sesv2.GetAccountInput{})
	if err != nil {
		return sending{}, err
	}
	return sending{on: out.SendingEnabled, toEvery: out.ProductionAccessEnabled}, nil
}

func (a awsAccount) Verified(ctx context.Context, identity string) (bool, error) {
	out, err := sesv2.NewFromConfig(a.config).GetEmailIdentity(ctx,
		&sesv2.GetEmailIdentityInput{EmailIdentity: new(identity)})
	var missing *types.NotFoundException
	if errors.As(err, &missing) {
		return false, nil
	}
	return err == nil && out.VerifiedForSendingStatus, err
}

func (a awsAccount) Tables(ctx context.Context) (all []string, err error) {
	pages := dynamodb.NewListTablesPaginator(dynamodb.NewFromConfig(a.config), &dynamodb.ListTablesInput{})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, page.TableNames...)
	}
	return all, nil
}
