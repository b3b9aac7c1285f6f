package boot

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/kms"

	"stint/shared/auth/token"
	"stint/shared/auth/token/kmssigner"
	"stint/shared/config"
	"stint/shared/dynamo"
	"stint/shared/secret"
)

// KMS is the part of *kms.Client that functions need.
type KMS interface {
	kmssigner.API
	secret.KMSAPI
}

var _ KMS = (*kms.Client)(nil)

// kmsTimeout bounds one attempt of a call to KMS, which answers in
// milliseconds.
const kmsTimeout = 3 * time.Second

// NewKMS makes a client with the credentials of the environment; "" is the endpoint of
// AWS. It does without the SDK's configuration loader, as shared/dynamo does and for the
// same reason: a faster start. It calls nothing.
func NewKMS(region, endpoint string) *kms.Client {
	options := kms.Options{
		Region: region, Credentials: dynamo.CredentialsAt(endpoint),
		HTTPClient: &http.Client{Timeout: kmsTimeout},
	}
	if endpoint != "" {
		options.BaseEndpoint = new(endpoint)
	}
	return kms.New(options)
}

// newSealer makes what seals the data keys: a KMS key, or at home a local key.
func newSealer(c config.Config, api KMS) secret.Sealer {
	if c.SealingKey != "" {
		return secret.NewKMS(api, c.SealingKey)
	}
	return secret.NewLocal(c.LocalKey)
}

// openSigningKey opens the key that the setting names: a file, or the current KMS key
// followed by the previous ones.
func openSigningKey(api KMS, setting string) (SigningKey, error) {
	if path, ok := strings.CutPrefix(setting, "file:"); ok {
		return token.OpenKeyFile(path)
	}
	names := strings.Fields(setting)
	if len(names) == 0 {
		return nil, errors.New("setting SIGNING_KEY names no key")
	}
	return kmssigner.New(api, names[0], names[1:]...), nil
}
