package main

import (
	"bytes"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/kms"
	"github.com/aws/aws-sdk-go-v2/service/kms/types"

	"stint/internal/kmslocal"
	"stint/internal/testkit"
	"stint/shared/auth/opaque"
	"stint/shared/domain"
	functionkms "stint/shared/kms"
	"stint/shared/secret"
	"stint/shared/store"
)

const (
	master  = "arn:aws:kms:us-east-1:000000000000:key/Master"
	sealing = "arn:aws:kms:us-east-1:000000000000:key/Secrets"
)

// A refresh token of the version before data keys is read by the functions after it.
func TestCookiesOfTheEarlierVersionStayValid(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(kmslocal.New([]byte("seed")))
	t.Cleanup(server.Close)
	table := testkit.NewTable(t)
	a := adoption{kms: newKMS("us-east-1", server.URL), store: store.NewSealedKeys(table.Client, table.Name),
		master: master, sealing: sealing}

	token := opaque.RefreshToken{UserID: domain.NewID(), SessionID: domain.NewID(), Generation: 3}
	mac, err := a.kms.GenerateMac(t.Context(), &kms.GenerateMacInput{
		KeyId: new(master), Message: []byte("stint master secret 1"), MacAlgorithm: types.MacAlgorithmSpecHmacSha256})
	if err != nil {
		t.Fatal(err)
	}
	// its derivation is frozen by tests of shared/secret
	cookie, err := opaque.NewRefreshCodec(secret.NewLocal(mac.Mac)).Encode(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}

	var out bytes.Buffer
	for _, want := range []string{"refresh moved", "refresh has a data key already"} {
		out.Reset()
		if err := a.run(t.Context(), &out); err != nil || !strings.Contains(out.String(), want) {
			t.Fatalf("printed %q, %v, want %q", out.String(), err, want)
		}
	}
	function := secret.NewKeeper(a.store, secret.NewKMS(functionkms.New("us-east-1", server.URL), sealing))
	if got, ok, err := opaque.NewRefreshCodec(function).Decode(t.Context(), cookie); err != nil || !ok || got != token {
		t.Errorf("read %+v, %v, %v", got, ok, err)
	}
	account, err := function.Key(t.Context(), secret.AccountMail)
	if err != nil {
		t.Fatal(err)
	}
	invitation, err := function.Key(t.Context(), secret.InvitationMail)
	if err != nil || bytes.Equal(account, invitation) {
		t.Errorf("mails of accounts and invitations share a data key; %v", err)
	}
}
