package main

import (
	"slices"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"

	"stint/functions/access"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/secret"
	"stint/shared/store/key"
	"stint/shared/vault"
)

// tokenIssuers are the functions that issue access tokens. Only they may sign.
var tokenIssuers = map[string]bool{"account": true, "oauth": true, "sso": true}

// asksProvider are the functions that call the provider of single sign-on.
var asksProvider = map[string]bool{"account": true, "sso": true}

// statementsFor is what a function may call.
func (st *stack) statementsFor(function string) []awsiam.PolicyStatement {
	needs := append(st.tableStatements(function), allow([]string{"kms:GetPublicKey"}, st.keys.signingARNs()...))
	if tokenIssuers[function] {
		needs = append(needs, allow([]string{"kms:Sign"}, st.keys.signingARNs()[0]))
	}
	if asksProvider[function] && st.settings.OIDCIssuer != "" {
		needs = append(needs, st.allowSetting(config.SettingOIDCClientSecret))
	}
	if function == "calendar" && st.settings.CalendarClientID != "" {
		needs = append(needs, st.allowSetting(config.SettingCalendarSecret))
		if st.settings.EarlierCalendarKey != "" {
			needs = append(needs, st.allowEarlierCalendarTokens())
		}
	}
	return needs
}

// allowEarlierCalendarTokens allows decrypting the tokens of calendars that an earlier
// version encrypted, always with the user as encryption context.
func (st *stack) allowEarlierCalendarTokens() awsiam.PolicyStatement {
	return allowIf(map[string]any{
		"ForAllValues:StringEquals": map[string]any{"kms:EncryptionContextKeys": []string{vault.ContextUser}},
		"Null":                      map[string]any{"kms:EncryptionContextKeys": "false"},
	}, []string{"kms:Decrypt"}, st.settings.EarlierCalendarKey)
}

// allowDataKeys allows making and opening the data keys of a function's purposes. A
// request without a purpose is refused.
func (st *stack) allowDataKeys(purposes []secret.Purpose) awsiam.PolicyStatement {
	name := "kms:EncryptionContext:" + secret.ContextPurpose
	return allowIf(map[string]any{
		"StringEquals": map[string]any{name: purposes},
		"Null":         map[string]any{name: "false"},
	}, []string{"kms:GenerateDataKey", "kms:Decrypt"}, *st.keys.secrets.KeyArn())
}

// allowSetting allows decrypting one setting and nothing else that the key
// encrypted.
func (st *stack) allowSetting(name string) awsiam.PolicyStatement {
	context := map[string]any{"kms:EncryptionContext:" + boot.SecretContext: name}
	return allowIf(map[string]any{"StringEquals": context}, []string{"kms:Decrypt"}, *st.keys.secrets.KeyArn())
}

// tableStatements is what a function may do with the table, from
// functions/access/table.go, and opening its data keys.
func (st *stack) tableStatements(function string) []awsiam.PolicyStatement {
	allowed, table := access.TableOf(function), st.table.arn
	all := []awsiam.PolicyStatement{allowPartitions(allowed.Reads, allowed.ReadActions(), table)}
	if len(allowed.Writes) > 0 {
		all = append(all, allowPartitions(allowed.Writes, allowed.ChangeActions(), table))
	}
	// one statement, for all that a transaction puts
	if puts := slices.Concat(allowed.Writes, allowed.Creates); len(puts) > 0 {
		all = append(all, allowPartitions(puts, allowed.CreateActions(), table))
	}
	for _, index := range allowed.Indexes {
		all = append(all, allowPartitions(allowed.IndexPartitions(index), []string{"Query"}, table+"/index/"+index))
	}
	if purposes := access.PurposesOf(function); len(purposes) > 0 {
		all = append(all, st.allowDataKeys(purposes))
	}
	return all
}

// allowPartitions allows DynamoDB actions in some partitions. It must only get
// actions that name partitions, because the condition holds for a request that
// names none.
func allowPartitions(partitions []key.Partition, actions []string, resource string) awsiam.PolicyStatement {
	patterns := make([]string, len(partitions))
	for i, p := range partitions {
		patterns[i] = string(p)
	}
	names := make([]string, len(actions))
	for i, action := range actions {
		names[i] = "dynamodb:" + action
	}
	keys := map[string]any{"dynamodb:LeadingKeys": patterns}
	return allowIf(map[string]any{"ForAllValues:StringLike": keys}, names, resource)
}

// newRole makes the role of one function.
func (st *stack) newRole(function string, logs awslogs.LogGroup, needs []awsiam.PolicyStatement) awsiam.Role {
	statements := append(needs, allow([]string{"logs:CreateLogStream", "logs:PutLogEvents"}, *logs.LogGroupArn()))
	return awsiam.NewRole(st.root, new(constructID(function)+"Role"), &awsiam.RoleProps{
		AssumedBy: awsiam.NewServicePrincipal(new("lambda.amazonaws.com"), nil),
		InlinePolicies: &map[string]awsiam.PolicyDocument{
			"Needs": awsiam.NewPolicyDocument(&awsiam.PolicyDocumentProps{Statements: &statements}),
		},
	})
}

// allow allows actions on resources.
func allow(actions []string, resources ...string) awsiam.PolicyStatement {
	return allowIf(nil, actions, resources...)
}

// allowIf allows actions on resources to requests that meet the conditions.
func allowIf(conditions map[string]any, actions []string, resources ...string) awsiam.PolicyStatement {
	return awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Actions: stringPointers(actions), Resources: stringPointers(resources), Conditions: &conditions,
	})
}

func stringPointers(all []string) *[]*string {
	pointers := make([]*string, len(all))
	for i, text := range all {
		pointers[i] = new(text)
	}
	return &pointers
}
