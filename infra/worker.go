package main

import (
	"fmt"
	"net/mail"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsevents"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
)

// workerName is the function that does what requests leave for later. No route
// leads to it.
const workerName = "worker"

// workerTimeout in seconds. What is not done by then is due again.
const workerTimeout = 120

// queued are the stream's records that mean work: new items in a partition of
// the queue. Without the filter every time entry would start the worker.
const queued = `{"eventName":["INSERT"],"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"Q#"}]}}}}`

// newWorker makes the worker, and what wakes it: the table's stream at once,
// and a schedule for what is due later or was missed. The table holds the
// queue, so a call that fails loses nothing and is not repeated for long.
func (st *stack) newWorker(folder string) {
	stream := *st.table.AttrStreamArn()
	needs := append(st.storage(),
		allow([]string{"dynamodb:BatchWriteItem"}, *st.table.AttrArn()), // purges delete in batches
		allow([]string{"dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"}, stream),
	)
	if st.settings.MailFrom != "" {
		needs = append(needs, st.sendMail())
	}
	worker := st.newFunction(folder, workerName, workerTimeout, needs)
	awslambda.NewCfnEventSourceMapping(st.root, new("WorkerStream"), &awslambda.CfnEventSourceMappingProps{
		FunctionName: worker.FunctionName(), EventSourceArn: new(stream), StartingPosition: new("LATEST"),
		BatchSize: new(float64(100)), MaximumRetryAttempts: new(float64(2)), MaximumRecordAgeInSeconds: new(float64(300)),
		FilterCriteria: &awslambda.CfnEventSourceMapping_FilterCriteriaProperty{
			Filters: []any{&awslambda.CfnEventSourceMapping_FilterProperty{Pattern: new(queued)}},
		},
	})
	rule := awsevents.NewCfnRule(st.root, new("WorkerSchedule"), &awsevents.CfnRuleProps{
		Description: new("Stint " + st.settings.Stage + ": work that is due"), ScheduleExpression: new("rate(1 minute)"),
		Targets: []any{&awsevents.CfnRule_TargetProperty{Id: new(workerName), Arn: worker.FunctionArn()}},
	})
	worker.AddPermission(new("Schedule"), &awslambda.Permission{
		Principal: awsiam.NewServicePrincipal(new("events.amazonaws.com"), nil), SourceArn: rule.AttrArn(),
	})
}

// sendMail is for the sender's address, or its domain: whichever of the two
// was verified with SES.
func (st *stack) sendMail() awsiam.PolicyStatement {
	address := st.settings.MailFrom
	if parsed, err := mail.ParseAddress(address); err == nil {
		address = parsed.Address
	}
	_, domain, _ := strings.Cut(address, "@")
	identity := fmt.Sprintf("arn:%s:ses:%s:%s:identity/", *st.root.Partition(), *st.root.Region(), *st.root.Account())
	return allow([]string{"ses:SendEmail"}, identity+address, identity+domain)
}
