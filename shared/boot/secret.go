package boot

import (
	"context"
	"fmt"
	"sync"

	"stint/shared/config"
	"stint/shared/kms"
)

// SecretContext is the key of the encryption context of a sealed setting. Its value is
// the name of the setting, so that a secret sealed for one setting cannot be used for
// another.
const SecretContext = "setting"

// SecretReader makes a function that gives a secret of the settings. KMS opens a sealed
// secret at the first call, not at the start; then it is kept in memory. name is the
// name of the setting. Errors name the setting and never its value.
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
		text, err := d.kms.Decrypt(ctx, kms.Sealed{Text: s.Sealed, Context: map[string]string{SecretContext: name}})
		if err != nil {
			return "", fmt.Errorf("open the setting %s: %w", name, err)
		}
		opened = string(text)
		return opened, nil
	}
}
