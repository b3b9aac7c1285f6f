package invitations_test

import (
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/dynamo"
)

// A user accepts twice at the same time. The second request reads the member before the first
// one has made it, and the invitation after. It answers as the first one does.
func TestAcceptingTwiceUnderATornRead(t *testing.T) {
	t.Parallel()
	h := apitest.New(t)
	ada, dan := h.Register("ada"), h.Register("dan")
	dan.VerifyEmail()
	ada.Invite(dan.Email, "user")
	id := dan.Get("/api/me/pending-invitations").Items()[0]["id"].(string)
	accept := "/api/me/pending-invitations/" + id + "/accept"
	torn := h.Probe.Inject(testkit.Fault{
		Where: func(a testkit.Attempt) bool { return readsInvitation(a.Input, id) }, // and last the member
		Effect: testkit.TearBatchReadBackwards(func(read int) {
			if read == 1 {
				dan.Post(accept, nil).OK()
			}
		}),
	})
	if role := dan.Post(accept, nil).OK()["role"]; role != "user" {
		t.Errorf("role %v, want user", role)
	}
	if torn.Hits() != 1 {
		t.Fatal("the invitation was not read; the test must be arranged differently")
	}
}

// readsInvitation reports whether a batch read has the key of an invitation.
func readsInvitation(input any, id string) bool {
	in, ok := input.(*dynamodb.BatchGetItemInput)
	if !ok {
		return false
	}
	for _, table := range in.RequestItems {
		for _, key := range table.Keys {
			sort, _ := key[dynamo.AttrSK].(*types.AttributeValueMemberS)
			if sort != nil && strings.HasSuffix(sort.Value, id) {
				return true
			}
		}
	}
	return false
}
