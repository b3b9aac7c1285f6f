package main

// need is what CloudFormation does with resources of one type. STAGE, REGION and ACCOUNT in a pattern are
// filled in. Names that CloudFormation makes begin with that of the stack, Stint-STAGE.
type need struct {
	service   string
	actions   string
	on        []string
	condition object
}

// always is what every stack needs: CDK's version of the bootstrap, and the functions that it uploaded.
var always = []need{
	{"ssm", "GetParameters", []string{"ssm:REGION:ACCOUNT:parameter/cdk-bootstrap/QUALIFIER/*"}, nil},
	{"s3", "GetObject", []string{"s3:::cdk-QUALIFIER-assets-ACCOUNT-REGION/*"}, nil},
}

// ofStint is the condition that a resource has the tag app=stint, where its name is not known before.
var ofStint = object{"StringEquals": object{"aws:ResourceTag/app": "stint"}}

// permissions are the needs of each type of infra/testdata/types.txt.
var permissions = map[string][]need{
	"AWS::ApiGateway::RestApi": {{"apigateway", "GET POST PUT PATCH DELETE", []string{"apigateway:REGION::/restapis",
		"apigateway:REGION::/restapis/*", "apigateway:REGION::/tags/*"}, nil}},
	"AWS::ApiGateway::Deployment": nil, "AWS::ApiGateway::Stage": nil, // below /restapis
	"AWS::ApiGateway::Account": {{"apigateway", "GET PATCH", []string{"apigateway:REGION::/account"}, nil}},
	"AWS::ApiGateway::DomainName": {{"apigateway", "GET POST PATCH DELETE", []string{"apigateway:REGION::/domainnames",
		"apigateway:REGION::/domainnames/*"}, nil}},
	"AWS::ApiGateway::BasePathMapping": nil, // below /domainnames
	"AWS::Backup::BackupPlan": {{"backup", "CreateBackupPlan UpdateBackupPlan DeleteBackupPlan GetBackupPlan " +
		"TagResource UntagResource ListTags", []string{"backup:REGION:ACCOUNT:backup-plan:*"}, nil}},
	"AWS::Backup::BackupSelection": {{"backup", "CreateBackupSelection DeleteBackupSelection GetBackupSelection",
		[]string{"backup:REGION:ACCOUNT:backup-plan:*"}, nil}},
	"AWS::Backup::BackupVault": {
		{"backup", "CreateBackupVault DescribeBackupVault DeleteBackupVault TagResource UntagResource ListTags",
			[]string{"backup:REGION:ACCOUNT:backup-vault:Stint-STAGE"}, nil},
		{"backup-storage", "MountCapsule", []string{"*"}, nil}},
	"AWS::Budgets::Budget": {{"budgets", "ModifyBudget ViewBudget TagResource UntagResource ListTagsForResource",
		[]string{"budgets::ACCOUNT:budget/*"}, nil}},
	"AWS::CloudWatch::Alarm": {{"cloudwatch", "PutMetricAlarm DeleteAlarms DescribeAlarms TagResource UntagResource " +
		"ListTagsForResource", []string{"cloudwatch:REGION:ACCOUNT:alarm:Stint-STAGE-*"}, nil}},
	"AWS::CloudWatch::Dashboard": {{"cloudwatch", "PutDashboard GetDashboard DeleteDashboards",
		[]string{"cloudwatch::ACCOUNT:dashboard/Stint-STAGE"}, nil}},
	"AWS::DynamoDB::Table": {{"dynamodb", "CreateTable UpdateTable DeleteTable DescribeTable DescribeTimeToLive " +
		"UpdateTimeToLive DescribeContinuousBackups UpdateContinuousBackups DescribeContributorInsights " +
		"DescribeKinesisStreamingDestination GetResourcePolicy TagResource UntagResource ListTagsOfResource",
		[]string{"dynamodb:REGION:ACCOUNT:table/Stint-STAGE-*"}, nil}},
	"AWS::Events::Rule": {{"events", "PutRule DeleteRule DescribeRule PutTargets RemoveTargets ListTargetsByRule " +
		"TagResource UntagResource ListTagsForResource", []string{"events:REGION:ACCOUNT:rule/Stint-STAGE-*"}, nil}},
	"AWS::IAM::Role": {
		{"iam", "CreateRole DeleteRole GetRole UpdateRole UpdateRoleDescription UpdateAssumeRolePolicy TagRole UntagRole " +
			"ListRoleTags ListRolePolicies ListAttachedRolePolicies", []string{"iam::ACCOUNT:role/Stint-STAGE-*"}, nil},
		{"iam", "AttachRolePolicy DetachRolePolicy", []string{"iam::ACCOUNT:role/Stint-STAGE-*"}, object{"ArnLike": object{
			"iam:PolicyARN": "arn:*:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup"}}},
		{"iam", "PassRole", []string{"iam::ACCOUNT:role/Stint-STAGE-*"}, object{"StringEquals": object{
			"iam:PassedToService": []string{"lambda.amazonaws.com", "apigateway.amazonaws.com", "backup.amazonaws.com"}}}}},
	"AWS::IAM::Policy": {{"iam", "PutRolePolicy GetRolePolicy DeleteRolePolicy",
		[]string{"iam::ACCOUNT:role/Stint-STAGE-*"}, nil}},
	"AWS::KMS::Key": {
		{"kms", "CreateKey", []string{"*"}, object{"StringEquals": object{"aws:RequestTag/app": "stint"}}},
		{"kms", "DescribeKey GetKeyPolicy PutKeyPolicy GetKeyRotationStatus EnableKeyRotation DisableKeyRotation EnableKey " +
			"DisableKey UpdateKeyDescription ListResourceTags TagResource UntagResource ScheduleKeyDeletion",
			[]string{"kms:REGION:ACCOUNT:key/*"}, ofStint},
		{"kms", "TagResource", []string{"kms:REGION:ACCOUNT:key/*"}, object{"StringEquals": object{
			"aws:RequestTag/app": "stint"}}}},
	"AWS::Lambda::Function": {{"lambda", "CreateFunction DeleteFunction GetFunction GetFunctionConfiguration " +
		"UpdateFunctionCode UpdateFunctionConfiguration GetFunctionCodeSigningConfig GetFunctionRecursionConfig " +
		"GetRuntimeManagementConfig PutFunctionConcurrency DeleteFunctionConcurrency ListVersionsByFunction TagResource " +
		"UntagResource ListTags", []string{"lambda:REGION:ACCOUNT:function:stint-STAGE-*"}, nil}},
	"AWS::Lambda::Permission": {{"lambda", "AddPermission RemovePermission GetPolicy",
		[]string{"lambda:REGION:ACCOUNT:function:stint-STAGE-*"}, nil}},
	"AWS::Lambda::EventSourceMapping": {
		{"lambda", "CreateEventSourceMapping UpdateEventSourceMapping DeleteEventSourceMapping", []string{"*"},
			object{"ArnLike": object{"lambda:FunctionArn": "arn:*:lambda:*:*:function:stint-*"}}},
		{"lambda", "GetEventSourceMapping ListEventSourceMappings ListTags TagResource UntagResource", []string{"*"}, nil}},
	"AWS::Logs::LogGroup": {
		{"logs", "CreateLogGroup DeleteLogGroup PutRetentionPolicy DeleteRetentionPolicy TagResource UntagResource " +
			"ListTagsForResource GetDataProtectionPolicy DescribeIndexPolicies", []string{
			"logs:REGION:ACCOUNT:log-group:Stint-STAGE-*"}, nil},
		{"logs", "DescribeLogGroups", []string{"*"}, nil},
		// The gateway's access log: API Gateway makes a delivery with the caller's permissions.
		{"logs", "CreateLogDelivery GetLogDelivery UpdateLogDelivery DeleteLogDelivery ListLogDeliveries " +
			"PutResourcePolicy DescribeResourcePolicies", []string{"*"}, nil}},
	"AWS::Logs::MetricFilter": {{"logs", "PutMetricFilter DeleteMetricFilter DescribeMetricFilters",
		[]string{"logs:REGION:ACCOUNT:log-group:Stint-STAGE-*"}, nil}},
	"AWS::SNS::Topic": {{"sns", "CreateTopic DeleteTopic GetTopicAttributes SetTopicAttributes GetDataProtectionPolicy " +
		"ListSubscriptionsByTopic TagResource UntagResource ListTagsForResource", []string{
		"sns:REGION:ACCOUNT:Stint-STAGE-*"}, nil}},
	"AWS::SNS::Subscription": {{"sns", "Subscribe Unsubscribe GetSubscriptionAttributes SetSubscriptionAttributes",
		[]string{"sns:REGION:ACCOUNT:Stint-STAGE-*"}, nil}},
	"AWS::SQS::Queue": {{"sqs", "CreateQueue DeleteQueue GetQueueAttributes SetQueueAttributes GetQueueUrl TagQueue " +
		"UntagQueue ListQueueTags", []string{"sqs:REGION:ACCOUNT:Stint-STAGE-*"}, nil}},
	"AWS::WAFv2::WebACL": {{"wafv2", "CreateWebACL UpdateWebACL DeleteWebACL GetWebACL TagResource UntagResource " +
		"ListTagsForResource", []string{"wafv2:REGION:ACCOUNT:regional/webacl/*",
		"wafv2:REGION:ACCOUNT:regional/managedruleset/*"}, nil}},
	"AWS::WAFv2::WebACLAssociation": {
		{"wafv2", "AssociateWebACL DisassociateWebACL GetWebACLForResource", []string{
			"wafv2:REGION:ACCOUNT:regional/webacl/*", "apigateway:REGION::/restapis/*/stages/*"}, nil},
		{"apigateway", "SetWebACL", []string{"apigateway:REGION::/restapis/*/stages/*"}, nil}},
}
