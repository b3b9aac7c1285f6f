package main

import (
	"strconv"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awskms"
)

// keys are the keys of the stack, which never leave KMS.
type keys struct {
	signing []awskms.Key // the first signs access tokens; tokens signed by the others are accepted
	secrets awskms.Key   // seals data keys and settings that are secrets; the encryption context separates them
}

func (st *stack) newKeys() keys {
	return keys{
		signing: st.newSigningKeys(),
		secrets: st.newKey("SecretsKey", "Stint: seals data keys and settings that are secrets",
			awskms.KeySpec_SYMMETRIC_DEFAULT, awskms.KeyUsage_ENCRYPT_DECRYPT, "kms:Encrypt", "kms:Decrypt",
			"kms:GenerateDataKey"),
	}
}

// newSigningKeys makes a key for each number in the settings. Key number 1 keeps
// its old construct id, so that existing deployments keep the key.
func (st *stack) newSigningKeys() (all []awskms.Key) {
	for _, number := range st.settings.SigningKeys {
		id := "SigningKey"
		if number > 1 {
			id += strconv.Itoa(number)
		}
		all = append(all, st.newKey(id, "Stint: signs access tokens", awskms.KeySpec_ECC_NIST_P256,
			awskms.KeyUsage_SIGN_VERIFY, "kms:Sign", "kms:GetPublicKey"))
	}
	return all
}

// signingARNs are the ARNs of the signing keys. The first key signs.
func (k keys) signingARNs() []string {
	all := make([]string, len(k.signing))
	for i, key := range k.signing {
		all[i] = *key.KeyArn()
	}
	return all
}

// keyAdminActions is what the account's administrators may do with a key. It
// leaves out importing, granting and sharing.
var keyAdminActions = []string{
	"kms:DescribeKey", "kms:GetKeyPolicy", "kms:PutKeyPolicy", "kms:ListKeyPolicies", "kms:ListGrants", "kms:RevokeGrant",
	"kms:GetKeyRotationStatus", "kms:EnableKeyRotation", "kms:DisableKeyRotation", "kms:UpdateKeyDescription",
	"kms:EnableKey", "kms:DisableKey", "kms:TagResource", "kms:UntagResource", "kms:ListResourceTags",
	"kms:ScheduleKeyDeletion", "kms:CancelKeyDeletion",
}

// newKey makes a key that is kept when the stack is deleted, because losing it
// would sign everyone out, and make the tokens of calendars unreadable. Only a first
// deployment that fails takes its unused keys with it. The key's policy lets IAM
// policies of the account allow these uses and no others. The default policy
// would also let them share the key.
func (st *stack) newKey(id, description string, spec awskms.KeySpec, usage awskms.KeyUsage, uses ...string) awskms.Key {
	policy := awsiam.NewPolicyDocument(nil)
	policy.AddStatements(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Principals: &[]awsiam.IPrincipal{awsiam.NewAccountRootPrincipal()},
		Actions:    stringPointers(append(uses, keyAdminActions...)),
		Resources:  stringPointers([]string{"*"}), // in a key policy, * is the key itself
	}))
	return awskms.NewKey(st.root, new(id), &awskms.KeyProps{
		Description: new(description), KeySpec: spec, KeyUsage: usage, Policy: policy,
		EnableKeyRotation: new(spec == awskms.KeySpec_SYMMETRIC_DEFAULT), // only symmetric keys rotate
		RemovalPolicy:     awscdk.RemovalPolicy_RETAIN_ON_UPDATE_OR_DELETE,
	})
}
