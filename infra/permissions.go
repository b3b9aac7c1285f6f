package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"

	"stint/functions"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/store"
	"stint/shared/vault"
)

// issuers are the families that issue access tokens: no other may sign.
var issuers = map[string]bool{"account": true, "sso": true}

// needsOf is what the function of a family calls.
func (st *stack) needsOf(family string) []awsiam.PolicyStatement {
	needs := append(st.storage(family), allow([]string{"kms:GetPublicKey"}, st.keys.arns()...))
	if issuers[family] {
		needs = append(needs, allow([]string{"kms:Sign"}, st.keys.arns()[0]))
	}
	if family == "sso" && st.settings.OIDCIssuer != "" {
		needs = append(needs, st.openSetting(config.SettingClientSecret))
	}
	if family == "calendar" && st.settings.CalendarClientID != "" {
		needs = append(needs, st.openSetting(config.SettingCalendarSecret), st.sealTokens())
	}
	return needs
}

// sealTokens is for tokens of calendars, always under their person's name.
func (st *stack) sealTokens() awsiam.PolicyStatement {
	return awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Actions: texts([]string{"kms:Encrypt", "kms:Decrypt"}), Resources: texts([]string{*st.keys.calendar.KeyArn()}),
		Conditions: &map[string]any{"ForAllValues:StringEquals": map[string]any{"kms:EncryptionContextKeys": []string{vault.ContextPerson}}},
	})
}

// openSetting is for one sealed setting, and for nothing else that the key has
// sealed.
func (st *stack) openSetting(name string) awsiam.PolicyStatement {
	return awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Actions: texts([]string{"kms:Decrypt"}), Resources: texts([]string{*st.keys.secrets.KeyArn()}),
		Conditions: &map[string]any{"StringEquals": map[string]any{"kms:EncryptionContext:" + boot.SecretContext: name}},
	})
}

// storage is what a function calls of the table, as functions/reach.go has it,
// and the key that makes the master secret.
func (st *stack) storage(function string) []awsiam.PolicyStatement {
	reach, table := functions.ReachOf(function), st.table.arn
	all := []awsiam.PolicyStatement{allowWithin(reach.Reads, reach.Reading(), table)}
	if len(reach.Writes) > 0 {
		all = append(all, allowWithin(reach.Writes, reach.Writing(), table))
	}
	for _, index := range reach.Indexes {
		all = append(all, allowWithin(reach.Within(index), []string{"Query"}, table+"/index/"+index))
	}
	return append(all, allow([]string{"kms:GenerateMac"}, *st.keys.master.KeyArn()))
}

// allowWithin allows actions of DynamoDB in some partitions. The actions all
// name partitions: where none is named, the condition would be met.
func allowWithin(partitions []store.Partition, actions []string, resource string) awsiam.PolicyStatement {
	patterns := make([]string, len(partitions))
	for i, p := range partitions {
		patterns[i] = string(p)
	}
	names := make([]string, len(actions))
	for i, action := range actions {
		names[i] = "dynamodb:" + action
	}
	return awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Actions: texts(names), Resources: texts([]string{resource}),
		Conditions: &map[string]any{"ForAllValues:StringLike": map[string]any{"dynamodb:LeadingKeys": patterns}},
	})
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
