package main

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigateway"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
)

// logRetentions are the retentions of CloudWatch that can be chosen here, by days.
var logRetentions = map[int64]awslogs.RetentionDays{
	1: awslogs.RetentionDays_ONE_DAY, 3: awslogs.RetentionDays_THREE_DAYS, 5: awslogs.RetentionDays_FIVE_DAYS,
	7: awslogs.RetentionDays_ONE_WEEK, 14: awslogs.RetentionDays_TWO_WEEKS, 30: awslogs.RetentionDays_ONE_MONTH,
	60: awslogs.RetentionDays_TWO_MONTHS, 90: awslogs.RetentionDays_THREE_MONTHS, 120: awslogs.RetentionDays_FOUR_MONTHS,
	150: awslogs.RetentionDays_FIVE_MONTHS, 180: awslogs.RetentionDays_SIX_MONTHS, 365: awslogs.RetentionDays_ONE_YEAR,
	400: awslogs.RetentionDays_THIRTEEN_MONTHS, 545: awslogs.RetentionDays_EIGHTEEN_MONTHS,
	731: awslogs.RetentionDays_TWO_YEARS,
}

// logDays are the retentions in ascending order, in days.
var logDays = slices.Sorted(maps.Keys(logRetentions))

// accessLogFields is what the gateway logs of every request, including those that
// reach no function. The function's log has the same request id, beside the
// correlation id that the caller may send. The path is the route's pattern, because
// the real path may contain a token.
var accessLogFields = map[string]string{
	"request_id":  "$context.requestId",
	"at":          "$context.requestTime",
	"method":      "$context.httpMethod",
	"route":       "$context.resourcePath",
	"status":      "$context.status",
	"bytes":       "$context.responseLength",
	"ms":          "$context.responseLatency",
	"function_ms": "$context.integrationLatency",
	"refusal":     "$context.error.responseType",
	"client":      "$context.identity.sourceIp",
}

// addAccessLogs switches the gateway's access log on.
func (st *stack) addAccessLogs(api awsapigateway.SpecRestApi) {
	logs := awslogs.NewLogGroup(st.root, new("AccessLogs"), &awslogs.LogGroupProps{
		RemovalPolicy: awscdk.RemovalPolicy_DESTROY, Retention: logRetentions[st.settings.LogDays],
	})
	st.accessLogs = logs
	line, err := json.Marshal(accessLogFields)
	if err != nil {
		panic(err) // a bug: the fields are plain strings
	}
	stage := api.DeploymentStage().Node().DefaultChild().(awsapigateway.CfnStage)
	stage.SetAccessLogSetting(&awsapigateway.CfnStage_AccessLogSettingProperty{
		DestinationArn: logs.LogGroupArn(), Format: new(string(line)),
	})
	if st.settings.AccessLogRole == logRoleOfStack {
		stage.AddResourceDependency(st.newAccountLogRole(api), new("the gateway refuses logs before the account has a role"))
	}
}

// Values of the setting accessLogRole: which role writes the gateway's logs. API
// Gateway has one role for an account and region.
const (
	logRoleOfStack   = "stack"   // this stack makes the role and sets it for the account
	logRoleOfAccount = "account" // the account has a role, which this stack leaves alone
)

// newAccountLogRole sets the account's role for logs of the gateway. The role stays when
// the stack is deleted, because all stages of the account log with it. In an account
// that never had an API, API Gateway refuses the setting until there is one.
func (st *stack) newAccountLogRole(api awsapigateway.SpecRestApi) awsapigateway.CfnAccount {
	role := awsiam.NewRole(st.root, new("GatewayLogsRole"), &awsiam.RoleProps{
		AssumedBy: awsiam.NewServicePrincipal(new("apigateway.amazonaws.com"), nil),
		InlinePolicies: &map[string]awsiam.PolicyDocument{
			"Needs": awsiam.NewPolicyDocument(&awsiam.PolicyDocumentProps{Statements: &[]awsiam.PolicyStatement{
				allow([]string{
					"logs:CreateLogGroup", "logs:CreateLogStream", "logs:DescribeLogGroups", "logs:DescribeLogStreams",
					"logs:PutLogEvents", "logs:GetLogEvents", "logs:FilterLogEvents",
				}, "*"), // API Gateway requires these of the account's role, for all of its APIs
			}}),
		},
	})
	role.ApplyRemovalPolicy(awscdk.RemovalPolicy_RETAIN)
	account := awsapigateway.NewCfnAccount(st.root, new("GatewayAccount"),
		&awsapigateway.CfnAccountProps{CloudWatchRoleArn: role.RoleArn()})
	account.ApplyRemovalPolicy(awscdk.RemovalPolicy_RETAIN, nil)
	account.AddResourceDependency(api.Node().DefaultChild().(awsapigateway.CfnRestApi),
		new("an account that never had an API refuses the role"))
	return account
}

// tracingMode is the X-Ray mode of the functions.
func (st *stack) tracingMode() awslambda.Tracing {
	if st.settings.Tracing {
		return awslambda.Tracing_ACTIVE
	}
	return awslambda.Tracing_DISABLED
}

// traceStatement allows a traced function to send traces. X-Ray has no resource
// ARNs.
func traceStatement() awsiam.PolicyStatement {
	return allow([]string{"xray:PutTraceSegments", "xray:PutTelemetryRecords"}, "*")
}
