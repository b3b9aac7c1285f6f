package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/scripts/internal/homedata"
	"stint/shared/dynamo"
	"stint/shared/edge"
	"stint/shared/version"
)

// backupPath is the path of a copy of the data. The cloud has no such route.
const backupPath = "/_local/backup"

// backups serves copies of the data to those who can read the folder of the data: a copy has all
// that is in it, the keys too.
type backups struct {
	source  homedata.Source
	token   string
	running sync.Mutex
}

// newBackups returns nil if the data are in memory, or in a DynamoDB that others may write to.
func (h home) newBackups(ctx context.Context, endpoint string, recorder *homedata.Recorder) (*backups, error) {
	if h.folder == "" || h.endpoint != "" {
		return nil, nil
	}
	client, err := dynamo.NewClient(ctx, dynamo.Options{Endpoint: endpoint})
	if err != nil {
		return nil, err
	}
	token, err := backupToken(h.folder)
	return &backups{source: backupSource(client, recorder, h.folder), token: token}, err
}

func backupSource(client *dynamodb.Client, recorder *homedata.Recorder, folder string) homedata.Source {
	return homedata.Source{Client: client, Table: homedata.Table, Recorder: recorder, Folder: folder,
		Files: homedata.Files(), Version: version.Text(), Now: time.Now}
}

// backupToken is made of the local key, so that only those who can read the data get a copy.
func backupToken(folder string) (string, error) {
	key, err := os.ReadFile(filepath.Join(folder, homedata.LocalKeyFile))
	if err != nil {
		return "", err
	}
	sum := hmac.New(sha256.New, key)
	_, _ = sum.Write([]byte("stint home backup")) // never fails (hash.Hash)
	return "Bearer " + hex.EncodeToString(sum.Sum(nil)), nil
}

// inFrontOf serves a copy at backupPath. For all others the path does not exist.
func (b *backups) inFrontOf(gateway http.Handler) http.Handler {
	if b == nil {
		return gateway
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != backupPath || r.Method != http.MethodGet || !isLocal(r) ||
			!hmac.Equal([]byte(r.Header.Get("Authorization")), []byte(b.token)) {
			gateway.ServeHTTP(w, r)
			return
		}
		edge.SetCorrelationID(w, r)
		w.Header().Set("Cache-Control", "no-store")
		if !b.running.TryLock() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		defer b.running.Unlock()
		if err := b.source.Write(r.Context(), w); err != nil {
			fmt.Fprintln(os.Stderr, "stint: backup:", err)
			panic(http.ErrAbortHandler) // so that the caller does not take it for complete
		}
	})
}

// copyTo writes a copy of the data into a new file, or to standard output for "-". A server that runs
// with these settings makes it; without one, the data are opened.
func copyTo(ctx context.Context, getenv func(string) string, name string, stdout io.Writer) error {
	folder := homedata.Folder(getenv)
	token, err := backupToken(folder)
	if err != nil {
		return fmt.Errorf("there are no data of the home server in %s: %w", folder, err)
	}
	write := func(out io.Writer) error {
		answered, err := askForCopy(ctx, getenv, token, out)
		if answered || err != nil {
			return err
		}
		return copyStopped(ctx, getenv, folder, out)
	}
	if name == "-" {
		return write(stdout)
	}
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("%s is there already: name a new file", name), err)
	}
	return writeNew(name, write)
}

// writeNew makes a file that only its owner can read, once the copy in it is complete.
func writeNew(name string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(name), ".new-*") // 0600
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	if err := errors.Join(write(file), file.Sync(), file.Close()); err != nil {
		return err
	}
	b, err := homedata.OpenBackup(file.Name())
	if err != nil {
		return err
	}
	fmt.Printf("%s has %s\n", name, b.About())
	return errors.Join(b.Close(), os.Rename(file.Name(), name))
}

// askForCopy asks the server that runs with these settings. answered is false if there is none.
func askForCopy(ctx context.Context, getenv func(string) string, token string, out io.Writer) (
	answered bool, err error,
) {
	request, err := ownRequest(ctx, getenv, backupPath)
	if err != nil {
		return false, err
	}
	request.Header.Set("Authorization", token)
	answer, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
	if err != nil {
		return false, ctx.Err() // nothing listens there
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return true, fmt.Errorf("the server at %s answers %s: it has other data, or makes a backup already", request.URL.Host,
			answer.Status)
	}
	_, err = io.Copy(out, answer.Body)
	return true, err
}
