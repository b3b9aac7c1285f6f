package awsclient

import (
	"bytes"
	"encoding/json"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws/protocol/restjson"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

// newError makes the SDK's error of an answer to a request that failed. Services name the
// code in a header or in the body.
func newError(response *http.Response, body []byte) error {
	// an answer of a proxy may be no JSON
	code, message, _ := restjson.GetErrorInfo(json.NewDecoder(bytes.NewReader(body)))
	if sent := response.Header.Get("X-Amzn-Errortype"); sent != "" {
		code = restjson.SanitizeErrorCode(sent)
	}
	return &awshttp.ResponseError{
		RequestID: response.Header.Get("X-Amzn-Requestid"),
		ResponseError: &smithyhttp.ResponseError{
			Response: &smithyhttp.Response{Response: response},
			Err:      &smithy.GenericAPIError{Code: code, Message: message},
		},
	}
}
