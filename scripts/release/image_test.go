package main

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// entries are the files of a tar archive.
func entries(t *testing.T, archive []byte) (headers []*tar.Header, contents map[string][]byte) {
	t.Helper()
	contents = map[string][]byte{}
	for r := tar.NewReader(bytes.NewReader(archive)); ; {
		header, err := r.Next()
		if err == io.EOF {
			return headers, contents
		}
		if err != nil {
			t.Fatal(err)
		}
		headers = append(headers, header)
		if contents[header.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
}

// The image has what the Dockerfile says, and every digest is right, as docker load checks.
func TestTheImageIsThatOfTheDockerfile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "image.tar")
	if err := writeImage(name, filepath.Join(built(t, noon), "image"), "stint:1.0.0", noon); err != nil {
		t.Fatal(err)
	}
	_, files := entries(t, readFile(t, name))
	var manifest []struct {
		Config           string
		RepoTags, Layers []string
	}
	var config struct {
		Config struct {
			User        string
			Env         []string
			Entrypoint  []string
			Healthcheck struct {
				Test     []string
				Interval int64
				Retries  int
			}
			Labels map[string]string
		}
		RootFS struct {
			DiffIDs []string `json:"diff_ids"`
		}
	}
	if err := json.Unmarshal(files["manifest.json"], &manifest); err != nil || len(manifest) != 1 {
		t.Fatalf("manifest %s: %v", files["manifest.json"], err)
	}
	m := manifest[0]
	if err := json.Unmarshal(files[m.Config], &config); err != nil {
		t.Fatal(err)
	}
	layer := files[m.Layers[0]]
	if m.Config != fmt.Sprintf("%x.json", sha256.Sum256(files[m.Config])) || m.RepoTags[0] != "stint:1.0.0" ||
		config.RootFS.DiffIDs[0] != fmt.Sprintf("sha256:%x", sha256.Sum256(layer)) {
		t.Errorf("manifest %+v, layer %v", m, config.RootFS.DiffIDs)
	}
	c := config.Config
	if c.User != "65532:65532" || !slices.Contains(c.Env, "STINT_DATA=/data") || c.Entrypoint[0] != "/bin/stint" ||
		c.Healthcheck.Interval != 10e9 || c.Healthcheck.Retries != 3 ||
		!slices.Equal(c.Healthcheck.Test, []string{"CMD", "/bin/stint", "-health"}) ||
		c.Labels["org.opencontainers.image.version"] != "development" {
		t.Errorf("configuration %+v", c)
	}
	var list []string
	headers, _ := entries(t, layer)
	for _, h := range headers {
		list = append(list, fmt.Sprintf("%s %o %d", h.Name, h.Mode, h.Uid))
	}
	if want := "LICENSE 644 0\nbin/ 755 0\nbin/stint 755 0\ndata/ 755 65532\nlicences/ 755 0\n" +
		"licences/go/LICENSE 644 0"; strings.Join(list, "\n") != want {
		t.Errorf("files\n%s\nwant\n%s", strings.Join(list, "\n"), want)
	}
}

// An instruction that is not understood cannot be left out of the image.
func TestUnknownInstructionsAreRefused(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"RUN true", "FROM alpine", "COPY --chown=a:b x /y", "COPY x y",
		"HEALTHCHECK --x=1 CMD []",
		"HEALTHCHECK --retries=1 CMD x", "ENTRYPOINT stint"} {
		if _, err := parseDockerfile(line); err == nil {
			t.Errorf("%s is accepted", line)
		}
	}
}
