// Package templatetest has a small template for tests.
package templatetest

import (
	"os"
	"path/filepath"
	"testing"
)

// Write writes a template into a folder under a name as synthesis makes it, and
// returns its path.
func Write(t testing.TB, folder, text string) string {
	t.Helper()
	path := filepath.Join(folder, "Stint-live.template.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Small is a template with one resource of each type that package template reads. Its
// function is that of the family meta.
const Small = `{
  "Resources": {
    "Table": {"Type": "AWS::DynamoDB::Table", "Properties": {
      "BillingMode": "PAY_PER_REQUEST",
      "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "S"}, {"AttributeName": "lsk", "AttributeType": "S"}, {"AttributeName": "g1", "AttributeType": "S"}],
      "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
      "LocalSecondaryIndexes": [{"IndexName": "near", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "lsk", "KeyType": "RANGE"}], "Projection": {"ProjectionType": "ALL"}}],
      "GlobalSecondaryIndexes": [{"IndexName": "far", "KeySchema": [{"AttributeName": "g1", "KeyType": "HASH"}, {"AttributeName": "lsk", "KeyType": "RANGE"}], "Projection": {"ProjectionType": "ALL"}}],
      "StreamSpecification": {"StreamViewType": "NEW_IMAGE"},
      "TimeToLiveSpecification": {"AttributeName": "exp", "Enabled": true}}},
    "Key": {"Type": "AWS::KMS::Key", "Properties": {}},
    "Api": {"Type": "AWS::ApiGateway::RestApi", "Properties": {"Name": "a", "Body": {"openapi": "3.0.1", "paths": {
      "/": {"x-amazon-apigateway-any-method": {"x-amazon-apigateway-integration": {"type": "aws_proxy", "uri":
        {"Fn::Sub": "arn:aws:apigateway:r:lambda:path/2015-03-31/functions/${Function.Arn}/invocations"}}}},
      "/things/{p1}": {"post": {"x-amazon-apigateway-integration": {"type": "aws_proxy", "uri":
        {"Fn::Join": ["", ["arn:", {"Ref": "AWS::Partition"}, ":apigateway:r:lambda:path/2015-03-31/functions/arn:aws:lambda:r:", {"Ref": "AWS::AccountId"}, ":function:stint-live-meta/invocations"]]}}}}
    }}}},
    "Stage": {"Type": "AWS::ApiGateway::Stage", "Properties": {"StageName": "live"}},
    "Function": {"Type": "AWS::Lambda::Function", "Properties": {"FunctionName": "stint-live-meta", "Description": "Stint live: meta", "Timeout": 15, "Code": {"S3Bucket": "b", "S3Key": "abc.zip"},
      "Environment": {"Variables": {"TABLE_NAME": {"Ref": "Table"}, "KEY": {"Fn::GetAtt": ["Key", "Arn"]}, "N": "5"}}}}
  },
  "Outputs": {"PublicUrl": {"Value": {"Fn::Sub": "https://${Api}.aws/live"}}, "Other": {"Value": "o"}}
}`
