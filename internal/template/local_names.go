package template

import "strings"

// The region and account of a stack outside of AWS.
const (
	Region  = "us-east-1"
	account = "000000000000"
)

// LocalNames resolves references of a stack outside of AWS. The table has the given
// name, all other resources have their logical names.
func (t *Template) LocalNames(table string) Resolver {
	pseudo := map[string]string{
		"AWS::Region": Region, "AWS::AccountId": account, "AWS::Partition": "aws", "AWS::URLSuffix": "amazonaws.com", "AWS::StackName": t.Stack,
	}
	return func(name, attribute string) (string, bool) {
		if text, ok := pseudo[name]; ok && attribute == "" {
			return text, true
		}
		r := t.Resources[name]
		switch {
		case r == nil:
			return "", false
		case attribute == "" && r.Type == "AWS::DynamoDB::Table":
			return table, true
		case attribute == "" && r.Type == "AWS::ApiGateway::RestApi":
			return strings.ToLower(name), true // it is part of a host name
		case attribute == "":
			return name, true
		case attribute == "Arn" && r.Type == "AWS::KMS::Key":
			return arn("kms", "key/"+name), true
		case attribute == "Arn" && r.Type == "AWS::Lambda::Function":
			return arn("lambda", "function:"+name), true
		}
		return "", false
	}
}

func arn(service, resource string) string {
	return strings.Join([]string{"arn:aws", service, Region, account, resource}, ":")
}
