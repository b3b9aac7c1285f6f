package main

import (
	"fmt"
	"net/mail"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsevents"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"

	"stint/functions"
)

// workerTimeout in seconds. What is not done by then is due again.
const workerTimeout = 120

// newWorkFilter are the stream's records that mean work: new items in a partition of
// the queue. Without the filter every time entry would start the worker.
const newWorkFilter = `{"eventName":["INSERT"],"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"Q#"}]}}}}`

// newWorker makes the worker, and what wakes it: the table's stream at once,
// and a schedule for what is due later or was missed. The table holds the
// queue, so a call that fails loses nothing and is not repeated for long.
func (st *stack) newWorker(folder string) backgroundWork {
	stream := st.table.stream
	needs := append(st.tableStatements(functions.Worker),
		allow([]string{"dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"}, stream),
	)
	missed := st.newMissedQueue()
	needs = append(needs, allow([]string{"sqs:SendMessage"}, *missed.AttrArn()))
	if st.settings.MailFrom != "" {
		needs = append(needs, st.sendMailStatement())
	}
	worker := st.newFunction(folder, functions.Worker, workerTimeout, needs)
	awslambda.NewCfnEventSourceMapping(st.root, new("WorkerStream"), &awslambda.CfnEventSourceMappingProps{
		FunctionName: worker.FunctionName(), EventSourceArn: new(stream), StartingPosition: new("LATEST"),
		DestinationConfig: &awslambda.CfnEventSourceMapping_DestinationConfigProperty{
			OnFailure: &awslambda.CfnEventSourceMapping_OnFailureProperty{Destination: missed.AttrArn()},
		},
		BatchSize: new(float64(100)), MaximumRetryAttempts: new(float64(2)), MaximumRecordAgeInSeconds: new(float64(300)),
		FilterCriteria: &awslambda.CfnEventSourceMapping_FilterCriteriaProperty{
			Filters: []any{&awslambda.CfnEventSourceMapping_FilterProperty{Pattern: new(newWorkFilter)}},
		},
	})
	rule := awsevents.NewCfnRule(st.root, new("WorkerSchedule"), &awsevents.CfnRuleProps{
		Description: new("Stint " + st.settings.Stage + ": work that is due"), ScheduleExpression: new("rate(1 minute)"),
		Targets: []any{&awsevents.CfnRule_TargetProperty{Id: new(functions.Worker), Arn: worker.FunctionArn()}},
	})
	worker.AddPermission(new("Schedule"), &awslambda.Permission{
		Principal: awsiam.NewServicePrincipal(new("events.amazonaws.com"), nil), SourceArn: rule.AttrArn(),
	})
	return backgroundWork{worker: worker, missedQueue: missed}
}

// backgroundWork is what is watched of it.
type backgroundWork struct {
	worker      awslambda.Function
	missedQueue awssqs.CfnQueue
}

// newMissedQueue is where calls of the worker go that failed to the end. They hold
// no work, which lies in the table and comes again by the schedule, but they
// tell that the worker could not do it at once.
func (st *stack) newMissedQueue() awssqs.CfnQueue {
	return awssqs.NewCfnQueue(st.root, new("WorkerMissed"), &awssqs.CfnQueueProps{
		MessageRetentionPeriod: new(float64(14 * 24 * 3600)), SqsManagedSseEnabled: new(true),
	})
}

// sendMailStatement is for the sender's address, or its domain: whichever of the two
// was verified with SES.
func (st *stack) sendMailStatement() awsiam.PolicyStatement {
	address := st.settings.MailFrom
	if parsed, err := mail.ParseAddress(address); err == nil {
		address = parsed.Address
	}
	_, domain, _ := strings.Cut(address, "@")
	identity := fmt.Sprintf("arn:%s:ses:%s:%s:identity/", *st.root.Partition(), *st.root.Region(), *st.root.Account())
	return allow([]string{"ses:SendEmail"}, identity+address, identity+domain)
}
