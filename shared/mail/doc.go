// Package mail makes and hands over the messages that Stint sends. What a
// message says is made of plain facts by Compose; how it travels is a Sender's
// matter: Amazon SES in the cloud, a Mailbox at home and in tests.
package mail
