package accounts

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"stint/shared/domain"
	"stint/shared/edge"
	"stint/shared/secret"
)

// rememberNetwork notes that the account signed in from the network of the request.
func (s *Service) rememberNetwork(ctx context.Context, u domain.User) error {
	hash, err := s.networkHash(ctx, u.Email)
	if err != nil {
		return err
	}
	return s.store.RememberNetwork(ctx, hash, u.KnownNetwork())
}

// knownNetwork is the note of the network of the request; nil when there is none.
func (s *Service) knownNetwork(ctx context.Context, e domain.Email) (*domain.KnownNetwork, error) {
	hash, err := s.networkHash(ctx, e)
	if err != nil {
		return nil, err
	}
	network, ok, err := s.store.KnownNetwork(ctx, hash)
	if err != nil || !ok {
		return nil, err
	}
	return &network, nil
}

// networkHash is a keyed hash of an account's address and the network of the request.
func (s *Service) networkHash(ctx context.Context, e domain.Email) (string, error) {
	key, err := s.secrets.Key(ctx, secret.Network)
	if err != nil {
		return "", err
	}
	hash := hmac.New(sha256.New, key)
	hash.Write([]byte(string(e) + "\n" + edge.RequestInfoFrom(ctx).Network()))
	return hex.EncodeToString(hash.Sum(nil)), nil
}
