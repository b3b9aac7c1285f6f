package dynamo

import (
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// createInput is the CreateTable call for t. It enables no stream: outside of AWS
// nothing reads one, because the worker of the home server polls, and the writes
// of the embedded engine become slower with every record in the stream.
func (t Table) createInput(name string) *dynamodb.CreateTableInput {
	in := &dynamodb.CreateTableInput{
		TableName:   aws.String(name),
		BillingMode: types.BillingModePayPerRequest,
		KeySchema:   t.Key.elements(),
	}
	in.AttributeDefinitions = t.attributeDefinitions()
	for _, index := range t.Indexes {
		index.addTo(in)
	}
	return in
}

func (t Table) attributeDefinitions() []types.AttributeDefinition {
	var all []types.AttributeDefinition
	for _, attribute := range t.KeyAttributes() {
		all = append(all, types.AttributeDefinition{AttributeName: aws.String(attribute), AttributeType: types.ScalarAttributeTypeS})
	}
	return all
}

// addIndexInput is the UpdateTable call that adds a global index to a table that an
// earlier version made.
func (t Table) addIndexInput(name string, x Index) *dynamodb.UpdateTableInput {
	return &dynamodb.UpdateTableInput{
		TableName: aws.String(name), AttributeDefinitions: t.attributeDefinitions(),
		GlobalSecondaryIndexUpdates: []types.GlobalSecondaryIndexUpdate{{Create: &types.CreateGlobalSecondaryIndexAction{
			IndexName: aws.String(x.Name), KeySchema: x.Key.elements(), Projection: x.projection(),
		}}},
	}
}

func (x Index) projection() *types.Projection {
	return &types.Projection{ProjectionType: x.projectionType()}
}

func (x Index) projectionType() types.ProjectionType {
	if x.KeysOnly {
		return types.ProjectionTypeKeysOnly
	}
	return types.ProjectionTypeAll
}

func (x Index) addTo(in *dynamodb.CreateTableInput) {
	if x.Local {
		in.LocalSecondaryIndexes = append(in.LocalSecondaryIndexes, types.LocalSecondaryIndex{
			IndexName: aws.String(x.Name), KeySchema: x.Key.elements(), Projection: x.projection(),
		})
		return
	}
	in.GlobalSecondaryIndexes = append(in.GlobalSecondaryIndexes, types.GlobalSecondaryIndex{
		IndexName: aws.String(x.Name), KeySchema: x.Key.elements(), Projection: x.projection(),
	})
}

func (k Key) elements() []types.KeySchemaElement {
	return []types.KeySchemaElement{
		{AttributeName: aws.String(k.Partition), KeyType: types.KeyTypeHash},
		{AttributeName: aws.String(k.Sort), KeyType: types.KeyTypeRange},
	}
}
