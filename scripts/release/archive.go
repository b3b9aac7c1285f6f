package main

import (
	"archive/tar"
	"archive/zip"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"
)

// writeFile makes a file from what write writes, or no file.
func writeFile(name string, write func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := errors.Join(write(file), file.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

// modeOf is the mode of a file in an archive, whatever the mask of the machine: who may run it may
// be seen, and only its owner may write it.
func modeOf(info fs.FileInfo) int64 {
	if info.IsDir() || info.Mode()&0o100 != 0 {
		return 0o755
	}
	return 0o644
}

// eachFile calls visit with all files of a folder in the order of their names.
func eachFile(folder string, visit func(name string, info fs.FileInfo, content io.Reader) error) error {
	return filepath.WalkDir(folder, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, file)
		if err != nil {
			return err
		}
		info, err := os.Stat(file)
		if err != nil {
			return err
		}
		content, err := os.Open(file)
		if err != nil {
			return err
		}
		defer content.Close()
		return visit(filepath.ToSlash(name), info, content)
	})
}

// writeZip archives a folder under a prefix. The bytes depend on names, contents and the time only.
func writeZip(name, folder, prefix string, at time.Time) error {
	return writeFile(name, func(out io.Writer) error {
		z := zip.NewWriter(out)
		z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
			return flate.NewWriter(w, flate.BestCompression)
		})
		err := eachFile(folder, func(file string, info fs.FileInfo, content io.Reader) error {
			header := &zip.FileHeader{Name: path.Join(prefix, file), Method: zip.Deflate, Modified: at}
			header.SetMode(fs.FileMode(modeOf(info)))
			w, err := z.CreateHeader(header)
			if err != nil {
				return err
			}
			_, err = io.Copy(w, content)
			return err
		})
		return errors.Join(err, z.Close())
	})
}

// writeTarGz is writeZip for a tar archive. Its files belong to root.
func writeTarGz(name, folder, prefix string, at time.Time) error {
	return writeFile(name, func(out io.Writer) error {
		z, err := gzip.NewWriterLevel(out, gzip.BestCompression)
		if err != nil {
			return err
		}
		t := tar.NewWriter(z)
		err = eachFile(folder, func(file string, info fs.FileInfo, content io.Reader) error {
			return addToTar(t, tar.Header{Name: path.Join(prefix, file), Mode: modeOf(info), Size: info.Size(), ModTime: at},
				content)
		})
		return errors.Join(err, t.Close(), z.Close())
	})
}

func addToTar(t *tar.Writer, header tar.Header, content io.Reader) error {
	if err := t.WriteHeader(&header); err != nil {
		return err
	}
	if content == nil {
		return nil
	}
	_, err := io.Copy(t, content)
	return err
}
