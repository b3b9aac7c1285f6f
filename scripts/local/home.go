package main

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
)

// home is where the home server keeps its things, and how it was asked to run.
type home struct {
	getenv    func(string) string
	folder    string // of the data; "" keeps nothing
	keys      string // folder of the secrets; a temporary one when nothing is kept
	port      string
	endpoint  string // of a DynamoDB that is there already; "" is the embedded one
	limitsOff bool
	logLevel  slog.Level // what is printed on standard error, at least
	profiles  bool       // whether profiles are served
}

// inMemory as STINT_DATA keeps nothing.
const inMemory = ":memory:"

func openHome(getenv func(string) string) (home, error) {
	h := home{getenv: getenv, folder: getenv("STINT_DATA"), port: getenv("PORT"), endpoint: getenv("DYNAMODB_ENDPOINT"), limitsOff: getenv("STINT_LIMITS") == "off"}
	if h.port == "" {
		h.port = "8080"
	}
	level, err := parseLogLevel(getenv("LOG"))
	if err != nil {
		return h, err
	}
	h.logLevel, h.profiles = level, level <= slog.LevelDebug || getenv("PPROF") == "1"
	if h.folder == "" {
		h.folder = ".stint"
	}
	if h.folder == inMemory {
		h.folder = ""
		keys, err := os.MkdirTemp("", "stint-")
		h.keys = keys
		return h, err
	}
	h.keys = h.folder
	return h, os.MkdirAll(h.folder, 0o700)
}

// parseLogLevel reads the setting LOG. Without it only warnings and errors are
// printed.
func parseLogLevel(text string) (slog.Level, error) {
	if text == "" {
		return slog.LevelWarn, nil
	}
	var level slog.Level
	if level.UnmarshalText([]byte(text)) != nil {
		return 0, fmt.Errorf("LOG=%s is no level: use debug, info, warn or error", text)
	}
	return level, nil
}

// close removes what was only made for this run.
func (h home) close() {
	if h.folder == "" {
		_ = os.RemoveAll(h.keys)
	}
}

// dataFile is where the table is kept; "" keeps it in memory.
func (h home) dataFile() string {
	if h.folder == "" {
		return ""
	}
	return filepath.Join(h.folder, "stint.db")
}

// mailFile is where mails are kept; "" keeps them in memory.
func (h home) mailFile() string {
	if h.folder == "" {
		return ""
	}
	return filepath.Join(h.folder, "mail.jsonl")
}

// settings are the environment with what a home needs filled in.
func (h home) settings(endpoint string) func(string) string {
	master, err := h.masterSecret()
	defaults := map[string]string{
		"TABLE_NAME": tableName, "DYNAMODB_ENDPOINT": endpoint, "STINT_ENV": "local",
		"PUBLIC_URL":    "http://localhost:" + h.port,
		"SIGNING_KEY":   "file:" + filepath.Join(h.keys, "signing-key.pem"),
		"MASTER_SECRET": master,
	}
	return func(name string) string {
		if err != nil && name == "MASTER_SECRET" {
			return ""
		}
		if value := h.getenv(name); value != "" {
			return value
		}
		return defaults[name]
	}
}

// masterSecret is made at the first start and kept beside the data.
func (h home) masterSecret() (string, error) {
	path := filepath.Join(h.keys, "master-secret")
	secretFile, err := os.ReadFile(path)
	if err == nil {
		return string(secretFile), nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails (crypto/rand)
	text := base64.StdEncoding.EncodeToString(secret)
	if err := writeAtomically(path, text); err != nil {
		return "", fmt.Errorf("the master secret cannot be kept: %w", err)
	}
	return text, nil
}

// writeAtomically writes a file whole or not at all, also when the power goes.
func writeAtomically(path, text string) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".new-*") // 0600
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.WriteString(text)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}
