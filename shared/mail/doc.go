// Package mail writes and sends the mails of the service. Compose writes a message from
// its parameters and a template. A Sender sends it: Amazon SES in the cloud (package
// ses), a Mailbox at home and in tests.
package mail
