// Package kms calls the operations of AWS KMS that functions need. See awsclient.ServiceClient for
// why it does without the SDK's client.
package kms

import (
	"context"
	"errors"
	"slices"

	"github.com/aws/smithy-go"

	"stint/shared/awsclient"
)

// Codes of errors.
const (
	NotFound          = "NotFoundException"
	Disabled          = "DisabledException"
	InvalidState      = "KMSInvalidStateException"
	InvalidCiphertext = "InvalidCiphertextException"
	IncorrectKey      = "IncorrectKeyException"
)

// SpecP256 is the spec of a key pair on the curve P-256.
const SpecP256 = "ECC_NIST_P256"

// Client calls KMS. It may be used by several goroutines.
type Client struct{ service *awsclient.ServiceClient }

// New makes a client for a region. The endpoint "" is that of AWS. It does not connect.
func New(region, endpoint string) *Client {
	c := awsclient.NewConfig(awsclient.Options{Region: region, Endpoint: endpoint})
	return &Client{awsclient.NewServiceClient(c, "kms", "kms")}
}

// PublicKey is the public key of a key pair.
type PublicKey struct {
	DER  []byte `json:"PublicKey"` // a SubjectPublicKeyInfo
	Spec string `json:"KeySpec"`
}

// DataKey is a new data key of 256 bits, plain and sealed.
type DataKey struct {
	Plain  []byte `json:"Plaintext"`
	Sealed []byte `json:"CiphertextBlob"`
}

// Sealed is what Decrypt opens.
type Sealed struct {
	Key     string            `json:"KeyId,omitempty"` // "" is the key that the text names
	Text    []byte            `json:"CiphertextBlob"`
	Context map[string]string `json:"EncryptionContext,omitempty"`
}

// Sign signs a SHA-256 digest with ECDSA. The signature is in ASN.1.
func (c *Client) Sign(ctx context.Context, key string, digest [32]byte) ([]byte, error) {
	in := struct {
		KeyID            string `json:"KeyId"`
		Message          []byte
		MessageType      string
		SigningAlgorithm string
	}{key, digest[:], "DIGEST", "ECDSA_SHA_256"}
	var out struct{ Signature []byte }
	err := c.call(ctx, "Sign", in, &out)
	return out.Signature, err
}

// GetPublicKey reads the public key of a key pair.
func (c *Client) GetPublicKey(ctx context.Context, key string) (out PublicKey, err error) {
	in := struct {
		KeyID string `json:"KeyId"`
	}{key}
	err = c.call(ctx, "GetPublicKey", in, &out)
	return out, err
}

// GenerateDataKey makes a data key and seals it with a key and an encryption context.
func (c *Client) GenerateDataKey(ctx context.Context, key string,
	encryptionContext map[string]string) (out DataKey, err error) {
	in := struct {
		KeyID             string `json:"KeyId"`
		KeySpec           string
		EncryptionContext map[string]string
	}{key, "AES_256", encryptionContext}
	err = c.call(ctx, "GenerateDataKey", in, &out)
	return out, err
}

// Decrypt opens what KMS sealed.
func (c *Client) Decrypt(ctx context.Context, in Sealed) ([]byte, error) {
	var out struct{ Plaintext []byte }
	err := c.call(ctx, "Decrypt", in, &out)
	return out.Plaintext, err
}

func (c *Client) call(ctx context.Context, operation string, in, out any) error {
	return c.service.Call(ctx, awsclient.Request{
		Operation: operation, Path: "/",
		Header: map[string]string{"Content-Type": "application/x-amz-json-1.1", "X-Amz-Target": "TrentService." + operation},
		In:     in,
	}, out)
}

// HasCode reports whether KMS answered with an error of one of the codes.
func HasCode(err error, codes ...string) bool {
	var answered smithy.APIError
	return errors.As(err, &answered) && slices.Contains(codes, answered.ErrorCode())
}
