package boot

import (
	"errors"
	"strings"

	"stint/shared/auth/token"
	"stint/shared/auth/token/kmssigner"
	"stint/shared/config"
	"stint/shared/kms"
	"stint/shared/secret"
)

// KMS is the part of *kms.Client that functions need.
type KMS interface {
	kmssigner.API
	secret.KMSAPI
}

var _ KMS = (*kms.Client)(nil)

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
