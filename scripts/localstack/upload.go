package main

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"

	"github.com/aws/aws-sdk-go-v2/service/cloudformation"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"stint/internal/runtimeapi"
	"stint/internal/template"
	"stint/shared/dynamo"
)

// localStack are the parts of LocalStack that deploy.
type localStack struct {
	bucket string
	files  *s3.Client
	stacks *cloudformation.Client
}

// bucket is the one that code and templates are put into.
const bucket = "stint-assets"

func newLocalStack(endpoint string) *localStack {
	credentials := dynamo.CredentialsAt(endpoint) // made up: nobody checks them
	return &localStack{
		bucket: bucket,
		files:  s3.New(s3.Options{BaseEndpoint: new(endpoint), Region: template.Region, Credentials: credentials, UsePathStyle: true}),
		stacks: cloudformation.New(cloudformation.Options{BaseEndpoint: new(endpoint), Region: template.Region, Credentials: credentials}),
	}
}

// upload puts the code of all functions and the template that names it into the
// bucket, and gives the template's address.
func (s *localStack) upload(ctx context.Context, t *template.Template, functions []template.Function, folder string) (string, error) {
	if err := s.createBucket(ctx); err != nil {
		return "", err
	}
	code := map[string]any{}
	for _, f := range functions {
		packed, err := zipBinary(runtimeapi.Binary(folder, f.Family))
		if err != nil {
			return "", err
		}
		key := fmt.Sprintf("%s-%x.zip", f.Family, sha256.Sum256(packed))
		if err := s.putObject(ctx, key, packed); err != nil {
			return "", err
		}
		code[f.Name] = map[string]any{"S3Bucket": s.bucket, "S3Key": key}
	}
	text, err := deriveTemplate(t, code)
	if err != nil {
		return "", err
	}
	key := t.Stack + ".template.json"
	return bucketEndpoint + "/" + s.bucket + "/" + key, s.putObject(ctx, key, text)
}

// bucketEndpoint is where LocalStack finds its own bucket, wherever its port is seen
// from outside.
const bucketEndpoint = "http://localhost:4566"

// containerEndpoint is where functions in LocalStack's containers find LocalStack.
const containerEndpoint = "http://localhost.localstack.cloud:4566"

// deriveTemplate tells every function where LocalStack is, and where the API will be.
func deriveTemplate(t *template.Template, code map[string]any) ([]byte, error) {
	api, err := t.API()
	if err != nil {
		return nil, err
	}
	stage, err := t.Stage()
	if err != nil {
		return nil, err
	}
	public := map[string]any{"Fn::Sub": "http://${" + api + "}.execute-api.localhost.localstack.cloud:4566/" + stage}
	return t.Derive(template.Overrides{
		Code: code, Outputs: map[string]any{"PublicUrl": public},
		Environment: map[string]any{"DYNAMODB_ENDPOINT": containerEndpoint, "KMS_ENDPOINT": containerEndpoint, "PUBLIC_URL": public},
	})
}

func (s *localStack) createBucket(ctx context.Context) error {
	_, err := s.files.CreateBucket(ctx, &s3.CreateBucketInput{Bucket: new(s.bucket)})
	var owned *types.BucketAlreadyOwnedByYou
	var exists *types.BucketAlreadyExists
	if err != nil && !errors.As(err, &owned) && !errors.As(err, &exists) {
		return fmt.Errorf("make the bucket: %w", err)
	}
	return nil
}

func (s *localStack) putObject(ctx context.Context, key string, content []byte) error {
	_, err := s.files.PutObject(ctx, &s3.PutObjectInput{Bucket: new(s.bucket), Key: new(key), Body: bytes.NewReader(content)})
	if err != nil {
		return fmt.Errorf("upload %s: %w", key, err)
	}
	return nil
}

// zipBinary makes the archive that Lambda takes of a binary: the same bytes of the
// same binary, so that only what changed is deployed.
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
