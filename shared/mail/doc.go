// Package mail writes and sends the mails of the service. Compose writes a message from
// its parameters and the texts of its kind. A Sender sends it: Amazon SES in the cloud (package
// ses), a Mailbox at home and in tests.
//
// All mails share two templates, templates/layout.html and layout.txt. The texts are in
// texts/<language>/<kind>.json, plain and without HTML; {name} is a placeholder, and a line break divides
// paragraphs. To add a kind, add a file with its texts to every language, and compose it: with a
// token in Compose, about access in ComposeNotice, and anything else with newLayout and toMessage. Put
// names through shownName. TestTextsAreCompleteInAllLanguages compares the languages. docs/languages.md
// has the words to use.
package mail
