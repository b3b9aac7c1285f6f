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
func checkCompression(ctx context.Context, run *smokeRun) (string, error) {
	var compressed int
	for _, path := range []string{"/api/openapi.json", "/api/docs/search.json"} {
		err := run.readWithEveryAccept(ctx, call{Method: http.MethodGet, Path: path,
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
func checkDocument(ctx context.Context, run *smokeRun) (string, error) {
	if run.submissionID == "" {
		return "", errors.New("there is no timesheet to read")
	}
	return run.checkFile(ctx, "/api/workspaces/me/timesheet-submissions/"+run.submissionID+"/document", "%PDF-")
}

// checkWorkbook exports the tracked time as a workbook, which is a ZIP file.
func checkWorkbook(ctx context.Context, run *smokeRun) (string, error) {
	if run.owner == nil {
		return "", errNoAccount
	}
	return run.checkFile(ctx, fmt.Sprintf("/api/entries/export?format=xlsx&from=%s&to=%s", ago(24*time.Hour),
		ago(-time.Hour)), "PK\x03\x04")
}

// checkFile reads a file of the owner that begins with a text.
func (run *smokeRun) checkFile(ctx context.Context, path, begin string) (note string, err error) {
	c := call{Method: http.MethodGet, Path: path, Token: run.owner.token}
	err = run.readWithEveryAccept(ctx, c, func(a answer) error {
		note = fmt.Sprintf("%d bytes", len(a.Body))
		if !bytes.HasPrefix(a.Body, []byte(begin)) {
			return a.unexpected(begin)
		}
		return nil
	})
	return note, err
}

// readWithEveryAccept sends a request with each of acceptHeaders.
func (run *smokeRun) readWithEveryAccept(ctx context.Context, c call, check func(answer) error) error {
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
		a, err := run.service.send(ctx, sent)
		if err == nil && a.Status != http.StatusOK {
			err = a.unexpected("200")
		}
		if err == nil {
			err = check(run.decoded(a))
		}
		if err != nil {
			return fmt.Errorf("%s with Accept %q: %w", c.Path, accept, err)
		}
	}
	return nil
}

// decoded is an answer of LocalStack with its body decoded: LocalStack 3.8 sends in base64 what is
// not text, whatever the request accepts.
func (run *smokeRun) decoded(a answer) answer {
	if run.local != "localstack" {
		return a
	}
	if body, err := base64.StdEncoding.DecodeString(string(a.Body)); err == nil {
		a.Body = body
	}
	return a
}
