package secret_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"sync/atomic"
	"testing"

	"stint/internal/testkit"
	"stint/shared/problem"
	"stint/shared/secret"
	"stint/shared/store"
)

// randomSealer makes another data key at each call, as KMS does, and counts its calls.
type randomSealer struct {
	secret.Local
	made, opened atomic.Int32
}

func (r *randomSealer) NewKey(_ context.Context, p secret.Purpose) (key, sealed []byte, err error) {
	key = bytes.Repeat([]byte{byte(r.made.Add(1))}, secret.KeyBytes)
	return key, append([]byte(p), key...), nil
}

func (r *randomSealer) OpenKey(_ context.Context, p secret.Purpose, sealed []byte) ([]byte, error) {
	r.opened.Add(1)
	key, ok := bytes.CutPrefix(sealed, []byte(p))
	if !ok {
		return nil, errors.New("sealed for another purpose")
	}
	return key, nil
}

// Instances that start at the same time with an empty table get the same data key.
func TestConcurrentInstancesAgreeOnTheDataKey(t *testing.T) {
	t.Parallel()
	sealer, table := new(randomSealer), testkit.NewTable(t)
	const instances = 12
	var keys [instances][]byte
	testkit.Race(t, instances, func(i int) {
		k := secret.NewKeeper(store.NewSealedKeys(table.Client, table.Name), sealer)
		key, err := k.Key(t.Context(), secret.Refresh)
		if err != nil {
			t.Error(err)
		}
		keys[i] = key
	})
	for i, key := range keys {
		if len(key) != secret.KeyBytes || !bytes.Equal(key, keys[0]) {
			t.Errorf("instance %d has %x, the first one %x", i, key, keys[0])
		}
	}
	later := secret.NewKeeper(store.NewSealedKeys(table.Client, table.Name), sealer)
	if key, err := later.Key(t.Context(), secret.Refresh); err != nil || !bytes.Equal(key, keys[0]) {
		t.Errorf("an instance that starts later has %x, %v", key, err)
	}
}

// Requests that need a data key at the same time open it once.
func TestADataKeyIsOpenedOncePerInstance(t *testing.T) {
	t.Parallel()
	sealer, table := new(randomSealer), testkit.NewTable(t)
	stored := store.NewSealedKeys(table.Client, table.Name)
	if _, err := secret.NewKeeper(stored, sealer).Key(t.Context(), secret.Cursor); err != nil {
		t.Fatal(err)
	}
	k := secret.NewKeeper(stored, sealer)
	testkit.Race(t, 8, func(int) {
		if _, err := k.Key(t.Context(), secret.Cursor); err != nil {
			t.Error(err)
		}
	})
	if made, opened := sealer.made.Load(), sealer.opened.Load(); made != 1 || opened != 1 {
		t.Errorf("made %d and opened %d, want 1 and 1", made, opened)
	}
}

func TestPurposesHaveDifferentDataKeys(t *testing.T) {
	t.Parallel()
	sealer, table := new(randomSealer), testkit.NewTable(t)
	k := secret.NewKeeper(store.NewSealedKeys(table.Client, table.Name), sealer)
	seen := map[string]secret.Purpose{}
	for _, p := range secret.Purposes() {
		key, err := k.Key(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if other, twice := seen[string(key)]; twice {
			t.Errorf("%s and %s have one data key", p, other)
		}
		seen[string(key)] = p
	}
	if _, err := k.Key(t.Context(), "anything"); err == nil {
		t.Error("an unknown purpose has a data key")
	}
}

func TestAnExistingSealedKeyIsNotReplaced(t *testing.T) {
	t.Parallel()
	table := testkit.NewTable(t)
	stored := store.NewSealedKeys(table.Client, table.Name)
	for i, text := range []string{"first", "second"} {
		if ok, err := stored.CreateSealedKey(t.Context(), secret.OAuth, []byte(text)); err != nil || ok != (i == 0) {
			t.Errorf("%s: written %v, %v", text, ok, err)
		}
	}
	if got, err := stored.SealedKey(t.Context(), secret.OAuth); err != nil || string(got) != "first" {
		t.Errorf("%q, %v", got, err)
	}
}

// Data that earlier versions encrypted or signed at home stays valid.
func TestLocalDataKeysAreFrozen(t *testing.T) {
	t.Parallel()
	local := secret.NewLocal(bytes.Repeat([]byte{7}, 32))
	for p, label := range map[secret.Purpose]string{
		secret.Refresh: "refresh-token", secret.Cursor: "cursor", secret.Calendar: "vault",
		secret.AccountMail: "mail-token", secret.InvitationMail: "mail-token", secret.ClientLinkMail: "mail-token",
	} {
		key, sealed, err := local.NewKey(t.Context(), p)
		if err != nil || !bytes.Equal(key, secret.Derive(bytes.Repeat([]byte{7}, 32), label)) {
			t.Errorf("%s: %x, %v", p, key, err)
		}
		if opened, err := local.OpenKey(t.Context(), p, sealed); err != nil || !bytes.Equal(opened, key) {
			t.Errorf("%s: opened %x, %v", p, opened, err)
		}
		if bytes.Contains(sealed, key) {
			t.Errorf("%s: the sealed data key shows the key", p)
		}
	}
	if got := hex.EncodeToString(secret.Derive(bytes.Repeat([]byte{7}, 32),
		"refresh-token")); got != "8acd1a8964a13956435d21d0b7d62c3fc789b7d4495f10166decf3eeca06681c" {
		t.Errorf("derived %s", got)
	}
}

// A sealed data key opens for its own purpose and under its own key only.
func TestSealedKeysAreBoundToTheirPurpose(t *testing.T) {
	t.Parallel()
	table := testkit.NewTable(t)
	stored := store.NewSealedKeys(table.Client, table.Name)
	_, sealed, _ := secret.NewLocal(bytes.Repeat([]byte{7}, 32)).NewKey(t.Context(), secret.Cursor)
	if ok, err := stored.CreateSealedKey(t.Context(), secret.Refresh, sealed); err != nil || !ok {
		t.Fatal(ok, err)
	}
	k := secret.NewKeeper(stored, secret.NewLocal(bytes.Repeat([]byte{7}, 32)))
	if _, err := k.Key(t.Context(), secret.Refresh); !problem.Is(err, problem.CodeServiceUnavailable) {
		t.Errorf("the data key of cursors is taken for refresh tokens: %v", err)
	}
	if _, err := secret.NewLocal(bytes.Repeat([]byte{8}, 32)).OpenKey(t.Context(), secret.Cursor, sealed); err == nil {
		t.Error("another key file opens it")
	}
}

func TestLocalRefusesShortKeys(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("31 bytes are taken")
		}
	}()
	secret.NewLocal(make([]byte, secret.MinLocalBytes-1))
}
