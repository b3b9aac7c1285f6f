package worker

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/gcal"
	"stint/shared/oauth"
	"stint/shared/secret"
	"stint/shared/store"
	"stint/shared/vault"
)

// Revoker revokes grants at the calendar provider, best effort.
type Revoker struct {
	Store    *store.Store
	Vault    *vault.Vault
	Provider *gcal.Client // nil when none is configured
}

// newRevoker makes the handler of revocations. It needs no secret of the provider.
func newRevoker(d *boot.Deps) *Revoker {
	r := &Revoker{Store: d.Store, Vault: vault.New(d.Secrets, secret.Calendar)}
	if c := d.Config.Calendar; c.Enabled() {
		r.Provider = gcal.New(gcal.Options{RevokeURL: c.RevokeURL, HTTP: oauth.NewRawHTTPClient(oauth.CallTimeout),
			Now: d.Now})
	}
	return r
}

// Revoke revokes one grant and forgets its token. After domain.MaxRevokeTries it only
// forgets it.
func (r *Revoker) Revoke(ctx context.Context, w domain.Work) error {
	sealed, ok, err := r.Store.EndedGrant(ctx, w.UserID, w.TargetID)
	if err != nil || !ok {
		return err
	}
	if err := r.revoke(ctx, w.UserID, sealed); err != nil && w.Tries < domain.MaxRevokeTries {
		return err
	}
	return r.Store.DeleteEndedGrant(ctx, w.UserID, w.TargetID)
}

func (r *Revoker) revoke(ctx context.Context, u domain.ID, sealed []byte) error {
	if r.Provider == nil {
		return nil
	}
	return r.Provider.RevokeSealed(ctx, r.Vault, u, sealed)
}
