package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
)

// answerAs is AWS's answer to each read, by a word in the request's target, path or form.
func answerAs(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm()
	switch {
	case r.Form.Get("Action") == "GetCallerIdentity":
		fmt.Fprint(w,
			`<GetCallerIdentityResponse><GetCallerIdentityResult><Account>111122223333</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`)
	case r.Form.Get("StackName") == "none":
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w,
			`<ErrorResponse><Error><Code>ValidationError</Code><Message>Stack with id none does not exist</Message></Error></ErrorResponse>`)
	case r.Form.Get("Action") == "DescribeStacks":
		fmt.Fprint(w,
			`<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>s</StackName><StackStatus>UPDATE_COMPLETE</StackStatus>`+
				`<Outputs><member><OutputKey>TableName</OutputKey><OutputValue>t</OutputValue></member></Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`)
	case strings.HasSuffix(r.Header.Get("X-Amz-Target"), ".ListTables"):
		w.Header().Set("Content-Type", "application/x-amz-json-1.0")
		fmt.Fprint(w, `{"TableNames":["t","u"]}`)
	default:
		answerPath(w, r)
	}
}

func answerPath(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	switch r.URL.Path {
	case "/account":
		fmt.Fprint(w, `{"cloudwatchRoleArn":"arn:aws:iam::1:role/r"}`)
	case "/2016-08-19/account-settings":
		fmt.Fprint(w, `{"AccountLimit":{"ConcurrentExecutions":10}}`)
	case "/v2/email/account":
		fmt.Fprint(w, `{"SendingEnabled":true,"ProductionAccessEnabled":false}`)
	case "/v2/email/identities/example.com":
		fmt.Fprint(w, `{"VerifiedForSendingStatus":true}`)
	default:
		w.Header().Set("X-Amzn-Errortype", "NotFoundException")
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{}`)
	}
}

func TestTheAccountIsReadFromAWS(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(answerAs))
	t.Cleanup(server.Close)
	a := awsAccount{aws.Config{
		Region: "eu-central-1", BaseEndpoint: new(server.URL),
		Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""),
	}}
	ctx := t.Context()
	if id, err := a.ID(ctx); err != nil || id != "111122223333" || a.Region() != "eu-central-1" {
		t.Errorf("account %s, %v", id, err)
	}
	if s, err := a.Stack(ctx, "s"); err != nil || s.status != "UPDATE_COMPLETE" || s.outputs["TableName"] != "t" {
		t.Errorf("stack %+v, %v", s, err)
	}
	if s, err := a.Stack(ctx, "none"); err != nil || s.status != "" {
		t.Errorf("no stack: %+v, %v", s, err)
	}
	if arn, err := a.LogRole(ctx); err != nil || arn != "arn:aws:iam::1:role/r" {
		t.Errorf("role %s, %v", arn, err)
	}
	if n, err := a.Concurrency(ctx); err != nil || n != 10 {
		t.Errorf("%d at once, %v", n, err)
	}
	if s, err := a.Sending(ctx); err != nil || !s.on || s.toEvery {
		t.Errorf("sending %+v, %v", s, err)
	}
	for identity, want := range map[string]bool{"example.com": true, "example.org": false} {
		if ok, err := a.Verified(ctx, identity); err != nil || ok != want {
			t.Errorf("%s verified %v, %v", identity, ok, err)
		}
	}
	if all, err := a.Tables(ctx); err != nil || !slices.Equal(all, []string{"t", "u"}) {
		t.Errorf("tables %v, %v", all, err)
	}
}
