// Package locale chooses the language of mails, pages and documents, and writes dates, times,
// durations, numbers and money as the language writes them. A Catalogue has the texts of a
// package in all languages, in one folder for each language.
//
// Problems and the answers of the API stay English: programs read them.
package locale
