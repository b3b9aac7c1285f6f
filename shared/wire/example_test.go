package wire_test

import (
	"fmt"

	"stint/shared/problem"
	"stint/shared/wire"
)

// A request is declared as a struct. Read fills it from the query and the body.
func ExampleRead() {
	type createProject struct {
		Limit wire.Optional[int] `query:"limit" minimum:"1" maximum:"200"`
		Body  struct {
			Name  string                `json:"name" maxLength:"120"`
			Color wire.Optional[string] `json:"color" enum:"red,green"`
		}
	}
	in, issues, err := wire.Read[createProject]("limit=20", "application/json", "", []byte(`{"name":"Bridge"}`))
	fmt.Println(in.Limit.Or(50), in.Body.Name, in.Body.Color.Set, issues.Err(), err)

	_, issues, _ = wire.Read[createProject]("limit=0", "application/json", "", []byte(`{"color":"blue"}`))
	fmt.Println(issues.Err())
	// Output:
	// 20 Bridge false <nil> <nil>
	// validation limit:min_value color:enum_invalid name:required
}

// An operation adds what only it can know. The caller reads all issues at once,
// in the order of the request.
func ExampleIssues_Add() {
	type startTimer struct {
		Body struct {
			TaskID      wire.Optional[string] `json:"taskId"`
			Description string                `json:"description" maxLength:"5"`
		}
	}
	in, issues, _ := wire.Read[startTimer]("", "application/json", "", []byte(`{"taskId":"t1","description":"Too long"}`))
	if in.Body.TaskID.Set && issues.IsClean("taskId") {
		issues.Add("taskId", problem.TaskNotFound)
	}
	fmt.Println(issues.Err())
	// Output: validation taskId:task_not_found description:max_length
}

// In a PATCH, an absent property stays as it is, and null clears it where the
// declaration allows that.
func ExampleClearable() {
	type editProject struct {
		Body struct {
			Name   wire.Change[string]    `json:"name"`
			Client wire.Clearable[string] `json:"clientId"`
		}
	}
	in, _, _ := wire.Read[editProject]("", "application/json", "", []byte(`{"clientId":null}`))
	name := "Bridge"
	in.Body.Name.Apply(&name)
	fmt.Println(name, in.Body.Client.Set, in.Body.Client.Value == nil)
	// Output: Bridge true true
}
