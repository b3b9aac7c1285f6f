package boot

import (
	"context"
	"log/slog"
	"time"

	"stint/shared/accounts"
	"stint/shared/auth"
	"stint/shared/auth/password"
	"stint/shared/auth/refresh"
	"stint/shared/auth/token"
	"stint/shared/config"
	"stint/shared/dynamo"
	"stint/shared/edge"
	"stint/shared/lambdahttp"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/vault"
)

// Deps is what families are built from. It is made once per process.
type Deps struct {
	Config        config.Config
	Store         *store.Store
	Now           func() time.Time
	Log           *slog.Logger
	Hasher        *password.Hasher
	Refresh       *refresh.Codec
	Issuer        *token.Issuer
	Keys          token.Keys
	Authenticator *auth.Authenticator

	kms KMS
}

// SigningKey is a key that signs access tokens and tells its public part.
type SigningKey interface {
	token.Signer
	token.Keys
}

// Options are what a test or the home server brings along instead of AWS.
type Options struct {
	Now        func() time.Time // nil is the clock of the settings
	Log        *slog.Logger     // nil is JSON lines on standard error
	SigningKey SigningKey       // nil is what the settings name
	DB         store.DB         // nil is a client of the settings' endpoint
	KMS        KMS              // nil is a client of the settings' endpoint, if they name a key
	Hasher     *password.Hasher // nil is one at full cost
}

// audience of access tokens: this API and nothing else.
const audience = "stint"

// New makes the dependencies of all families. Errors name the setting or
// client that is at fault.
func New(ctx context.Context, c config.Config, o Options) (*Deps, error) {
	if err := o.setDefaults(ctx, c); err != nil {
		return nil, err
	}
	if c.MasterKey != "" {
		secret, err := requestMasterSecret(ctx, o.KMS, c.MasterKey)
		if err != nil {
			return nil, err
		}
		c.MasterSecret = secret
	}
	d := &Deps{
		Config: c, Now: o.Now, Log: o.Log,
		Store:   store.New(o.DB, c.Table, c.MasterSecret, o.Now),
		Hasher:  o.Hasher,
		Refresh: refresh.New(c.MasterSecret),
		Issuer:  token.NewIssuer(o.SigningKey, c.PublicURL, audience, o.Now),
		Keys:    o.SigningKey,
		kms:     o.KMS,
	}
	d.Authenticator = auth.NewAuthenticator(token.NewVerifier(o.SigningKey, c.PublicURL, audience, o.Now), d.Store, c.Env, o.Now)
	return d, nil
}

// setDefaults supplies from the settings what was not brought along.
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
		o.KMS = newKMS(c)
	}
	if o.SigningKey == nil {
		o.SigningKey, err = openSigningKey(o.KMS, c.SigningKey)
	}
	return err
}

// Vault is where tokens of providers are sealed: by the key in KMS that the
// settings name, or by the master secret at home.
func (d *Deps) Vault() vault.Vault {
	if key := d.Config.Calendar.KMSKey; key != "" {
		return vault.NewKMS(d.kms, key)
	}
	return vault.NewLocal(d.Config.MasterSecret)
}

// Accounts makes the service for accounts.
func (d *Deps) Accounts() *accounts.Service {
	return accounts.New(d.Config, d.Store, d.Hasher, d.Refresh)
}

// newClock is the machine's, or one that stands still where the settings say so.
func newClock(c config.Config) func() time.Time {
	if c.FixedTime.IsZero() {
		return time.Now
	}
	return func() time.Time { return c.FixedTime }
}

// Handler makes the function of a family.
func (d *Deps) Handler(family any, specs []route.Spec) lambdahttp.Handler {
	server := &route.Server{
		Authenticator: d.Authenticator, Limiter: d.Store, Now: d.Now,
		MaxBody: d.Config.MaxBody, AttemptsPerAddress: d.Config.AttemptsPerAddress, BasePath: d.Config.PublicPath(),
	}
	return lambdahttp.New(d.EdgeOptions(), server.Handler(family, specs))
}

// EdgeOptions is how every answer of this instance is finished.
func (d *Deps) EdgeOptions() edge.Options {
	return edge.Options{
		ErrorsBase: d.Config.PublicURL, AllowedOrigins: d.Config.AllowedOrigins, Log: d.Log, Now: d.Now, Secure: d.Config.Secure(),
		Metrics: edge.Metrics{Namespace: d.Config.MetricsNamespace, Family: d.Config.Family},
	}
}
