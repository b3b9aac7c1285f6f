package kmslocal

import (
	"encoding/json"
	"net/http"
	"strings"
)

// Target is the prefix of the header X-Amz-Target in requests to KMS.
const Target = "TrentService."

// request has the parameters of all operations. Bytes are in base64.
type request struct {
	KeyID             string `json:"KeyId"`
	Message           []byte
	Plaintext         []byte
	CiphertextBlob    []byte
	EncryptionContext map[string]string
}

// response has the results of all operations.
type response struct {
	KeyID            string   `json:"KeyId,omitempty"`
	KeySpec          string   `json:",omitempty"`
	KeyUsage         string   `json:",omitempty"`
	MacAlgorithm     string   `json:",omitempty"`
	SigningAlgorithm string   `json:",omitempty"`
	Mac              []byte   `json:",omitempty"`
	PublicKey        []byte   `json:",omitempty"`
	Signature        []byte   `json:",omitempty"`
	Plaintext        []byte   `json:",omitempty"`
	CiphertextBlob   []byte   `json:",omitempty"`
	Algorithms       []string `json:"SigningAlgorithms,omitempty"`
}

// maxRequest bounds a request in bytes. KMS itself accepts messages of up to 4 KB.
const maxRequest = 64 << 10

// ServeHTTP answers in the protocol of KMS. It does not check the request's signature.
func (k *Keys) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/x-amz-json-1.1")
	var in request
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest)).Decode(&in); err != nil {
		writeError(w, "SerializationException")
		return
	}
	operation := strings.TrimPrefix(r.Header.Get("X-Amz-Target"), Target)
	out, err := k.handle(operation, in)
	if err != nil {
		writeError(w, err.Error())
		return
	}
	_ = json.NewEncoder(w).Encode(out)
}

func (k *Keys) handle(operation string, in request) (out response, err error) {
	out.KeyID = in.KeyID
	switch operation {
	case "GenerateMac":
		out.MacAlgorithm, out.Mac = "HMAC_SHA_256", k.generateMac(in.KeyID, in.Message)
	case "GenerateDataKey":
		out.Plaintext, out.CiphertextBlob, err = k.generateDataKey(in.KeyID, in.EncryptionContext)
	case "Sign":
		out.SigningAlgorithm = "ECDSA_SHA_256"
		out.Signature, err = k.sign(in.KeyID, in.Message)
	case "GetPublicKey":
		out.KeySpec, out.KeyUsage, out.Algorithms = "ECC_NIST_P256", "SIGN_VERIFY", []string{"ECDSA_SHA_256"}
		out.PublicKey, err = k.publicKey(in.KeyID)
	case "Encrypt":
		out.CiphertextBlob, err = k.encrypt(in.KeyID, in.Plaintext, in.EncryptionContext)
	case "Decrypt":
		out.KeyID, out.Plaintext, err = k.decrypt(in.CiphertextBlob, in.EncryptionContext)
	default:
		err = errUnknown
	}
	return out, err
}

func writeError(w http.ResponseWriter, kind string) {
	w.WriteHeader(http.StatusBadRequest)
	_ = json.NewEncoder(w).Encode(map[string]string{"__type": kind, "message": "refused by the stand-in for KMS"})
}
