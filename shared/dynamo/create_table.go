package dynamo

import (
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// createInput says t in the words of the CreateTable call. It asks for no
// stream: outside of AWS nobody reads one (the home worker looks by itself),
// and the embedded engine's writes grow dear with every record in it.
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
