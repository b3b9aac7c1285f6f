package main

import (
	"strings"
	"testing"
)

// findings is checkov's report with some failed checks.
func findings(failed string) []byte {
	return []byte(`{"results": {"failed_checks": [` + failed + `]}, "summary": {"passed": 5, "parsing_errors": 0}}`)
}

const (
	open     = `{"check_id": "CKV_AWS_59", "check_name": "open", "resource": "AWS::ApiGateway::Method.A"}`
	plain    = `{"check_id": "CKV_AWS_26", "check_name": "plain", "resource": "AWS::SNS::Topic.T"}`
	accepted = "# a comment\n\nCKV_AWS_59 AWS::ApiGateway::Method: functions check\n"
)

func TestNewFindingsFail(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		findings, accepted, want string
	}{
		{open, accepted, ""},
		{open + "," + open, accepted, ""},
		{open + "," + plain, accepted, "new finding CKV_AWS_26 AWS::SNS::Topic: plain, such as T"},
		{strings.Replace(open, "Method", "Stage", 1), accepted, "new finding CKV_AWS_59 AWS::ApiGateway::Stage"},
		{"", accepted, "CKV_AWS_59 AWS::ApiGateway::Method is accepted, but is no longer found"},
		{open, "CKV_AWS_59 AWS::ApiGateway::Method:\n", "is not a check, a type and a reason"},
	} {
		err := compareFindings(findings(c.findings), c.accepted)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s with %s: %v, want %s", c.findings, c.accepted, err, c.want)
		}
	}
}

func TestAReportOfNothingFails(t *testing.T) {
	t.Parallel()
	for _, report := range []string{"", "[]", "{}", `{"passed": 0, "failed": 0}`,
		strings.Replace(string(findings(open)), `"parsing_errors": 0`, `"parsing_errors": 1`, 1)} {
		if err := compareFindings([]byte(report), accepted); err == nil {
			t.Errorf("%q passes", report)
		}
	}
}

func TestAcceptedFindingsHaveReasons(t *testing.T) {
	t.Parallel()
	if reasons, err := readAccepted(acceptedFindings); err != nil || len(reasons) == 0 {
		t.Errorf("%v, %v", reasons, err)
	}
}
