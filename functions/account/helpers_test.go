package account_test

import (
	"net/http"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/shared/config"
)

type object = map[string]any

// withLimits sets the limits of attempts.
func withLimits(perAccount, perAddress int) apitest.Option {
	return func(c *config.Config) { c.AttemptsPerAccount, c.AttemptsPerNetwork = perAccount, perAddress }
}

func login(api *apitest.Service, email, password string) *apitest.Answer {
	return api.Send(apitest.Request{Method: "POST", Path: "/api/auth/login",
		Body: object{"email": email, "password": password}})
}

// refreshSession refreshes with a cookie. The body may be nil.
func refreshSession(api *apitest.Service, cookie *http.Cookie, body any) *apitest.Answer {
	return api.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Body: body, Cookies: cookies(cookie)})
}

func cookies(c *http.Cookie) []*http.Cookie {
	if c == nil {
		return nil
	}
	return []*http.Cookie{c}
}

// refreshCookieOf is the refresh cookie of an answer, nil when it sets none.
func refreshCookieOf(a *apitest.Answer) *http.Cookie {
	for _, c := range (&http.Response{Header: a.Header}).Cookies() {
		if c.Name == "stint_refresh" {
			return c
		}
	}
	return nil
}

func itemKey(pk, sk string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{
		"pk": &types.AttributeValueMemberS{Value: pk}, "sk": &types.AttributeValueMemberS{Value: sk},
	}
}

// putItem writes an item directly to the table.
func putItem(t *testing.T, api *apitest.Service, pk, sk string, attributes object) {
	t.Helper()
	item, err := attributevalue.MarshalMap(attributes)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range itemKey(pk, sk) {
		item[name] = value
	}
	if _, err := api.Table.Client.PutItem(t.Context(),
		&dynamodb.PutItemInput{TableName: &api.Table.Name, Item: item}); err != nil {
		t.Fatal(err)
	}
}

// setAttribute changes one attribute of an item directly in the table.
func setAttribute(t *testing.T, api *apitest.Service, pk, sk, name string, value any) {
	t.Helper()
	item := getItem(t, api, pk, sk)
	item[name] = value
	putItem(t, api, pk, sk, item)
}

// getItem reads an item of the table. The test fails when there is none.
func getItem(t *testing.T, api *apitest.Service, pk, sk string) object {
	t.Helper()
	out, err := api.Table.Client.GetItem(t.Context(),
		&dynamodb.GetItemInput{TableName: &api.Table.Name, Key: itemKey(pk, sk)})
	if err != nil || len(out.Item) == 0 {
		t.Fatalf("no item %s %s: %v", pk, sk, err)
	}
	var item object
	if err := attributevalue.UnmarshalMap(out.Item, &item); err != nil {
		t.Fatal(err)
	}
	delete(item, "pk")
	delete(item, "sk")
	return item
}

// addMember makes a user a member of a workspace since a time.
func addMember(t *testing.T, p *apitest.User, workspace, role, since string) {
	t.Helper()
	putItem(t, p.Service, "WS#"+workspace, "M#"+p.ID, object{
		"uid": p.ID, "role": role, "state": "active", "key_epoch": 0, "joined": since, "ver": 1,
	})
	putItem(t, p.Service, "USER#"+p.ID, "W#"+workspace, object{"wid": workspace})
}

// endMembership ends a user's membership.
func endMembership(t *testing.T, p *apitest.User, workspace string) {
	t.Helper()
	setAttribute(t, p.Service, "WS#"+workspace, "M#"+p.ID, "state", "left")
}

// activeWorkspaceID is the workspace of a session answer, "" for none.
func activeWorkspaceID(session object) string {
	workspace, ok := session["workspace"].(object)
	if !ok {
		return ""
	}
	return workspace["id"].(string)
}

func post(api *apitest.Service, path string, body any) *apitest.Answer {
	return api.Send(apitest.Request{Method: "POST", Path: path, Body: body})
}
