// Package boot builds a function from its parts: settings, clients, services, the
// operations of a family, and the handler that API Gateway calls. The Lambda functions,
// the server at home and the tests all use it, so they run the same code.
package boot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"stint/shared/accounts"
	"stint/shared/apps"
	"stint/shared/auth"
	"stint/shared/auth/opaque"
	"stint/shared/auth/password"
	"stint/shared/auth/token"
	"stint/shared/config"
	"stint/shared/dynamo"
	"stint/shared/edge"
	"stint/shared/egress"
	"stint/shared/kms"
	"stint/shared/limits"
	"stint/shared/secret"
	"stint/shared/store"
	"stint/shared/vault"
)

// Deps are the dependencies that families are built from. They are made once per
// process.
type Deps struct {
	Config        config.Config
	Store         *store.Store
	Now           func() time.Time
	Log           *slog.Logger
	Hasher        *password.Hasher
	Refresh       *opaque.RefreshCodec
	Issuer        *token.Issuer
	Keys          token.Keys
	Authenticator *auth.Authenticator
	Secrets       secret.Source

	kms KMS

	Callers *limits.Callers // counts requests for all functions of the process
}

// SigningKey is a key that signs access tokens, with its public keys.
type SigningKey interface {
	token.Signer
	token.Keys
}

// Options replace parts of Deps, in tests and at home. A part that is nil is made from
// the settings.
type Options struct {
	Now        func() time.Time // nil is the machine's clock, or the fixed time of the settings
	Log        *slog.Logger     // nil is JSON lines on standard error
	SigningKey SigningKey       // nil is the key that the settings name
	DB         store.DB         // nil is a client of the settings' endpoint
	KMS        KMS              // nil is a client of the settings' endpoint
	Hasher     *password.Hasher // nil is a hasher at full cost
	Secrets    secret.Source    // nil is the data keys of the table
}

// audience is the audience of access tokens: this API.
const audience = "stint"

// New makes the dependencies of all families. Errors name the setting or client that
// failed.
func New(ctx context.Context, c config.Config, o Options) (*Deps, error) {
	if err := o.setDefaults(ctx, c); err != nil {
		return nil, err
	}
	d := &Deps{
		Config: c, Now: o.Now, Log: o.Log,
		Store:   store.New(o.DB, c.Table, o.Secrets, o.Now),
		Hasher:  o.Hasher,
		Refresh: opaque.NewRefreshCodec(o.Secrets),
		Issuer:  token.NewIssuer(o.SigningKey, c.PublicURL, audience, o.Now),
		Keys:    o.SigningKey,
		Secrets: o.Secrets,
		kms:     o.KMS,
	}
	d.Callers = limits.NewCallers(c.Limits, d.Store, o.Now)
	d.Authenticator = auth.NewAuthenticator(token.NewVerifier(o.SigningKey, c.PublicURL, audience, o.Now),
		token.NewAppVerifier(o.SigningKey, c.PublicURL, apps.Audiences(c.PublicURL), o.Now), d.Store, c.Env, o.Now)
	return d, nil
}

// setDefaults makes the parts that are nil.
func (o *Options) setDefaults(ctx context.Context, c config.Config) (err error) {
	if o.Now == nil {
		o.Now = newClock(c)
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.DB == nil {
		if o.DB, err = dynamo.NewClient(ctx, dynamo.Options{Endpoint: c.DynamoDBEndpoint, Region: c.Region}); err != nil {
			return err
		}
	}
	if o.Hasher == nil {
		o.Hasher = password.New()
	}
	if o.KMS == nil {
		o.KMS = kms.New(c.Region, c.KMSEndpoint)
	}
	if o.Secrets == nil {
		o.Secrets = secret.NewKeeper(store.NewSealedKeys(o.DB, c.Table), newSealer(c, o.KMS))
	}
	if o.SigningKey == nil {
		o.SigningKey, err = openSigningKey(o.KMS, c.SigningKey)
	}
	return err
}

// CalendarVault makes the vault for the tokens of calendars. It also opens tokens that an
// earlier version sealed, if the settings name its KMS key.
func (d *Deps) CalendarVault() *vault.Vault {
	current := vault.New(d.Secrets, secret.Calendar)
	if key := d.Config.Calendar.EarlierKey; key != "" {
		return current.After(vault.NewKMS(d.kms, key))
	}
	return current
}

// WebhookVault makes the vault for the signing secrets of webhooks. Each is sealed for its
// webhook.
func (d *Deps) WebhookVault() *vault.Vault { return vault.New(d.Secrets, secret.Webhook) }

// WebhookTargets decides which addresses a webhook may have.
func (d *Deps) WebhookTargets() egress.Policy { return egress.NewPolicy(d.Config.Env == "local") }

// Accounts makes the service for accounts.
func (d *Deps) Accounts() *accounts.Service {
	return accounts.New(d.Config, d.Store, d.Hasher, d.Secrets)
}

// newClock is the machine's clock, or the fixed time of the settings.
func newClock(c config.Config) func() time.Time {
	if c.FixedTime.IsZero() {
		return time.Now
	}
	return func() time.Time { return c.FixedTime }
}

// Apps makes the service for the grants of apps.
func (d *Deps) Apps() *apps.Service {
	return apps.New(d.Config, d.Store, d.Secrets, d.Issuer,
		token.NewAppVerifier(d.Keys, d.Config.PublicURL, apps.Audiences(d.Config.PublicURL), d.Now))
}

// MailLimits makes the counter of mails that a request queues.
func (d *Deps) MailLimits() limits.Queued { return limits.NewQueued(d.Config.Limits, d.Store) }

// edgeOptions are the options of the edge for this instance.
func (d *Deps) edgeOptions() edge.Options {
	return edge.Options{
		ErrorsBase: d.Config.PublicURL, AllowedOrigins: d.Config.AllowedOrigins, Log: d.Log, Now: d.Now,
		Secure: d.Config.Secure(), Metrics: edge.Metrics{Namespace: d.Config.MetricsNamespace, Family: d.Config.Family},
	}
}

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

// KMS is the part of *kms.Client that functions need.
type KMS interface {
	token.KMSAPI
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
	return token.NewKMSSigner(api, names[0], names[1:]...), nil
}
