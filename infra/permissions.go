package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"

	"stint/shared/boot"
	"stint/shared/config"
)

// issuers are the families that issue access tokens: no other may sign.
var issuers = map[string]bool{"account": true, "sso": true}

// tableActions are what the store does with items. There is no Scan in it, and
// nothing about the table itself. A transaction needs the actions of its parts.
var tableActions = []string{
	"dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query",
	"dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem", "dynamodb:ConditionCheckItem",
}

// needsOf is what the function of a family calls.
func (st *stack) needsOf(family string) []awsiam.PolicyStatement {
	needs := append(st.storage(), allow([]string{"kms:GetPublicKey"}, *st.keys.signing.KeyArn()))
	if issuers[family] {
		needs = append(needs, allow([]string{"kms:Sign"}, *st.keys.signing.KeyArn()))
	}
	if family == "sso" && st.settings.OIDCIssuer != "" {
		needs = append(needs, st.openSetting(config.SettingClientSecret))
	}
	return needs
}

// openSetting is for one sealed setting, and for nothing else that the key has
// sealed.
func (st *stack) openSetting(name string) awsiam.PolicyStatement {
	return awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Actions: texts([]string{"kms:Decrypt"}), Resources: texts([]string{*st.keys.secrets.KeyArn()}),
		Conditions: &map[string]any{"StringEquals": map[string]any{"kms:EncryptionContext:" + boot.SecretContext: name}},
	})
}

// storage is what every function calls: the table, and the key that makes the
// master secret.
func (st *stack) storage() []awsiam.PolicyStatement {
	table := *st.table.AttrArn()
	return []awsiam.PolicyStatement{
		allow(tableActions, table),
		allow([]string{"dynamodb:Query"}, table+"/index/*"),
		allow([]string{"kms:GenerateMac"}, *st.keys.master.KeyArn()),
	}
}

// newRole is what one function may do.
func (st *stack) newRole(function string, logs awslogs.LogGroup, needs []awsiam.PolicyStatement) awsiam.Role {
	statements := append(needs, allow([]string{"logs:CreateLogStream", "logs:PutLogEvents"}, *logs.LogGroupArn()))
	return awsiam.NewRole(st.root, new(title(function)+"Role"), &awsiam.RoleProps{
		AssumedBy: awsiam.NewServicePrincipal(new("lambda.amazonaws.com"), nil),
		InlinePolicies: &map[string]awsiam.PolicyDocument{
			"Needs": awsiam.NewPolicyDocument(&awsiam.PolicyDocumentProps{Statements: &statements}),
		},
	})
}

func allow(actions []string, resources ...string) awsiam.PolicyStatement {
	return awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Actions: texts(actions), Resources: texts(resources),
	})
}
