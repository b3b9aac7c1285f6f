package main

// Prices in US$, on demand, in us-east-1, without the free tier. Source: the
// price pages of the services, as of 2025; see docs/cost.md for their names.
const (
	priceGateway    = 3.50 / 1e6       // a request to a REST API, up to 333 million a month
	priceCall       = 0.20 / 1e6       // a call of a function
	priceGBSecond   = 0.0000133334     // of a function on arm64
	priceRead       = 0.125 / 1e6      // a read unit of DynamoDB
	priceWrite      = 0.625 / 1e6      // a write unit
	priceLogs       = 0.50 / (1 << 30) // a byte of logs taken in
	priceSignature  = 0.15 / 1e4       // a signature with an elliptic curve by KMS
	priceKey        = 1.00             // a key of KMS for a month
	priceAlarm      = 0.10             // a metric of an alarm for a month
	priceGBMonth    = 0.25 + 0.20      // a GB in the table, and its point-in-time recovery
	priceMail       = 0.10 / 1e3       // a mail by SES
	memoryGB        = 0.5              // of most functions
	secondsPerMonth = 30.4 * 24 * 3600
)

// What a request takes beside the table, as assumed.
const (
	functionMilliseconds  = 3.0   // of the function itself
	roundTripMilliseconds = 6.0   // of a round trip to DynamoDB, with a little for the slow ones
	logBytes              = 1_000 // the function's line, the gateway's, and what Lambda itself writes
)

const (
	kmsKeys       = 4  // signing, master, secrets, calendar
	alarmMetrics  = 13 // by the seven alarms
	workerSeconds = 0.05
	workerReads   = 8 // of one look at the queue: one query for each of its partitions
)

type cost struct {
	name    string
	dollars float64 // US$
}

// fixedCosts is what a stage costs for a month without a single request.
func fixedCosts() []cost {
	polls := secondsPerMonth / 60
	return []cost{
		{"keys in KMS", kmsKeys * priceKey},
		{"alarms", alarmMetrics * priceAlarm},
		{"the worker's looks at its queue", polls * (priceCall + workerSeconds*memoryGB*priceGBSecond + workerReads*priceRead)},
		{"a GB in the table, with recovery", priceGBMonth},
	}
}
