// Command events makes and tries the sample events of API Gateway. They are in events/<family>/<route id>.json, for
// sam local invoke -e, too.
//
//	events write            writes an event for every route, from the route tables
//	events answer           writes what the functions answer to them, beside each as <route id>.answer.json
//	events invoke <event>   sends one event to its function, and compares the answer with the written one
//
// Functions are built for this machine and run under the Lambda runtime API in a sandbox: a new table with a small
// workspace and a fixed clock. The credential, ids, tokens and cookies of an event are replaced by ones that exist
// there.
package main

import "stint/scripts/internal/command"

// eventsFolder has the events and answers. The scripts run in the module's folder.
const eventsFolder = "events"

func main() {
	command.Choose("events", map[string]command.Subcommand{"write": write, "answer": answer, "invoke": invoke})
}
