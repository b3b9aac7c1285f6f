package reports_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func text(s string) types.AttributeValue   { return &types.AttributeValueMemberS{Value: s} }
func number(s string) types.AttributeValue { return &types.AttributeValueMemberN{Value: s} }

// changeItem changes attributes of the one item whose sort key is given.
func changeItem(t *testing.T, api *apitest.Service, sk string, changes map[string]types.AttributeValue) {
	t.Helper()
	for _, item := range apitest.TableItems(api) {
		if testkit.TextOf(item["sk"]) != sk {
			continue
		}
		maps.Copy(item, changes)
		if _, err := api.Table.Client.PutItem(t.Context(),
			&dynamodb.PutItemInput{TableName: &api.Table.Name, Item: item}); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Fatalf("there is no %s", sk)
}

// Rates come from snapshots on the entries; a report rounds, an export never.
func TestAmounts(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	member := owner.AddMember("bob", "user")
	project := owner.Post("/api/projects", object{"name": "P"}).ID()
	owner.Post("/api/projects/"+project+"/members", object{"userId": member.ID, "isManager": true}).OK()
	euros, yen := track(member, -30, -20, object{"projectId": project}),
		track(member, -50, -45, object{"projectId": project})
	track(member, -60, -59)
	changeItem(t, api, "E#"+euros, map[string]types.AttributeValue{"rate": number("8501")})
	changeItem(t, api, "E#"+yen, map[string]types.AttributeValue{"rate": number("6000"), "cur": text("JPY")})

	shown := func(p *apitest.User) string {
		answer, all := summary(p, today), ""
		for _, item := range answer.Items() {
			all += fmt.Sprintf("%v %v s %v %v, ", item["name"], item["seconds"], item["amount"], item["currency"])
		}
		total := answer.JSON()["total"].(object)
		return all + fmt.Sprintf("total %v s %v", total["seconds"], total["amount"])
	}
	if got, want := shown(owner), "P 600 s 1417 EUR, P 300 s 500 JPY, <nil> 60 s 0 EUR, total 960 s 1417"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := shown(member),
		"P 600 s 1417 EUR, P 300 s 500 JPY, <nil> 60 s <nil> EUR, total 960 s <nil>"; got != want {
		t.Errorf("the manager: %s, want %s", got, want)
	}
	rounding := &types.AttributeValueMemberM{Value: map[string]types.AttributeValue{
		"mode": text("up"), "min": number("15")}}
	changeItem(t, api, "BILL", map[string]types.AttributeValue{"rounding": rounding})
	if got, want := shown(owner), "<nil> 900 s 0 EUR, P 900 s 2125 EUR, P 900 s 1500 JPY, total 2700 s 2125"; got != want {
		t.Errorf("rounded: %s, want %s", got, want)
	}
	cells := func(p *apitest.User) (all string) {
		for _, row := range readCSV(t, export(p, today)) {
			all += fmt.Sprintf("[%s %s %s %s %s]", row["seconds"], row["hours"], row["hourly_rate"], row["amount"],
				row["currency"])
		}
		return all
	}
	if got, want := cells(owner),
		"[60 0.0167  0.00 EUR][300 0.0833 6000 500 JPY][600 0.1667 85.01 14.17 EUR]"; got != want {
		t.Errorf("export %s, want %s", got, want)
	}
	if got, want := cells(member), "[60 0.0167   EUR][300 0.0833 6000 500 JPY][600 0.1667 85.01 14.17 EUR]"; got != want {
		t.Errorf("the manager's export %s, want %s", got, want)
	}
}
