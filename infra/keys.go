package main

import (
	"strconv"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awskms"
)

// keys never leave KMS.
type keys struct {
	signing  []awskms.Key // the first signs access tokens, those under the others are accepted
	master   awskms.Key   // makes the master secret of derived tokens
	secrets  awskms.Key   // seals settings that are secrets
	calendar awskms.Key   // seals tokens of calendars
}

func (st *stack) newKeys() keys {
	return keys{
		signing:  st.newSigningKeys(),
		master:   st.newKey("MasterKey", "Stint: makes the master secret", awskms.KeySpec_HMAC_256, awskms.KeyUsage_GENERATE_VERIFY_MAC, "kms:GenerateMac"),
		calendar: st.newKey("CalendarKey", "Stint: seals tokens of calendars", awskms.KeySpec_SYMMETRIC_DEFAULT, awskms.KeyUsage_ENCRYPT_DECRYPT, "kms:Encrypt", "kms:Decrypt"),
		secrets:  st.newKey("SecretsKey", "Stint: seals settings that are secrets", awskms.KeySpec_SYMMETRIC_DEFAULT, awskms.KeyUsage_ENCRYPT_DECRYPT, "kms:Encrypt", "kms:Decrypt"),
	}
}

// newSigningKeys makes a key for each number among the settings. The first one
// keeps the name it had before keys were changed.
func (st *stack) newSigningKeys() (all []awskms.Key) {
	for _, number := range st.settings.SigningKeys {
		id := "SigningKey"
		if number > 1 {
			id += strconv.Itoa(number)
		}
		all = append(all, st.newKey(id, "Stint: signs access tokens", awskms.KeySpec_ECC_NIST_P256, awskms.KeyUsage_SIGN_VERIFY, "kms:Sign", "kms:GetPublicKey"))
	}
	return all
}

// signingARNs are those of the signing keys, the one that signs first.
func (k keys) signingARNs() []string {
	all := make([]string, len(k.signing))
	for i, key := range k.signing {
		all[i] = *key.KeyArn()
	}
	return all
}

// keyAdminActions is what the account's own administrators may do with a key.
// Importing, granting and sharing are not among it.
var keyAdminActions = []string{
	"kms:DescribeKey", "kms:GetKeyPolicy", "kms:PutKeyPolicy", "kms:ListKeyPolicies", "kms:ListGrants", "kms:RevokeGrant",
	"kms:GetKeyRotationStatus", "kms:EnableKeyRotation", "kms:DisableKeyRotation", "kms:UpdateKeyDescription", "kms:EnableKey", "kms:DisableKey",
	"kms:TagResource", "kms:UntagResource", "kms:ListResourceTags", "kms:ScheduleKeyDeletion", "kms:CancelKeyDeletion",
}

// newKey makes a key that outlives the stack: losing it would sign everyone
// out, or void every token that was mailed. Its policy lets the account's own
// policies allow these uses and no others; a policy that allows everything,
// as is the default, would let them share the key, too.
func (st *stack) newKey(id, description string, spec awskms.KeySpec, usage awskms.KeyUsage, uses ...string) awskms.Key {
	policy := awsiam.NewPolicyDocument(nil)
	policy.AddStatements(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Principals: &[]awsiam.IPrincipal{awsiam.NewAccountRootPrincipal()},
		Actions:    stringPointers(append(uses, keyAdminActions...)),
		Resources:  stringPointers([]string{"*"}), // in a key's own policy: this key
	}))
	return awskms.NewKey(st.root, new(id), &awskms.KeyProps{
		Description: new(description), KeySpec: spec, KeyUsage: usage, Policy: policy,
		EnableKeyRotation: new(spec == awskms.KeySpec_SYMMETRIC_DEFAULT), // no other kind can
		RemovalPolicy:     awscdk.RemovalPolicy_RETAIN,
	})
}

func stringPointers(all []string) *[]*string {
	pointers := make([]*string, len(all))
	for i, text := range all {
		pointers[i] = new(text)
	}
	return &pointers
}
