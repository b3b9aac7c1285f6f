package account_test

import (
	"net/http"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/functions/apitest"
	"stint/shared/config"
)

type object = map[string]any

// limited sets the limits of an instance.
func limited(perAccount, perAddress int) apitest.Option {
	return func(c *config.Config) { c.PerAccount, c.PerAddress = perAccount, perAddress }
}

func login(h *apitest.House, email, password string) *apitest.Answer {
	return h.Send(apitest.Request{Method: "POST", Path: "/api/auth/login", Body: object{"email": email, "password": password}})
}

// renew refreshes by cookie. The body may be nil.
func renew(h *apitest.House, cookie *http.Cookie, body any) *apitest.Answer {
	return h.Send(apitest.Request{Method: "POST", Path: "/api/auth/refresh", Body: body, Cookies: cookies(cookie)})
}

func cookies(c *http.Cookie) []*http.Cookie {
	if c == nil {
		return nil
	}
	return []*http.Cookie{c}
}

// setCookie is the refresh cookie that an answer sets; nil when it sets none.
func setCookie(a *apitest.Answer) *http.Cookie {
	for _, c := range (&http.Response{Header: a.Header}).Cookies() {
		if c.Name == "stint_refresh" {
			return c
		}
	}
	return nil
}

func key(pk, sk string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{
		"pk": &types.AttributeValueMemberS{Value: pk}, "sk": &types.AttributeValueMemberS{Value: sk},
	}
}

// put lays an item into the table, as another function would.
func put(t *testing.T, h *apitest.House, pk, sk string, attributes object) {
	t.Helper()
	item, err := attributevalue.MarshalMap(attributes)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range key(pk, sk) {
		item[name] = value
	}
	if _, err := h.Table.Client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &h.Table.Name, Item: item}); err != nil {
		t.Fatal(err)
	}
}

// set changes one attribute of an item, as another function would.
func set(t *testing.T, h *apitest.House, pk, sk, name string, value any) {
	t.Helper()
	item := get(t, h, pk, sk)
	item[name] = value
	put(t, h, pk, sk, item)
}

// get is an item of the table; the test fails where there is none.
func get(t *testing.T, h *apitest.House, pk, sk string) object {
	t.Helper()
	out, err := h.Table.Client.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: &h.Table.Name, Key: key(pk, sk)})
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

// join makes a person a member of a workspace since a time.
func join(t *testing.T, p *apitest.Person, workspace, role, since string) {
	t.Helper()
	put(t, p.House, "WS#"+workspace, "M#"+p.ID, object{
		"uid": p.ID, "role": role, "state": "active", "key_epoch": 0, "joined": since, "ver": 1,
	})
	put(t, p.House, "USER#"+p.ID, "W#"+workspace, object{"wid": workspace})
}

// leave ends a person's membership.
func leave(t *testing.T, p *apitest.Person, workspace string) {
	t.Helper()
	set(t, p.House, "WS#"+workspace, "M#"+p.ID, "state", "left")
}

// active is the workspace of a session answer; "" for none.
func active(session object) string {
	workspace, ok := session["workspace"].(object)
	if !ok {
		return ""
	}
	return workspace["id"].(string)
}
