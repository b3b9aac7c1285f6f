package awslocal_test

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/kms"
	kmstypes "github.com/aws/aws-sdk-go-v2/service/kms/types"

	"stint/internal/awslocal"
	"stint/internal/template"
	"stint/internal/template/templatetest"
	"stint/shared/awsclient"
	"stint/shared/dynamo"
)

// withServer calls f with clients of a running server.
func withServer(t *testing.T, read *template.Template, o awslocal.Options,
	f func(db *dynamodb.Client, keys *kms.Client)) {
	t.Helper()
	s, err := awslocal.Start(t.Context(), read, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	address := fmt.Sprintf("http://127.0.0.1:%d", s.Port())
	db, err := dynamo.NewClient(t.Context(), dynamo.Options{Endpoint: address})
	if err != nil {
		t.Fatal(err)
	}
	f(db, kms.NewFromConfig(awsclient.NewConfig(awsclient.Options{Endpoint: address})))
}

func mac(t *testing.T, keys *kms.Client) []byte {
	t.Helper()
	out, err := keys.GenerateMac(t.Context(), &kms.GenerateMacInput{
		KeyId: new("key"), Message: []byte("m"), MacAlgorithm: kmstypes.MacAlgorithmSpecHmacSha256})
	if err != nil {
		t.Fatal(err)
	}
	return out.Mac
}

func TestServerKeepsTableAndKeysAcrossRestarts(t *testing.T) {
	t.Parallel()
	read, err := template.Read(templatetest.Write(t, t.TempDir(), templatetest.Small))
	if err != nil {
		t.Fatal(err)
	}
	o := awslocal.Options{Folder: filepath.Join(t.TempDir(), "data"), Host: "127.0.0.1", Table: "stint-" + rand.Text()}
	item := map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: "a"},
		"sk": &types.AttributeValueMemberS{Value: "b"}}
	var first []byte
	withServer(t, read, o, func(db *dynamodb.Client, keys *kms.Client) {
		if _, err := db.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: new(o.Table), Item: item}); err != nil {
			t.Fatal(err)
		}
		first = mac(t, keys)
	})
	withServer(t, read, o, func(db *dynamodb.Client, keys *kms.Client) {
		out, err := db.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: new(o.Table), Key: item})
		if err != nil || len(out.Item) != 2 {
			t.Errorf("item %v, %v", out, err)
		}
		if !bytes.Equal(mac(t, keys), first) {
			t.Error("the keys are others than before")
		}
	})
	if info, err := os.Stat(filepath.Join(o.Folder, "keys.seed")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the seed: %v, %v", info, err)
	}
}

func TestStartErrors(t *testing.T) {
	t.Parallel()
	empty, err := template.Read(templatetest.Write(t, t.TempDir(), "{}"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := awslocal.Start(t.Context(), empty, awslocal.Options{Folder: t.TempDir(), Host: "127.0.0.1",
		Table: "t"}); err == nil {
		t.Error("a template without a table is served")
	}
	if _, err := awslocal.Start(t.Context(), empty, awslocal.Options{Folder: "/dev/null/x", Host: "127.0.0.1",
		Table: "t"}); err == nil {
		t.Error("a folder that cannot be is used")
	}
}
