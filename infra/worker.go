package main

import (
	"fmt"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsevents"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"

	"stint/functions"
	"stint/shared/mail"
)

// newWorkFilter selects the stream records of new items in the queue's partitions.
// Without the filter every write to the table would start the worker.
const newWorkFilter = `{"eventName":["INSERT"],"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"Q#"}]}}}}`

// newWorker makes the worker and its two triggers: the table's stream, and a
// schedule for work that is due later or was missed. The queue is in the table, so
// a failed call loses nothing and need not be repeated for long.
func (st *stack) newWorker(folder string) backgroundWork {
	needs := append(st.tableStatements(functions.Worker), streamStatements(st.table.stream)...)
	missed := st.newMissedQueue()
	needs = append(needs, allow([]string{"sqs:SendMessage"}, *missed.AttrArn()))
	if st.settings.MailFrom != "" {
		needs = append(needs, st.sendMailStatement())
	}
	worker := st.newFunction(folder, functions.Worker, needs)
	st.addTriggers("Worker", functions.Worker, worker, triggers{
		filter: newWorkFilter, retries: 2, age: 300, about: "work that is due",
		onFailure: &awslambda.CfnEventSourceMapping_DestinationConfigProperty{
			OnFailure: &awslambda.CfnEventSourceMapping_OnFailureProperty{Destination: missed.AttrArn()},
		},
	})
	return backgroundWork{worker: worker, missedQueue: missed}
}

// triggers are what starts a function in the background: records of the table's stream, and a schedule.
type triggers struct {
	filter    string  // of the records
	retries   float64 // of a call that failed
	age       float64 // of the oldest record that is tried again, in seconds
	onFailure *awslambda.CfnEventSourceMapping_DestinationConfigProperty
	about     string // what the schedule is for
}

// addTriggers lets the stream start a function, and a schedule each minute.
func (st *stack) addTriggers(id, name string, f awslambda.Function, t triggers) {
	awslambda.NewCfnEventSourceMapping(st.root, new(id+"Stream"), &awslambda.CfnEventSourceMappingProps{
		FunctionName: f.FunctionName(), EventSourceArn: new(st.table.stream), StartingPosition: new("LATEST"),
		DestinationConfig: t.onFailure,
		BatchSize:         new(float64(100)), MaximumRetryAttempts: &t.retries, MaximumRecordAgeInSeconds: &t.age,
		FilterCriteria: &awslambda.CfnEventSourceMapping_FilterCriteriaProperty{
			Filters: []any{&awslambda.CfnEventSourceMapping_FilterProperty{Pattern: &t.filter}},
		},
	})
	rule := awsevents.NewCfnRule(st.root, new(id+"Schedule"), &awsevents.CfnRuleProps{
		Description: new("Stint " + st.settings.Stage + ": " + t.about), ScheduleExpression: new("rate(1 minute)"),
		Targets: []any{&awsevents.CfnRule_TargetProperty{Id: &name, Arn: f.FunctionArn()}},
	})
	f.AddPermission(new("Schedule"), &awslambda.Permission{
		Principal: awsiam.NewServicePrincipal(new("events.amazonaws.com"), nil), SourceArn: rule.AttrArn(),
	})
}

// streamStatements allow Lambda to read a stream for its function. Lambda refuses an
// event source whose role lacks one of the four actions. IAM has no resources for
// ListStreams, so only "*" grants it; it shows names of streams and no data.
func streamStatements(stream string) []awsiam.PolicyStatement {
	return []awsiam.PolicyStatement{
		allow([]string{"dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"}, stream),
		allow([]string{"dynamodb:ListStreams"}, "*"),
	}
}

// backgroundWork is the part of the stack that alarms watch.
type backgroundWork struct {
	worker      awslambda.Function
	missedQueue awssqs.CfnQueue
	deliverer   awslambda.Function
}

// newMissedQueue makes the queue for stream calls of the worker that failed
// finally. They contain no work, because the work is in the table and the schedule
// picks it up. They show that the worker was late.
func (st *stack) newMissedQueue() awssqs.CfnQueue {
	return awssqs.NewCfnQueue(st.root, new("WorkerMissed"), &awssqs.CfnQueueProps{
		MessageRetentionPeriod: new(float64(14 * 24 * 3600)), SqsManagedSseEnabled: new(true),
	})
}

// sendMailStatement allows sending as the sender, by each identity that SES may have
// verified for it.
func (st *stack) sendMailStatement() awsiam.PolicyStatement {
	var identities []string
	for _, name := range mail.Identities(st.settings.MailFrom) {
		identities = append(identities, fmt.Sprintf("arn:%s:ses:%s:%s:identity/%s", *st.root.Partition(), *st.root.Region(),
			*st.root.Account(), name))
	}
	return allow([]string{"ses:SendEmail"}, identities...)
}

// changesWithWebhooks selects the stream records of changes in workspaces with webhooks. In
// other workspaces no change starts the deliverer.
const changesWithWebhooks = `{"dynamodb":{"NewImage":{"wake":{"S":["1"]}}}}`

// newDeliverer makes the function that calls webhooks and its two triggers: the table's
// stream, and a schedule for what is due later or was missed. A failed call loses nothing,
// because each webhook has its position in the table.
func (st *stack) newDeliverer(folder string) awslambda.Function {
	deliverer := st.newFunction(folder, functions.Deliverer,
		append(st.tableStatements(functions.Deliverer), streamStatements(st.table.stream)...))
	st.addTriggers("Deliverer", functions.Deliverer, deliverer, triggers{
		filter: changesWithWebhooks, retries: 1, age: 60, about: "webhooks that are due",
	})
	return deliverer
}
