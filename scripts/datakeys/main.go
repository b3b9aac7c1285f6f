// Command datakeys moves a stack from before data keys over, so that refresh cookies, open
// invitations and cursors stay valid:
//
//	go run ./scripts/datakeys -table <name> -master <ARN of MasterKey> -sealing <ARN of SecretsKey>
//
// Run it before the deployment that brings data keys. It derives the earlier keys with the
// master key, seals them with the sealing key, and writes them to the table unless there
// are data keys already. It needs kms:GenerateMac, kms:Encrypt and dynamodb:PutItem, and
// prints no key.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/aws/aws-sdk-go-v2/service/kms"
	"github.com/aws/aws-sdk-go-v2/service/kms/types"

	"stint/scripts/internal/command"
	"stint/shared/awsclient"
	"stint/shared/dynamo"
	"stint/shared/secret"
	"stint/shared/store"
)

func main() {
	command.Main("datakeys", func(ctx context.Context) error {
		var a adoption
		region := os.Getenv("AWS_REGION")
		table := flag.String("table", "", "name of the table")
		flag.StringVar(&a.master, "master", "", "ARN of the earlier master key")
		flag.StringVar(&a.sealing, "sealing", "", "ARN of the key that seals data keys")
		flag.Parse()
		if *table == "" || a.master == "" || a.sealing == "" {
			return errors.New("usage: datakeys -table <name> -master <ARN> -sealing <ARN>")
		}
		db, err := dynamo.NewClient(ctx, dynamo.Options{Endpoint: os.Getenv("DYNAMODB_ENDPOINT"), Region: region})
		if err != nil {
			return err
		}
		a.store = store.NewSealedKeys(db, *table)
		a.kms = newKMS(region, os.Getenv("KMS_ENDPOINT"))
		return a.run(ctx, os.Stdout)
	})
}

// newKMS makes a client of the SDK. Package kms has only the operations of functions.
func newKMS(region, endpoint string) *kms.Client {
	return kms.NewFromConfig(awsclient.NewConfig(awsclient.Options{Region: region, Endpoint: endpoint}))
}

// masterSecretLabel is the message whose MAC was the master secret.
const masterSecretLabel = "stint master secret 1"

// adopted are the purposes whose earlier keys are kept. The tokens of other mails and of
// client links are found by their digest, so links that were sent stay valid without the
// key. Sharing one key among them would undo the separation.
var adopted = []secret.Purpose{secret.Refresh, secret.InvitationMail, secret.Cursor}

// adoption makes data keys of the keys that were derived from the master secret.
type adoption struct {
	kms             *kms.Client
	store           secret.Store
	master, sealing string // ARNs of keys
}

func (a adoption) run(ctx context.Context, out io.Writer) error {
	mac, err := a.kms.GenerateMac(ctx, &kms.GenerateMacInput{
		KeyId: &a.master, MacAlgorithm: types.MacAlgorithmSpecHmacSha256, Message: []byte(masterSecretLabel),
	})
	if err != nil {
		return fmt.Errorf("derive the master secret: %w", err)
	}
	earlier := secret.NewLocal(mac.Mac)
	for _, p := range adopted {
		key, err := earlier.Key(ctx, p)
		if err != nil {
			return err
		}
		sealed, err := a.kms.Encrypt(ctx, &kms.EncryptInput{
			KeyId: &a.sealing, Plaintext: key, EncryptionContext: secret.EncryptionContext(p),
		})
		if err != nil {
			return fmt.Errorf("seal the data key of %s: %w", p, err)
		}
		written, err := a.store.CreateSealedKey(ctx, p, sealed.CiphertextBlob)
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintln(out, p, map[bool]string{true: "moved", false: "has a data key already"}[written])
	}
	return nil
}
