package main

import (
	"cmp"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"

	"stint/scripts/internal/homedata"
)

// home has the folders and options of the home server.
type home struct {
	getenv    func(string) string
	folder    string     // of the data; "" keeps it in memory
	keys      string     // folder of the secrets; a temporary one if the data is in memory
	address   netip.Addr // that the server listens on
	port      string
	endpoint  string // of a running DynamoDB; "" is the embedded one
	limitsOff bool
	logLevel  slog.Level // the lowest level that is printed on standard error
	profiles  bool       // whether profiles are served
	isDemo    bool       // whether it creates the demo workspace

	commitsLate bool // the engine answers before it has written
}

// inMemory is the value of STINT_DATA that keeps all data in memory.
const inMemory = ":memory:"

func openHome(getenv func(string) string) (home, error) {
	h := home{getenv: getenv, folder: homedata.Folder(getenv), port: cmp.Or(getenv("PORT"), "8080"),
		endpoint: getenv("DYNAMODB_ENDPOINT"), limitsOff: getenv("STINT_LIMITS") == "off"}
	var err error
	if h.address, err = parseListen(getenv("LISTEN")); err != nil {
		return h, err
	}
	level, err := parseLogLevel(getenv("LOG"))
	if err != nil {
		return h, err
	}
	h.logLevel, h.profiles = level, level <= slog.LevelDebug || getenv("PPROF") == "1"
	if h.folder == inMemory {
		h.folder = ""
		h.keys, err = os.MkdirTemp("", "stint-")
		return h, err
	}
	h.keys = h.folder
	return h, os.MkdirAll(h.folder, 0o700)
}

// parseListen reads the setting LISTEN. Without it, only programs of this machine reach the
// server: whoever reaches it can read all mails.
func parseListen(text string) (netip.Addr, error) {
	address, err := netip.ParseAddr(cmp.Or(text, "127.0.0.1"))
	if err != nil {
		return address, fmt.Errorf("LISTEN=%s is not an IP address: use 127.0.0.1, or 0.0.0.0 for all addresses of this "+
			"machine", text)
	}
	return address, nil
}

// parseLogLevel reads the setting LOG. Without it only warnings and errors are
// printed.
func parseLogLevel(text string) (slog.Level, error) {
	if text == "" {
		return slog.LevelWarn, nil
	}
	var level slog.Level
	if level.UnmarshalText([]byte(text)) != nil {
		return 0, fmt.Errorf("LOG=%s is not a level: use debug, info, warn or error", text)
	}
	return level, nil
}

// close removes the temporary folder, if there is one.
func (h home) close() {
	if h.folder == "" {
		_ = os.RemoveAll(h.keys)
	}
}

// dataFile is the file of the table; "" keeps it in memory.
func (h home) dataFile() string {
	if h.folder == "" {
		return ""
	}
	return homedata.TableFile(h.folder)
}

// mailFile is the file of sent mails; "" keeps them in memory.
func (h home) mailFile() string {
	if h.folder == "" {
		return ""
	}
	return filepath.Join(h.folder, homedata.MailFile)
}

// settings are the environment with defaults for the home server.
func (h home) settings(endpoint string) func(string) string {
	key, err := h.localKey()
	defaults := map[string]string{
		"TABLE_NAME": homedata.Table, "DYNAMODB_ENDPOINT": endpoint, "STINT_ENV": "local",
		"PUBLIC_URL":  "http://localhost:" + h.port,
		"SIGNING_KEY": "file:" + filepath.Join(h.keys, homedata.SigningKeyFile),
		"SEALING_KEY": key,
	}
	return func(name string) string {
		if err != nil && name == "SEALING_KEY" {
			return ""
		}
		if value := h.getenv(name); value != "" {
			return value
		}
		if name == "SEALING_KEY" && h.getenv("MASTER_SECRET") != "" {
			return "" // the earlier name of the setting
		}
		return defaults[name]
	}
}

// localKey reads the key that seals the data keys. The first start makes it. The file has
// the name that it had in earlier versions.
func (h home) localKey() (string, error) {
	path := filepath.Join(h.keys, homedata.LocalKeyFile)
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
		return "", fmt.Errorf("write the local key: %w", err)
	}
	return text, nil
}

// writeAtomically writes a file completely or not at all, also if the machine crashes.
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
