package main

// Prices in US$, on demand, in us-east-1, without the free tier. They are from the
// price pages of 2025 that docs/cost.md names.
const (
	priceGateway    = 3.50 / 1e6       // a request to a REST API, up to 333 million a month
	priceCall       = 0.20 / 1e6       // a call of a function
	priceGBSecond   = 0.0000133334     // a GB of memory for a second, on arm64
	priceRead       = 0.125 / 1e6      // a read unit of DynamoDB
	priceWrite      = 0.625 / 1e6      // a write unit of DynamoDB
	priceLogs       = 0.50 / (1 << 30) // a byte of logs
	priceSignature  = 0.15 / 1e4       // an elliptic-curve signature by KMS
	priceKey        = 1.00             // a KMS key for a month
	priceAlarm      = 0.10             // a metric of an alarm for a month
	priceGBMonth    = 0.25 + 0.20      // a GB in the table and its point-in-time recovery
	priceMail       = 0.10 / 1e3       // a mail by SES
	memoryGB        = 0.5              // of most functions
	secondsPerMonth = 30.4 * 24 * 3600
)

// Assumptions about one request.
const (
	functionMilliseconds  = 3.0   // computing time of the function
	roundTripMilliseconds = 6.0   // of one round trip to DynamoDB, slow ones included
	logBytes              = 1_000 // of the function, the gateway and Lambda
)

const (
	kmsKeys       = 2  // signing, secrets
	alarmMetrics  = 17 // of the eleven alarms
	workerSeconds = 0.05
	workerReads   = 8 // read units of one poll: one query for each partition of the queue
)

type cost struct {
	name    string
	dollars float64
}

// fixedCosts are the costs of a stage in a month without requests.
func fixedCosts() []cost {
	polls := secondsPerMonth / 60
	return []cost{
		{"keys in KMS", kmsKeys * priceKey},
		{"alarms", alarmMetrics * priceAlarm},
		{"the worker's polls of its queue", polls * (priceCall + workerSeconds*memoryGB*priceGBSecond + workerReads*priceRead)},
		{"a GB in the table, with recovery", priceGBMonth},
	}
}
