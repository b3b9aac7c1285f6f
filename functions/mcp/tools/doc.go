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
