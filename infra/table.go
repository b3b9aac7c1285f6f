package main

import (
	"strconv"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsdynamodb"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awskms"

	"stint/shared/dynamo"
)

// table is the table that functions use.
type table struct{ name, arn, stream string }

// selectTable is the stack's own table, unless the settings name a restored one.
// The stack's own table is kept with its data in either case.
func (st *stack) selectTable() table {
	own := st.newTable()
	if name := st.settings.RestoredTable; name != "" {
		arn := awscdk.Stack_Of(st.root).FormatArn(&awscdk.ArnComponents{
			Service: new("dynamodb"), Resource: new("table"), ResourceName: new(name),
		})
		return table{name: name, arn: *arn, stream: st.settings.RestoredStream}
	}
	return table{name: *own.Ref(), arn: *own.AttrArn(), stream: *own.AttrStreamArn()}
}

// newTable makes the table with the schema of shared/dynamo. It is kept when the
// stack is deleted, and when a first deployment fails: a rollback could not delete a
// table with deletion protection, and would fail itself. An empty table costs nothing.
func (st *stack) newTable() awsdynamodb.CfnTable {
	schema := dynamo.Schema()
	table := awsdynamodb.NewCfnTable(st.root, new("Table"), &awsdynamodb.CfnTableProps{
		BillingMode:            new("PAY_PER_REQUEST"),
		KeySchema:              keySchema(schema.Key),
		AttributeDefinitions:   attributeDefinitions(schema),
		LocalSecondaryIndexes:  localIndexes(schema),
		GlobalSecondaryIndexes: globalIndexes(schema),
		TimeToLiveSpecification: &awsdynamodb.CfnTable_TimeToLiveSpecificationProperty{
			AttributeName: new(schema.TimeToLive), Enabled: new(true),
		},
		StreamSpecification: &awsdynamodb.CfnTable_StreamSpecificationProperty{
			StreamViewType: new(schema.StreamView),
		},
		PointInTimeRecoverySpecification: &awsdynamodb.CfnTable_PointInTimeRecoverySpecificationProperty{
			PointInTimeRecoveryEnabled: new(schema.PointInTimeRecovery),
		},
		DeletionProtectionEnabled: new(true),
	})
	table.ApplyRemovalPolicy(awscdk.RemovalPolicy_RETAIN, nil)
	return table
}

func keySchema(key dynamo.Key) []any {
	return []any{
		&awsdynamodb.CfnTable_KeySchemaProperty{AttributeName: new(key.Partition), KeyType: new("HASH")},
		&awsdynamodb.CfnTable_KeySchemaProperty{AttributeName: new(key.Sort), KeyType: new("RANGE")},
	}
}

func attributeDefinitions(schema dynamo.Table) []any {
	var all []any
	for _, name := range schema.KeyAttributes() {
		all = append(all, &awsdynamodb.CfnTable_AttributeDefinitionProperty{
			AttributeName: new(name), AttributeType: new("S")})
	}
	return all
}

// projectionOf is what an index holds: whole items, or keys only.
func projectionOf(index dynamo.Index) *awsdynamodb.CfnTable_ProjectionProperty {
	if index.KeysOnly {
		return &awsdynamodb.CfnTable_ProjectionProperty{ProjectionType: new("KEYS_ONLY")}
	}
	return &awsdynamodb.CfnTable_ProjectionProperty{ProjectionType: new("ALL")}
}

func localIndexes(schema dynamo.Table) []any {
	var all []any
	for _, index := range schema.Indexes {
		if index.Local {
			all = append(all, &awsdynamodb.CfnTable_LocalSecondaryIndexProperty{
				IndexName: new(index.Name), KeySchema: keySchema(index.Key), Projection: projectionOf(index),
			})
		}
	}
	return all
}

func globalIndexes(schema dynamo.Table) []any {
	var all []any
	for _, index := range schema.Indexes {
		if !index.Local {
			all = append(all, &awsdynamodb.CfnTable_GlobalSecondaryIndexProperty{
				IndexName: new(index.Name), KeySchema: keySchema(index.Key), Projection: projectionOf(index),
			})
		}
	}
	return all
}

// keys never leave KMS.
type keys struct {
	signing []awskms.Key // the first signs access tokens; tokens signed by the others are accepted
	secrets awskms.Key   // seals data keys and settings that are secrets; the encryption context separates them
}

func (st *stack) newKeys() keys {
	return keys{
		signing: st.newSigningKeys(),
		secrets: st.newKey("SecretsKey", "Stint: seals data keys and settings that are secrets",
			awskms.KeySpec_SYMMETRIC_DEFAULT, awskms.KeyUsage_ENCRYPT_DECRYPT, "kms:Encrypt", "kms:Decrypt",
			"kms:GenerateDataKey"),
	}
}

// newSigningKeys makes a key for each number in the settings. Key number 1 keeps
// its old construct id, so that existing deployments keep the key.
func (st *stack) newSigningKeys() (all []awskms.Key) {
	for _, number := range st.settings.SigningKeys {
		id := "SigningKey"
		if number > 1 {
			id += strconv.Itoa(number)
		}
		all = append(all, st.newKey(id, "Stint: signs access tokens", awskms.KeySpec_ECC_NIST_P256,
			awskms.KeyUsage_SIGN_VERIFY, "kms:Sign", "kms:GetPublicKey"))
	}
	return all
}

// signingARNs are the ARNs of the signing keys. The first key signs.
func (k keys) signingARNs() []string {
	all := make([]string, len(k.signing))
	for i, key := range k.signing {
		all[i] = *key.KeyArn()
	}
	return all
}

// keyAdminActions is what the account's administrators may do with a key. It
// leaves out importing, granting and sharing.
var keyAdminActions = []string{
	"kms:DescribeKey", "kms:GetKeyPolicy", "kms:PutKeyPolicy", "kms:ListKeyPolicies", "kms:ListGrants", "kms:RevokeGrant",
	"kms:GetKeyRotationStatus", "kms:EnableKeyRotation", "kms:DisableKeyRotation", "kms:UpdateKeyDescription",
	"kms:EnableKey", "kms:DisableKey", "kms:TagResource", "kms:UntagResource", "kms:ListResourceTags",
	"kms:ScheduleKeyDeletion", "kms:CancelKeyDeletion",
}

// newKey makes a key that is kept when the stack is deleted, because losing it
// would sign everyone out, and make the tokens of calendars unreadable. Only a first
// deployment that fails takes its unused keys with it. The key's policy lets IAM
// policies of the account allow these uses and no others. The default policy
// would also let them share the key.
func (st *stack) newKey(id, description string, spec awskms.KeySpec, usage awskms.KeyUsage, uses ...string) awskms.Key {
	policy := awsiam.NewPolicyDocument(nil)
	policy.AddStatements(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Principals: &[]awsiam.IPrincipal{awsiam.NewAccountRootPrincipal()},
		Actions:    stringPointers(append(uses, keyAdminActions...)),
		Resources:  stringPointers([]string{"*"}), // in a key policy, * is the key itself
	}))
	return awskms.NewKey(st.root, new(id), &awskms.KeyProps{
		Description: new(description), KeySpec: spec, KeyUsage: usage, Policy: policy,
		EnableKeyRotation: new(spec == awskms.KeySpec_SYMMETRIC_DEFAULT), // only symmetric keys rotate
		RemovalPolicy:     awscdk.RemovalPolicy_RETAIN_ON_UPDATE_OR_DELETE,
	})
}

func stringPointers(all []string) *[]*string {
	pointers := make([]*string, len(all))
	for i, text := range all {
		pointers[i] = new(text)
	}
	return &pointers
}
