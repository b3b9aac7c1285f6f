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
	for _, attribute := range t.KeyAttributes() {
		in.AttributeDefinitions = append(in.AttributeDefinitions, types.AttributeDefinition{
			AttributeName: aws.String(attribute), AttributeType: types.ScalarAttributeTypeS,
		})
	}
	for _, index := range t.Indexes {
		index.addTo(in)
	}
	return in
}

func (x Index) addTo(in *dynamodb.CreateTableInput) {
	all := &types.Projection{ProjectionType: types.ProjectionTypeAll}
	if x.Local {
		in.LocalSecondaryIndexes = append(in.LocalSecondaryIndexes, types.LocalSecondaryIndex{
			IndexName: aws.String(x.Name), KeySchema: x.Key.elements(), Projection: all,
		})
		return
	}
	in.GlobalSecondaryIndexes = append(in.GlobalSecondaryIndexes, types.GlobalSecondaryIndex{
		IndexName: aws.String(x.Name), KeySchema: x.Key.elements(), Projection: all,
	})
}

func (k Key) elements() []types.KeySchemaElement {
	return []types.KeySchemaElement{
		{AttributeName: aws.String(k.Partition), KeyType: types.KeyTypeHash},
		{AttributeName: aws.String(k.Sort), KeyType: types.KeyTypeRange},
	}
}
