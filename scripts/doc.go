// Package scripts tests the shell scripts in this folder and the workflow that runs
// them. It has no other code. The commands are in the folders below.
package scripts
