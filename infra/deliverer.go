package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2/awsevents"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"

	"stint/functions"
)

// changesWithWebhooks selects the stream records of changes in workspaces with webhooks. In
// other workspaces no change starts the deliverer.
const changesWithWebhooks = `{"dynamodb":{"NewImage":{"wake":{"S":["1"]}}}}`

// newDeliverer makes the function that calls webhooks and its two triggers: the table's
// stream, and a schedule for what is due later or was missed. A failed call loses nothing,
// because each webhook has its position in the table.
func (st *stack) newDeliverer(folder string) awslambda.Function {
	stream := st.table.stream
	deliverer := st.newFunction(folder, functions.Deliverer, append(st.tableStatements(functions.Deliverer), streamStatements(stream)...))
	awslambda.NewCfnEventSourceMapping(st.root, new("DelivererStream"), &awslambda.CfnEventSourceMappingProps{
		FunctionName: deliverer.FunctionName(), EventSourceArn: new(stream), StartingPosition: new("LATEST"),
		BatchSize: new(float64(100)), MaximumRetryAttempts: new(float64(1)), MaximumRecordAgeInSeconds: new(float64(60)),
		FilterCriteria: &awslambda.CfnEventSourceMapping_FilterCriteriaProperty{
			Filters: []any{&awslambda.CfnEventSourceMapping_FilterProperty{Pattern: new(changesWithWebhooks)}},
		},
	})
	rule := awsevents.NewCfnRule(st.root, new("DelivererSchedule"), &awsevents.CfnRuleProps{
		Description: new("Stint " + st.settings.Stage + ": webhooks that are due"), ScheduleExpression: new("rate(1 minute)"),
		Targets: []any{&awsevents.CfnRule_TargetProperty{Id: new(functions.Deliverer), Arn: deliverer.FunctionArn()}},
	})
	deliverer.AddPermission(new("Schedule"), &awslambda.Permission{
		Principal: awsiam.NewServicePrincipal(new("events.amazonaws.com"), nil), SourceArn: rule.AttrArn(),
	})
	return deliverer
}
