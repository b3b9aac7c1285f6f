// Package scripts holds no code, only tests of the shell scripts beside it and
// of the workflow that runs them. The commands are in the folders below.
package scripts
