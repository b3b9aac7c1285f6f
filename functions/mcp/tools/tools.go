// Package tools has the tools for agents. A tool serves a task, such as starting a timer on a project that a person
// names by words. It is made of operations of the public API and decides nothing that they decide.
//
//   - tools.go lists the tools, and tool.go declares one.
//   - operation.go runs an operation, and failure.go makes words of a problem.
//   - words.go finds records by words, and local_time.go reads and shows times in the workspace's time zone.
//   - Each tool is in the file of its name.
//
// # Text of records
//
// A name or a description may hold text that tries to instruct a language model. So an answer has such text only as
// the type Text, which marks it as data. No description of a tool contains any.
package tools

import sdk "github.com/modelcontextprotocol/go-sdk/mcp"

// AddTo adds all tools to a server.
func (t Toolbox) AddTo(server *sdk.Server) {
	server.AddReceivingMiddleware(explainArguments)
	add(server, t, whoAmI, (*call).whoAmI)
	add(server, t, findRecords, (*call).findRecords)
	add(server, t, currentTimer, (*call).currentTimer)
	add(server, t, startTimer, (*call).startTimer)
	add(server, t, stopTimer, (*call).stopTimer)
	add(server, t, listTime, (*call).listTime)
	add(server, t, logTime, (*call).logTime)
	add(server, t, editTime, (*call).editTime)
	add(server, t, deleteTime, (*call).deleteTime)
	add(server, t, summarizeTime, (*call).summarizeTime)
	add(server, t, budgetStatus, (*call).budgetStatus)
	add(server, t, timesheetStatus, (*call).timesheetStatus)
	add(server, t, submitTimesheet, (*call).submitTimesheet)
	add(server, t, reviewTimesheet, (*call).reviewTimesheet)
	add(server, t, whatChanged, (*call).whatChanged)
}
