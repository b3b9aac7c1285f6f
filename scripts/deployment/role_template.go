package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

type object = map[string]any

// readTypes reads the types of resources, one a line.
func readTypes(name string) ([]string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	types := strings.Fields(string(text))
	if len(types) == 0 {
		return nil, errors.New(name + " has no types")
	}
	return types, nil
}

// issuer is GitHub's provider of identities.
const issuer = "token.actions.githubusercontent.com"

// template has the provider of identities, unless the account has it, the role of the workflow, and the
// policy of CloudFormation.
func (w workflow) template(policies [][]object) object {
	t := object{
		"AWSTemplateFormatVersion": "2010-09-09",
		"Description":              "Stint: deployments of the stage " + w.stage + " by " + w.repository,
		"Parameters": object{"Provider": object{"Type": "String", "Default": "make", "AllowedValues": []string{"make", "use"},
			"Description": "make GitHub's provider of identities, or use the one that the account has"}},
		"Conditions": object{"MakesProvider": object{"Fn::Equals": []any{object{"Ref": "Provider"}, "make"}}},
		"Resources": object{
			"GitHub": object{"Type": "AWS::IAM::OIDCProvider", "Condition": "MakesProvider", "Properties": object{
				"Url": "https://" + issuer, "ClientIdList": []string{"sts.amazonaws.com"}}},
			"DeployRole": object{"Type": "AWS::IAM::Role", "Properties": object{
				"AssumeRolePolicyDocument": document(w.trust()),
				"Policies": []object{{"PolicyName": "assume-the-roles-of-cdk", "PolicyDocument": document(
					allow([]string{"sts:AssumeRole"}, w.rolesOfCDK()...))}},
			}},
		},
		"Outputs": object{"DeployRoleArn": object{"Value": object{"Fn::GetAtt": []string{"DeployRole", "Arn"}}}},
	}
	var arns []object
	for i, policy := range policies {
		name := fmt.Sprint("ExecutionPolicy", i+1)
		t["Resources"].(object)[name] = object{"Type": "AWS::IAM::ManagedPolicy", "Properties": object{
			"Description":    "What CloudFormation needs for Stint: cdk bootstrap --cloudformation-execution-policies",
			"PolicyDocument": document(policy...)}}
		arns = append(arns, object{"Ref": name})
	}
	t["Outputs"].(object)["ExecutionPolicyArns"] = object{"Value": object{"Fn::Join": []any{",", arns}}}
	return t
}

// maxPolicyLength bounds the text of a policy, in characters. IAM takes 6,144 without white space, and a text with
// references is shorter once they are filled in.
const maxPolicyLength = 6_000

// splitPolicies makes policies of statements, as few as fit.
func splitPolicies(statements []object) (policies [][]object, err error) {
	size := maxPolicyLength
	for _, s := range statements {
		text, err := json.Marshal(s)
		if err != nil {
			return nil, err
		}
		if size += len(text) + 1; size > maxPolicyLength {
			policies, size = append(policies, nil), len(text)+len(`{"Version":"2012-10-17","Statement":[]}`)
		}
		policies[len(policies)-1] = append(policies[len(policies)-1], s)
	}
	return policies, nil
}

func document(statements ...object) object {
	return object{"Version": "2012-10-17", "Statement": statements}
}

// trust lets workflows of one repository and environment assume the role.
func (w workflow) trust() object {
	return object{"Effect": "Allow", "Action": "sts:AssumeRoleWithWebIdentity",
		"Principal": object{"Federated": withReferences(
			"arn:${AWS::Partition}:iam::${AWS::AccountId}:oidc-provider/" + issuer)},
		"Condition": object{"StringEquals": object{issuer + ":aud": "sts.amazonaws.com",
			issuer + ":sub": "repo:" + w.repository + ":environment:" + w.environment}}}
}

// rolesOfCDK are the roles of cdk bootstrap that cdk deploy assumes.
func (w workflow) rolesOfCDK() (all []string) {
	for _, role := range []string{"deploy-role", "file-publishing-role", "lookup-role"} {
		all = append(all, "arn:${AWS::Partition}:iam::${AWS::AccountId}:role/cdk-"+w.qualifier+"-"+role+
			"-${AWS::AccountId}-${AWS::Region}")
	}
	return all
}

// allow is a statement of a policy.
func allow(actions []string, resources ...string) object {
	var all []any
	for _, resource := range resources {
		all = append(all, withReferences(resource))
	}
	return object{"Effect": "Allow", "Action": actions, "Resource": all}
}

// withReferences is a text whose references CloudFormation resolves.
func withReferences(text string) any {
	if !strings.Contains(text, "${") {
		return text
	}
	return object{"Fn::Sub": text}
}

// executionPolicy is what CloudFormation needs for some types of resources. A type without permissions is
// an error.
func (w workflow) executionPolicy(types []string) (all []object, err error) {
	statements := slices.Clone(always)
	var missing []string
	for _, name := range types {
		needs, ok := permissions[name]
		if !ok {
			missing = append(missing, name)
		}
		statements = append(statements, needs...)
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("no permissions are known for %s", strings.Join(missing, ", "))
	}
	for _, s := range statements {
		var resources []string
		for _, resource := range s.on {
			resources = append(resources, w.arnOf(resource))
		}
		statement := allow(fullActions(s.service, s.actions), resources...)
		if s.condition != nil {
			statement["Condition"] = s.condition
		}
		all = append(all, statement)
	}
	return all, nil
}

// arnOf makes the ARN of a pattern: a service and what follows the account.
func (w workflow) arnOf(pattern string) string {
	if pattern == "*" {
		return pattern
	}
	return strings.NewReplacer("STAGE", w.stage, "QUALIFIER", w.qualifier,
		"REGION:ACCOUNT", "${AWS::Region}:${AWS::AccountId}",
		"REGION", "${AWS::Region}", "ACCOUNT", "${AWS::AccountId}").Replace("arn:${AWS::Partition}:" + pattern)
}

// fullActions are the actions of a service with its prefix, of a text that has them without it.
func fullActions(service, actions string) (all []string) {
	for _, action := range strings.Fields(actions) {
		all = append(all, service+":"+action)
	}
	return all
}
