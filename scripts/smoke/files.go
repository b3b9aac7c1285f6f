package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// acceptHeaders are values of the Accept header; "" sends none. API Gateway decides by the first
// media type whether it decodes an answer that is not text.
var acceptHeaders = []string{"", "application/json", "application/pdf", "text/html,application/xhtml+xml,*/*;q=0.8",
	"*/*"}

// checkCompression reads documents that the service compresses for callers who accept it.
func checkCompression(ctx context.Context, v *smokeRun) (string, error) {
	var compressed int
	for _, path := range []string{"/api/openapi.json", "/api/docs/search.json"} {
		err := v.readWithEveryAccept(ctx, call{Method: http.MethodGet, Path: path,
			Header: http.Header{"Accept-Encoding": {"gzip"}}}, func(a answer) error {
			body, err := a.uncompressed()
			if err == nil && !json.Valid(body) {
				err = errors.New("it is no JSON")
			}
			if a.Header.Get("Content-Encoding") != "" {
				compressed++
			}
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%d answers were compressed", compressed), nil
}

// uncompressed is the body without its content encoding.
func (a answer) uncompressed() ([]byte, error) {
	switch encoding := a.Header.Get("Content-Encoding"); encoding {
	case "":
		return a.Body, nil
	case "gzip":
		reader, err := gzip.NewReader(bytes.NewReader(a.Body))
		if err != nil {
			return nil, err
		}
		return io.ReadAll(reader)
	default:
		return nil, fmt.Errorf("its content encoding is %q", encoding)
	}
}

// checkDocument reads the approved timesheet as PDF.
func checkDocument(ctx context.Context, v *smokeRun) (string, error) {
	if v.submissionID == "" {
		return "", errors.New("there is no timesheet to read")
	}
	return v.checkFile(ctx, "/api/workspaces/me/timesheet-submissions/"+v.submissionID+"/document", "%PDF-")
}

// checkWorkbook exports the tracked time as a workbook, which is a ZIP file.
func checkWorkbook(ctx context.Context, v *smokeRun) (string, error) {
	if v.owner == nil {
		return "", errNoAccount
	}
	return v.checkFile(ctx, fmt.Sprintf("/api/entries/export?format=xlsx&from=%s&to=%s", ago(24*time.Hour),
		ago(-time.Hour)), "PK\x03\x04")
}

// checkFile reads a file of the owner that begins with a text.
func (v *smokeRun) checkFile(ctx context.Context, path, begin string) (note string, err error) {
	err = v.readWithEveryAccept(ctx, call{Method: http.MethodGet, Path: path, Token: v.owner.token}, func(a answer) error {
		note = fmt.Sprintf("%d bytes", len(a.Body))
		if !bytes.HasPrefix(a.Body, []byte(begin)) {
			return a.unexpected(begin)
		}
		return nil
	})
	return note, err
}

// readWithEveryAccept sends a request with each of acceptHeaders.
func (v *smokeRun) readWithEveryAccept(ctx context.Context, c call, check func(answer) error) error {
	for _, accept := range acceptHeaders {
		header := c.Header.Clone()
		if header == nil {
			header = http.Header{}
		}
		if accept != "" {
			header.Set("Accept", accept)
		}
		sent := c
		sent.Header = header
		a, err := v.service.send(ctx, sent)
		if err == nil && a.Status != http.StatusOK {
			err = a.unexpected("200")
		}
		if err == nil {
			err = check(v.decoded(a))
		}
		if err != nil {
			return fmt.Errorf("%s with Accept %q: %w", c.Path, accept, err)
		}
	}
	return nil
}

// decoded is an answer of LocalStack with its body decoded: LocalStack 3.8 sends in base64 what is
// not text, whatever the request accepts.
func (v *smokeRun) decoded(a answer) answer {
	if v.local != "localstack" {
		return a
	}
	if body, err := base64.StdEncoding.DecodeString(string(a.Body)); err == nil {
		a.Body = body
	}
	return a
}
