package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/cloudwatchlogs"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/functions"
	"stint/shared/retry"
)

const (
	logPause  = 3 * time.Second // between two looks: CloudWatch shows a line after seconds
	logWindow = 15 * time.Minute
)

// checkLogs looks for the owner's last request in the logs of all functions.
func checkLogs(ctx context.Context, v *smokeRun) (string, error) {
	if v.correlationID == "" {
		return "", errNoAccount
	}
	all, err := v.cloud.resources(ctx, v.stack)
	if err != nil {
		return "", err
	}
	for {
		for _, function := range functions.Names() {
			group, err := named(all, "AWS::Logs::LogGroup", function+"Logs")
			if err != nil {
				return "", err
			}
			found, err := v.cloud.hasLine(ctx, group, v.correlationID)
			if err != nil || found {
				return "in the log of " + function, err
			}
		}
		if err := retry.Wait(ctx, logPause); err != nil {
			return "", fmt.Errorf("no log has the request %s: %w", v.correlationID, err)
		}
	}
}

// hasLine reports whether a recent line of a log has a text.
func (c *cloud) hasLine(ctx context.Context, group, text string) (bool, error) {
	pattern, since := strconv.Quote(text), time.Now().Add(-logWindow).UnixMilli()
	pages := cloudwatchlogs.NewFilterLogEventsPaginator(c.logs, &cloudwatchlogs.FilterLogEventsInput{
		LogGroupName: &group, FilterPattern: &pattern, StartTime: &since,
	})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return false, err
		}
		if len(page.Events) > 0 {
			return true, nil
		}
	}
	return false, nil
}

// checkTags checks that the bill can tell what the stack costs.
func checkTags(ctx context.Context, v *smokeRun) (string, error) {
	all, err := v.cloud.resources(ctx, v.stack)
	if err != nil {
		return "", err
	}
	arn, err := v.cloud.tableARN(ctx, all)
	if err != nil {
		return "", err
	}
	out, err := v.cloud.tables.ListTagsOfResource(ctx, &dynamodb.ListTagsOfResourceInput{ResourceArn: &arn})
	if err != nil {
		return "", err
	}
	tags := map[string]string{}
	for _, tag := range out.Tags {
		tags[*tag.Key] = *tag.Value
	}
	if tags["app"] != "stint" || tags["stage"] == "" {
		return "", fmt.Errorf("the table has the tags %v, want app=stint and a stage", tags)
	}
	return "stage " + tags["stage"], nil
}
