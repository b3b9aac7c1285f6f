// Package rerating changes what existing entries are worth: at once where they
// are few, else by a job that goes on in the background, one small step after
// the other. A step is one transaction of the entries that it changes and of
// how far the job has come, so each entry is changed once whatever breaks.
package rerating
