package egress

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"

	"stint/shared/domain"
)

// Response is what a receiver answered: the first domain.MaxResponse bytes.
type Response struct {
	Status int
	Text   []byte
}

// Post sends a body to an address and reads the beginning of the response. The context
// bounds all of it. Errors: those that Classify knows; they do not have the address.
func Post(ctx context.Context, client *http.Client, to domain.WebhookURL, header http.Header, body []byte) (Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, to.Reveal(), bytes.NewReader(body))
	if err != nil {
		return Response{}, errors.New("the address cannot be called")
	}
	request.Header = header.Clone()
	response, err := client.Do(request)
	if err != nil {
		return Response{}, withoutAddress(err)
	}
	// After 101 the body is the connection, whose reads no context ends. Closing it does.
	stop := context.AfterFunc(ctx, func() { _ = response.Body.Close() })
	defer func() { stop(); _ = response.Body.Close() }()
	got := Response{Status: response.StatusCode}
	if response.StatusCode == http.StatusSwitchingProtocols {
		return got, nil
	}
	got.Text, err = io.ReadAll(io.LimitReader(response.Body, domain.MaxResponse))
	if err != nil && ctx.Err() != nil {
		return got, ctx.Err()
	}
	return got, nil // a body that breaks off does not change the status
}

// withoutAddress is the cause of an error of net/http, whose text has the whole address.
func withoutAddress(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		if _, hasURL := err.(interface{ Temporary() bool }); !hasURL {
			return err
		}
		err = inner
	}
}

// Classify says why an attempt failed; "" is success.
func Classify(r Response, err error) domain.DeliveryError {
	var name *net.DNSError
	var timeout net.Error
	var header tls.RecordHeaderError
	var alert tls.AlertError
	var certificate *tls.CertificateVerificationError
	switch {
	case err == nil && r.Status >= 200 && r.Status < 300:
		return ""
	case err == nil && r.Status >= 300 && r.Status < 400:
		return domain.ErrorRedirect
	case err == nil:
		return domain.ErrorStatus
	case errors.Is(err, ErrAddress):
		return domain.ErrorAddress
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return domain.ErrorTimeout
	case errors.As(err, &name):
		return domain.ErrorName
	case errors.As(err, &header), errors.As(err, &alert), errors.As(err, &certificate):
		return domain.ErrorTLS
	default:
		return domain.ErrorConnection
	}
}
