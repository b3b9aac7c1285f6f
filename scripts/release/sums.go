package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// writeSums writes the checksums of files in the form that sha256sum -c reads.
func writeSums(name, folder string, files []string) error {
	return writeFile(name, func(out io.Writer) error {
		for _, file := range files {
			digest, err := digestOf(filepath.Join(folder, file))
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(out, "%s  %s\n", digest, file); err != nil {
				return err
			}
		}
		return nil
	})
}

// digestOf is the SHA-256 of a file in hex.
func digestOf(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	digest := sha256.New()
	_, err = io.Copy(digest, file)
	return fmt.Sprintf("%x", digest.Sum(nil)), err
}
