package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// platforms are the systems and processors that have programs.
var platforms = []string{
	"darwin-amd64", "darwin-arm64", "linux-amd64", "linux-arm64", "windows-amd64", "windows-arm64",
}

// deployPlatforms are those that have a program which deploys: its folder has shell scripts.
var deployPlatforms = []string{"darwin-amd64", "darwin-arm64", "linux-amd64", "linux-arm64"}

// sumsFile has the checksums of the other files.
const sumsFile = "SHA256SUMS"

// asset is a file of a release.
type asset struct {
	name string
	from string // the file or folder that it is made of
	make func(to, from string) error
}

// assets are the files of a release, in the order of docs/verify.md.
func assets(version string, at time.Time) (all []asset) {
	stint := "stint-" + version
	tarGz := func(to, from string) error { return writeTarGz(to, from, stint, at) }
	inZip := func(to, from string) error { return writeZip(to, from, stint, at) }
	for _, platform := range deployPlatforms {
		all = append(all, asset{stint + "-deploy-" + platform + ".tar.gz", "deploy-" + platform, tarGz})
	}
	all = append(all, asset{stint + "-functions-amd64.tar.gz", "functions-amd64", tarGz})
	for _, platform := range platforms {
		packed, extension := tarGz, ".tar.gz"
		if platform[:3] == "win" {
			packed, extension = inZip, ".zip"
		}
		all = append(all, asset{stint + "-" + platform + extension, filepath.Join("programs", platform), packed})
	}
	image := func(to, from string) error { return writeImage(to, from, "stint:"+version, at) }
	return append(all, asset{stint + "-image-linux-amd64.tar", "image", image},
		asset{stint + "-openapi.json", "openapi.json", copyFile}, asset{stint + ".cdx.json", "sbom.cdx.json", copyFile})
}

// pack makes the files of a release from a folder with what was built, and their checksums.
func pack(version, from, to string, at time.Time) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	var names []string
	for _, a := range assets(version, at) {
		if err := a.make(filepath.Join(to, a.name), filepath.Join(from, a.from)); err != nil {
			return err
		}
		names = append(names, a.name)
	}
	slices.Sort(names)
	return writeSums(filepath.Join(to, sumsFile), to, names)
}

func copyFile(to, from string) error {
	text, err := os.ReadFile(from)
	return errors.Join(err, os.WriteFile(to, text, 0o644))
}
