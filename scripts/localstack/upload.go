package main

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/url"
	"os"

	"github.com/aws/aws-sdk-go-v2/service/cloudformation"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"stint/internal/programs"
	"stint/internal/template"
	"stint/shared/awsclient"
)

// localStack has the clients of LocalStack that a deployment needs, and the addresses
// that the deployed template has.
type localStack struct {
	addresses
	bucket string
	files  *s3.Client
	stacks *cloudformation.Client
}

// bucket is the name of the bucket for code and templates.
const bucket = "stint-assets"

func newLocalStack(o options) *localStack {
	endpoint := o.endpoint
	credentials := awsclient.CredentialsAt(endpoint) // made up: LocalStack does not check them
	return &localStack{
		addresses: o.addresses(), bucket: bucket,
		files: s3.New(s3.Options{BaseEndpoint: new(endpoint), Region: template.Region, Credentials: credentials,
			UsePathStyle: true}),
		stacks: cloudformation.New(cloudformation.Options{
			BaseEndpoint: new(endpoint), Region: template.Region, Credentials: credentials}),
	}
}

// upload uploads the code of all functions and the template that refers to it, and
// returns the template's URL.
func (s *localStack) upload(ctx context.Context, t *template.Template, functions []template.Function,
	root string) (string, error) {
	if err := s.createBucket(ctx); err != nil {
		return "", err
	}
	code := map[string]any{}
	for _, f := range functions {
		packed, err := zipBinary(programs.FunctionPath(root, programs.Containers, f.Family))
		if err != nil {
			return "", err
		}
		key := fmt.Sprintf("%s-%x.zip", f.Family, sha256.Sum256(packed))
		if err := s.putObject(ctx, key, packed); err != nil {
			return "", err
		}
		code[f.Name] = map[string]any{"S3Bucket": s.bucket, "S3Key": key}
	}
	text, err := s.deriveTemplate(t, code)
	if err != nil {
		return "", err
	}
	key := t.Stack + ".template.json"
	return s.own + "/" + s.bucket + "/" + key, s.putObject(ctx, key, text)
}

// addresses are the addresses of LocalStack from different places.
type addresses struct {
	own       string // where LocalStack itself finds the bucket
	container string // where functions in containers find LocalStack
	outside   string // the port of the API's address on this machine, with a colon
	ses       string // where the worker sends mail; "" is AWS
}

// domain resolves to this machine, and within LocalStack's containers to LocalStack.
const domain = "localhost.localstack.cloud"

// addresses are those of a LocalStack with the options' ports. Without a port it is that of the endpoint.
func (o options) addresses() addresses {
	a := addresses{ses: o.ses}
	if u, err := url.Parse(o.endpoint); err == nil && u.Port() != "" {
		a.outside = ":" + u.Port()
	}
	inside := a.outside
	if o.port != 0 {
		inside = fmt.Sprintf(":%d", o.port)
	}
	a.own, a.container = "http://localhost"+inside, "http://"+domain+inside
	return a
}

// deriveTemplate adds the uploaded code, LocalStack's endpoint and the API's URL to
// the template, and switches compression off: LocalStack 3.8 sends in base64 what is not text.
func (a addresses) deriveTemplate(t *template.Template, code map[string]any) ([]byte, error) {
	api, err := t.API()
	if err != nil {
		return nil, err
	}
	stage, err := t.Stage()
	if err != nil {
		return nil, err
	}
	public := map[string]any{"Fn::Sub": "http://${" + api + "}.execute-api." + domain + a.outside + "/" + stage}
	environment := map[string]any{"DYNAMODB_ENDPOINT": a.container, "KMS_ENDPOINT": a.container, "PUBLIC_URL": public,
		"COMPRESSION": "off"}
	if a.ses != "" {
		environment["SES_ENDPOINT"] = a.ses
	}
	return t.Derive(template.Overrides{Code: code, Outputs: map[string]any{"PublicUrl": public}, Environment: environment})
}

func (s *localStack) createBucket(ctx context.Context) error {
	_, err := s.files.CreateBucket(ctx, &s3.CreateBucketInput{Bucket: new(s.bucket)})
	var owned *types.BucketAlreadyOwnedByYou
	var exists *types.BucketAlreadyExists
	if err != nil && !errors.As(err, &owned) && !errors.As(err, &exists) {
		return fmt.Errorf("create the bucket: %w", err)
	}
	return nil
}

func (s *localStack) putObject(ctx context.Context, key string, content []byte) error {
	_, err := s.files.PutObject(ctx, &s3.PutObjectInput{Bucket: new(s.bucket), Key: new(key),
		Body: bytes.NewReader(content)})
	if err != nil {
		return fmt.Errorf("upload %s: %w", key, err)
	}
	return nil
}

// zipBinary packs a binary for Lambda. The same binary always makes the same bytes,
// so that only changed functions are deployed.
func zipBinary(binary string) ([]byte, error) {
	content, err := os.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	header := &zip.FileHeader{Name: "bootstrap", Method: zip.Deflate}
	header.SetMode(0o755)
	file, err := archive.CreateHeader(header)
	if err != nil {
		return nil, err
	}
	if _, err := file.Write(content); err != nil {
		return nil, err
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
