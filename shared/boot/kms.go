package boot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/kms"
	"github.com/aws/aws-sdk-go-v2/service/kms/types"

	"stint/shared/auth/token"
	"stint/shared/auth/token/kmssigner"
	"stint/shared/config"
	"stint/shared/dynamo"
	"stint/shared/vault"
)

// KMS is the part of *kms.Client that functions need.
type KMS interface {
	kmssigner.API
	GenerateMac(ctx context.Context, in *kms.GenerateMacInput, options ...func(*kms.Options)) (*kms.GenerateMacOutput, error)
	vault.KMSAPI
}

var _ KMS = (*kms.Client)(nil)

// kmsTimeout bounds one attempt of a call to KMS, which answers in
// milliseconds.
const kmsTimeout = 3 * time.Second

// newKMS makes a client without the SDK's configuration loader, as shared/dynamo does
// and for the same reason: a faster start. It calls nothing. The master secret at the
// start and the public key at the first token use the same connection.
func newKMS(c config.Config) *kms.Client {
	options := kms.Options{
		Region: c.Region, Credentials: dynamo.CredentialsAt(c.KMSEndpoint),
		HTTPClient: &http.Client{Timeout: kmsTimeout},
	}
	if c.KMSEndpoint != "" {
		options.BaseEndpoint = new(c.KMSEndpoint)
	}
	return kms.New(options)
}

// masterSecretLabel is the message whose MAC is the master secret. Another label would
// make another secret and invalidate every derived token.
const masterSecretLabel = "stint master secret 1"

// requestMasterSecret asks KMS for the master secret: the HMAC of a fixed label with a
// KMS key. It is the same in every function and stored nowhere. docs/decisions explains
// why.
func requestMasterSecret(ctx context.Context, api KMS, key string) ([]byte, error) {
	out, err := api.GenerateMac(ctx, &kms.GenerateMacInput{
		KeyId: new(key), MacAlgorithm: types.MacAlgorithmSpecHmacSha256, Message: []byte(masterSecretLabel),
	})
	if err != nil {
		return nil, fmt.Errorf("make the master secret: %w", err)
	}
	if len(out.Mac) != 32 {
		return nil, errors.New("make the master secret: KMS did not return an HMAC-SHA-256")
	}
	return out.Mac, nil
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
