package main

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// architecture is that of the image. npm has the database engine for no other one; see scripts/image.sh.
const architecture = "amd64"

// imageConfig is the configuration of an image, as docker load reads it
// (github.com/opencontainers/image-spec, with Docker's health check).
type imageConfig struct {
	Created      time.Time        `json:"created"`
	Architecture string           `json:"architecture"`
	OS           string           `json:"os"`
	Config       runConfig        `json:"config"`
	RootFS       map[string]any   `json:"rootfs"`
	History      []map[string]any `json:"history"`
}

// writeImage makes the archive of an image from the folder that scripts/image.sh filled, by the
// Dockerfile in it. It has one layer. Unlike docker build, it writes no time of its own.
func writeImage(name, folder, tag string, at time.Time) error {
	text, err := os.ReadFile(filepath.Join(folder, "Dockerfile"))
	if err != nil {
		return err
	}
	recipe, err := parseDockerfile(string(text))
	if err != nil {
		return err
	}
	var layer bytes.Buffer
	if err := writeLayer(&layer, folder, recipe.copies, at); err != nil {
		return err
	}
	layerID := fmt.Sprintf("%x", sha256.Sum256(layer.Bytes()))
	config, err := json.Marshal(imageConfig{Created: at, Architecture: architecture, OS: "linux", Config: recipe.run,
		RootFS:  map[string]any{"type": "layers", "diff_ids": []string{"sha256:" + layerID}},
		History: []map[string]any{{"created": at, "created_by": "make release"}}})
	if err != nil {
		return err
	}
	configName, layerName := fmt.Sprintf("%x.json", sha256.Sum256(config)), layerID+".tar"
	manifest, err := json.Marshal([]map[string]any{{"Config": configName, "RepoTags": []string{tag},
		"Layers": []string{layerName}}})
	if err != nil {
		return err
	}
	return writeFile(name, func(out io.Writer) error {
		t := tar.NewWriter(out)
		for _, f := range []struct {
			name    string
			content []byte
		}{{configName, config}, {layerName, layer.Bytes()}, {"manifest.json", manifest}} {
			header := tar.Header{Name: f.name, Mode: 0o644, Size: int64(len(f.content)), ModTime: at}
			if err := addToTar(t, header, bytes.NewReader(f.content)); err != nil {
				return err
			}
		}
		return t.Close()
	})
}

// writeLayer writes the files that the Dockerfile copies, in the order of their names.
func writeLayer(out io.Writer, folder string, copies []copied, at time.Time) error {
	t := tar.NewWriter(out)
	copies = slices.SortedFunc(slices.Values(copies), func(a, b copied) int {
		return strings.Compare(a.to, b.to)
	})
	for _, c := range copies {
		if err := addCopied(t, filepath.Join(folder, c.from), c, at); err != nil {
			return err
		}
	}
	return t.Close()
}

// addCopied adds a file, or a folder with its files.
func addCopied(t *tar.Writer, from string, c copied, at time.Time) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	header := tar.Header{Name: c.to, Mode: modeOf(info), Uid: c.user, Gid: c.user, ModTime: at}
	if !info.IsDir() {
		file, err := os.Open(from)
		if err != nil {
			return err
		}
		header.Size = info.Size()
		return errors.Join(addToTar(t, header, file), file.Close())
	}
	header.Typeflag, header.Name = tar.TypeDir, c.to+"/"
	if err := addToTar(t, header, nil); err != nil {
		return err
	}
	return eachFile(from, func(file string, info fs.FileInfo, content io.Reader) error {
		return addToTar(t, tar.Header{Name: path.Join(c.to, file), Mode: modeOf(info), Uid: c.user, Gid: c.user,
			Size: info.Size(), ModTime: at}, content)
	})
}
