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
