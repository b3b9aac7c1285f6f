package main

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
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
func checkLogs(ctx context.Context, run *smokeRun) (string, error) {
	if run.correlationID == "" {
		return "", errNoAccount
	}
	all, err := run.cloud.resources(ctx, run.stack)
	if err != nil {
		return "", err
	}
	for {
		for _, function := range functions.Names() {
			group, err := named(all, "AWS::Logs::LogGroup", function+"Logs")
			if err != nil {
				return "", err
			}
			found, err := run.cloud.hasLine(ctx, group, run.correlationID)
			if err != nil || found {
				return "in the log of " + function, err
			}
		}
		if err := retry.Wait(ctx, logPause); err != nil {
			return "", fmt.Errorf("no log has the request %s: %w", run.correlationID, err)
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
func checkTags(ctx context.Context, run *smokeRun) (string, error) {
	all, err := run.cloud.resources(ctx, run.stack)
	if err != nil {
		return "", err
	}
	arn, err := run.cloud.tableARN(ctx, all)
	if err != nil {
		return "", err
	}
	out, err := run.cloud.tables.ListTagsOfResource(ctx, &dynamodb.ListTagsOfResourceInput{ResourceArn: &arn})
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

// loadPause is the pause between two requests of the load.
const loadPause = 200 * time.Millisecond

// checkLoad sends reads and writes for a while. An update that is deployed in that time
// must not make one of them fail.
func checkLoad(ctx context.Context, run *smokeRun) (string, error) {
	if run.owner == nil {
		return "", errNoAccount
	}
	end, next := time.After(run.load), time.NewTicker(loadPause)
	defer next.Stop()
	sent, failures, first := 0, 0, error(nil)
	for {
		select {
		case <-next.C:
			sent++
			if err := run.sendLoad(ctx, sent); err != nil {
				failures++
				first = cmp.Or(first, err)
			}
			continue
		case <-ctx.Done():
			return "", ctx.Err()
		case <-end:
		}
		if failures > 0 {
			return "", fmt.Errorf("%d of %d requests failed, the first: %w", failures, sent, first)
		}
		return fmt.Sprintf("%d requests", sent), nil
	}
}

// sendLoad sends the n-th request: a read, or the start of a timer, which stops the one
// before. The session is renewed before its access token ends.
func (run *smokeRun) sendLoad(ctx context.Context, n int) error {
	if n%requestsPerLogin == 0 {
		if err := run.signIn(ctx, run.owner); err != nil {
			return err
		}
	}
	if n%4 != 0 {
		_, err := run.do(ctx, run.owner, http.MethodGet, "/api/entries?limit=10", nil)
		return err
	}
	_, err := run.do(ctx, run.owner, http.MethodPost, "/api/timers/start", nil)
	return err
}

// requestsPerLogin is how many requests of the load one access token is used for: those
// of eight minutes.
const requestsPerLogin = int(8 * time.Minute / loadPause)
