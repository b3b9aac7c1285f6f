package awsclient

import (
	"context"
	"errors"
	"net/url"
	"os"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// CredentialsAt returns the credentials for an AWS service at an endpoint; "" is
// AWS itself. Only AWS gets the real ones. A service elsewhere gets a made-up
// pair, so that no session token is sent to it.
func CredentialsAt(endpoint string) aws.CredentialsProvider {
	if endpoint == "" || IsAWS(endpoint) {
		return envCredentials{}
	}
	return localCredentials{}
}

// IsAWS reports whether an endpoint is an address of AWS.
func IsAWS(endpoint string) bool {
	u, err := url.Parse(endpoint)
	if err != nil {
		return false
	}
	host := strings.ToLower(u.Hostname())
	for _, suffix := range []string{".amazonaws.com", ".amazonaws.com.cn", ".api.aws"} {
		if strings.HasSuffix(host, suffix) {
			return true
		}
	}
	return false
}

// envCredentials reads the variables in which a Lambda gets the credentials of its
// role.
// They do not change while the process runs.
type envCredentials struct{}

var _ aws.CredentialsProvider = envCredentials{}

// Retrieve implements aws.CredentialsProvider.
func (envCredentials) Retrieve(context.Context) (aws.Credentials, error) {
	c := aws.Credentials{
		AccessKeyID:     os.Getenv("AWS_ACCESS_KEY_ID"),
		SecretAccessKey: os.Getenv("AWS_SECRET_ACCESS_KEY"),
		SessionToken:    os.Getenv("AWS_SESSION_TOKEN"),
		Source:          "environment",
	}
	if !c.HasKeys() {
		return aws.Credentials{}, errors.New("AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set")
	}
	return c, nil
}

// localCredentials sign requests to engines that check no signature. Some engines
// separate tables by access key, so the key is always the same.
type localCredentials struct{}

var _ aws.CredentialsProvider = localCredentials{}

// Retrieve implements aws.CredentialsProvider.
func (localCredentials) Retrieve(context.Context) (aws.Credentials, error) {
	return aws.Credentials{AccessKeyID: "stint", SecretAccessKey: "stint", Source: "local"}, nil
}
