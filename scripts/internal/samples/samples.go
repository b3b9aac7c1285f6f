// Package samples writes the call of an operation in the languages of the reference: as a
// curl command and as complete programs in JavaScript (Node 20 and later), Python 3 and Go.
// The programs use nothing that is not part of the language, so that they run as pasted. They
// print the problem of a request that the service refuses, and end with an error.
//
// The calls are the sample events, so samples change with the route table. What differs
// between users comes from the environment: the variables are the constants below.
package samples

// Environment variables that samples read.
const (
	VariableURL    = "STINT_URL"    // address of the service, without a slash at the end
	VariableKey    = "STINT_KEY"    // API key, for addresses below /api/v1
	VariableToken  = "STINT_TOKEN"  // access token of a session, for all other addresses
	VariableCookie = "STINT_COOKIE" // value of the cookie that the operation reads
)

// Sample is a call in one language.
type Sample struct {
	Language string // info string of a code block: "sh", "js", "python" or "go"
	Label    string // name of the language, or "curl"
	Code     string // ends with a line feed
}

// For returns the samples of a request: curl, JavaScript, Python, Go.
func For(r Request) []Sample {
	return []Sample{
		{Language: "sh", Label: "curl", Code: curl(r)},
		{Language: "js", Label: "JavaScript", Code: javaScript(r)},
		{Language: "python", Label: "Python", Code: python(r)},
		{Language: "go", Label: "Go", Code: golang(r)},
	}
}
