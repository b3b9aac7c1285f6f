package testkit

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
)

// Failure makes what the client gets instead of the engine's answer.
type Failure func(*http.Request) (*http.Response, error)

// Disconnected is a connection that breaks while the client waits for the answer.
func Disconnected(*http.Request) (*http.Response, error) {
	return nil, &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", syscall.ECONNRESET)}
}

// Refused is a refused connection.
func Refused(*http.Request) (*http.Response, error) {
	return nil, &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
}

// TimedOut is an answer that does not arrive in time.
func TimedOut(*http.Request) (*http.Response, error) {
	return nil, &net.OpError{Op: "read", Net: "tcp", Err: os.ErrDeadlineExceeded}
}

// Throttled is a throttled request. The SDK retries it.
func Throttled(r *http.Request) (*http.Response, error) {
	return APIError(http.StatusBadRequest, "ProvisionedThroughputExceededException", "The level of configured provisioned throughput was exceeded.")(r)
}

// InternalError is an internal error of DynamoDB. The SDK retries it.
func InternalError(r *http.Request) (*http.Response, error) {
	return APIError(http.StatusInternalServerError, "InternalServerError", "Internal server error.")(r)
}

// Conflicted is a single write that conflicts with a transaction on its item.
func Conflicted(r *http.Request) (*http.Response, error) {
	return APIError(http.StatusBadRequest, "TransactionConflictException", "Transaction is ongoing for the item")(r)
}

// APIError is an error of DynamoDB with an HTTP status and an error code such as
// "ThrottlingException".
func APIError(status int, code, message string) Failure {
	return newAPIError(status, map[string]any{"__type": errorType(code), "message": message})
}

// Canceled is a cancelled transaction. Each of its actions has a reason, such as
// "None", "ConditionalCheckFailed", "TransactionConflict", "ThrottlingError" or
// "ProvisionedThroughputExceeded". The SDK does not retry it.
func Canceled(reasons ...string) Failure {
	list := make([]map[string]string, len(reasons))
	for i, reason := range reasons {
		if list[i] = map[string]string{"Code": reason}; reason != "None" {
			list[i]["Message"] = "injected: " + reason
		}
	}
	return newAPIError(http.StatusBadRequest, map[string]any{
		"__type": errorType("TransactionCanceledException"),
		"Message": "Transaction cancelled, please refer cancellation reasons for specific reasons [" +
			strings.Join(reasons, ", ") + "]",
		"CancellationReasons": list,
	})
}

func errorType(code string) string { return "com.amazonaws.dynamodb.v20120810#" + code }

func newAPIError(status int, body map[string]any) Failure {
	text, err := json.Marshal(body)
	return func(r *http.Request) (*http.Response, error) {
		if err != nil {
			return nil, errors.Join(errors.New("testkit: writing an error"), err)
		}
		return &http.Response{
			Status: http.StatusText(status), StatusCode: status,
			Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
			Header:        http.Header{"Content-Type": {"application/x-amz-json-1.0"}},
			Body:          io.NopCloser(bytes.NewReader(text)),
			ContentLength: int64(len(text)),
			Request:       r,
		}, nil
	}
}
