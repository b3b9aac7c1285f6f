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

// service are the parts of LocalStack that deploy.
type service struct {
	bucket string
	files  *s3.Client
	stacks *cloudformation.Client
}

// bucket is the one that code and templates are put into.
const bucket = "stint-assets"

func newService(endpoint string) *service {
	credentials := dynamo.Credentials(endpoint) // made up: nobody checks them
	return &service{
		bucket: bucket,
		files:  s3.New(s3.Options{BaseEndpoint: new(endpoint), Region: template.Region, Credentials: credentials, UsePathStyle: true}),
		stacks: cloudformation.New(cloudformation.Options{BaseEndpoint: new(endpoint), Region: template.Region, Credentials: credentials}),
	}
}

// upload puts the code of all functions and the template that names it into the
// bucket, and gives the template's address.
func (s *service) upload(ctx context.Context, t *template.Template, functions []template.Function, folder string) (string, error) {
	if err := s.makeBucket(ctx); err != nil {
		return "", err
	}
	code := map[string]any{}
	for _, f := range functions {
		packed, err := pack(runtimeapi.Binary(folder, f.Family))
		if err != nil {
			return "", err
		}
		key := fmt.Sprintf("%s-%x.zip", f.Family, sha256.Sum256(packed))
		if err := s.put(ctx, key, packed); err != nil {
			return "", err
		}
		code[f.Name] = map[string]any{"S3Bucket": s.bucket, "S3Key": key}
	}
	text, err := derive(t, code)
	if err != nil {
		return "", err
	}
	key := t.Stack + ".template.json"
	return itself + "/" + s.bucket + "/" + key, s.put(ctx, key, text)
}

// itself is where LocalStack finds its own bucket, wherever its port is seen
// from outside.
const itself = "http://localhost:4566"

// inside is where functions in LocalStack's containers find LocalStack.
const inside = "http://localhost.localstack.cloud:4566"

// derive tells every function where LocalStack is, and where the API will be.
func derive(t *template.Template, code map[string]any) ([]byte, error) {
	api, err := t.API()
	if err != nil {
		return nil, err
	}
	stage, err := t.Stage()
	if err != nil {
		return nil, err
	}
	public := map[string]any{"Fn::Sub": "http://${" + api + "}.execute-api.localhost.localstack.cloud:4566/" + stage}
	return t.Derive(template.Change{
		Code: code, Outputs: map[string]any{"PublicUrl": public},
		Environment: map[string]any{"DYNAMODB_ENDPOINT": inside, "KMS_ENDPOINT": inside, "PUBLIC_URL": public},
	})
}

func (s *service) makeBucket(ctx context.Context) error {
	_, err := s.files.CreateBucket(ctx, &s3.CreateBucketInput{Bucket: new(s.bucket)})
	var ours *types.BucketAlreadyOwnedByYou
	var exists *types.BucketAlreadyExists
	if err != nil && !errors.As(err, &ours) && !errors.As(err, &exists) {
		return fmt.Errorf("make the bucket: %w", err)
	}
	return nil
}

func (s *service) put(ctx context.Context, key string, content []byte) error {
	_, err := s.files.PutObject(ctx, &s3.PutObjectInput{Bucket: new(s.bucket), Key: new(key), Body: bytes.NewReader(content)})
	if err != nil {
		return fmt.Errorf("upload %s: %w", key, err)
	}
	return nil
}

// pack makes the archive that Lambda takes of a binary: the same bytes of the
// same binary, so that only what changed is deployed.
func pack(binary string) ([]byte, error) {
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
