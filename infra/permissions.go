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

// tokenIssuers are the families that issue access tokens. Only their functions may
// sign.
var tokenIssuers = map[string]bool{"account": true, "oauth": true, "sso": true}

// asksProvider are the families that call the provider of single sign-on.
var asksProvider = map[string]bool{"account": true, "sso": true}

// statementsFor is what the function of a family may call.
func (st *stack) statementsFor(family string) []awsiam.PolicyStatement {
	needs := append(st.tableStatements(family), allow([]string{"kms:GetPublicKey"}, st.keys.signingARNs()...))
	if tokenIssuers[family] {
		needs = append(needs, allow([]string{"kms:Sign"}, st.keys.signingARNs()[0]))
	}
	if asksProvider[family] && st.settings.OIDCIssuer != "" {
		needs = append(needs, st.decryptSetting(config.SettingOIDCClientSecret))
	}
	if family == "calendar" && st.settings.CalendarClientID != "" {
		needs = append(needs, st.decryptSetting(config.SettingCalendarSecret))
		if st.settings.EarlierCalendarKey != "" {
			needs = append(needs, st.openEarlierCalendarTokens())
		}
	}
	return needs
}

// openEarlierCalendarTokens allows decrypting the tokens of calendars that an earlier
// version encrypted, always with the user as encryption context.
func (st *stack) openEarlierCalendarTokens() awsiam.PolicyStatement {
	return awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Actions: stringPointers([]string{"kms:Decrypt"}), Resources: stringPointers([]string{st.settings.EarlierCalendarKey}),
		Conditions: &map[string]any{
			"ForAllValues:StringEquals": map[string]any{"kms:EncryptionContextKeys": []string{vault.ContextUser}},
			"Null":                      map[string]any{"kms:EncryptionContextKeys": "false"},
		},
	})
}

// openDataKeys allows making and opening the data keys of a function's purposes. A
// request without a purpose is refused.
func (st *stack) openDataKeys(purposes []secret.Purpose) awsiam.PolicyStatement {
	name := "kms:EncryptionContext:" + secret.ContextPurpose
	return awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Actions:   stringPointers([]string{"kms:GenerateDataKey", "kms:Decrypt"}),
		Resources: stringPointers([]string{*st.keys.secrets.KeyArn()}),
		Conditions: &map[string]any{
			"StringEquals": map[string]any{name: purposes},
			"Null":         map[string]any{name: "false"},
		},
	})
}

// decryptSetting allows decrypting one setting and nothing else that the key
// encrypted.
func (st *stack) decryptSetting(name string) awsiam.PolicyStatement {
	return awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Actions: stringPointers([]string{"kms:Decrypt"}), Resources: stringPointers([]string{*st.keys.secrets.KeyArn()}),
		Conditions: &map[string]any{"StringEquals": map[string]any{"kms:EncryptionContext:" + boot.SecretContext: name}},
	})
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
		all = append(all, st.openDataKeys(purposes))
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
	return awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Actions: stringPointers(names), Resources: stringPointers([]string{resource}),
		Conditions: &map[string]any{"ForAllValues:StringLike": map[string]any{"dynamodb:LeadingKeys": patterns}},
	})
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

func allow(actions []string, resources ...string) awsiam.PolicyStatement {
	return awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Actions: stringPointers(actions), Resources: stringPointers(resources),
	})
}
