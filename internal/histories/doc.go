// Package histories has no code but tests. Several people send requests at the same time, while functions die, answers
// are lost, reads are torn, indexes lag and clocks differ. The tests record the requests with their answers, and
// porcupine decides whether some order of them explains all answers.
//
// testkit.Turns decides which request goes on. disturb_test.go has what goes wrong, history_test.go records,
// check_test.go checks, and shrink_test.go makes a history that nothing explains shorter. Each other file has a model
// or its test.
package histories
