package apitest

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/testkit"
)

// ItemContents is what the items in the table say, without rate limits and with random values left out. Two runs of the
// same request have equal contents although their ids differ.
func ItemContents(s *Service) string {
	s.t.Helper()
	var lines []string
	for _, item := range testkit.Dump(s.t, s.Table) {
		if !strings.HasPrefix(testkit.TextOf(item["pk"]), "RL#") {
			lines = append(lines, contentOf(s.t, item))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// randomText is what differs between two runs: ids, digests, sealed values, and what an id chooses, such as the
// partition of a piece of work or the colour of a project.
var randomText = regexp.MustCompile(
	`\b(Q|HOOKS|T)#[0-9a-v]\b|#[0-9a-f]{6,8}\b|[0-9a-f]{12,}|[0-9A-Za-z+/_-]{20,}=*`)

// contentOf is an item as JSON, without what is random and what a request that fails may leave.
func contentOf(t testing.TB, item map[string]types.AttributeValue) string {
	t.Helper()
	var values map[string]any
	if err := attributevalue.UnmarshalMap(item, &values); err != nil {
		t.Fatal(err)
	}
	delete(values, "last4") // of a random key
	if values["sk"] == "STATE" {
		delete(values, "used") // a callback uses its state first, and one that fails leaves it used
	}
	text, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	return randomText.ReplaceAllString(string(text), "*")
}
