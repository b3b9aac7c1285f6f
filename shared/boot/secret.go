package boot

import (
	"context"
	"fmt"
	"sync"

	"github.com/aws/aws-sdk-go-v2/service/kms"

	"stint/shared/config"
)

// SecretContext is the encryption context that a sealed setting carries under
// its name, so that one sealed for another purpose cannot be put in its place.
const SecretContext = "setting"

// SecretReader gives a secret of the settings to whoever asks for it: one that is
// sealed is opened by KMS at the first time, not at the start, and kept. The
// name is that of its setting. Errors name the setting and never its value.
func (d *Deps) SecretReader(name string, s config.Secret) func(context.Context) (string, error) {
	if s.Sealed == nil {
		return func(context.Context) (string, error) { return s.Plain, nil }
	}
	var mu sync.Mutex
	opened := ""
	return func(ctx context.Context) (string, error) {
		mu.Lock()
		defer mu.Unlock()
		if opened != "" {
			return opened, nil
		}
		out, err := d.kms.Decrypt(ctx, &kms.DecryptInput{CiphertextBlob: s.Sealed, EncryptionContext: map[string]string{SecretContext: name}})
		if err != nil {
			return "", fmt.Errorf("open the setting %s: %w", name, err)
		}
		opened = string(out.Plaintext)
		return opened, nil
	}
}
