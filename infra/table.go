package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsdynamodb"

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
