package store

import (
	"crypto/sha256"
	"strconv"

	"stint/shared/domain"
	"stint/shared/secret"
	"stint/shared/table"
)

// Of the service: background work, data keys and the instance.

// QueueShards is how many partitions the queue of background work has.
const QueueShards = 8

// queueKey is the key of work that is due at a time. The time comes first, so
// that a query finds what is due.
func queueKey(id domain.ID, due domain.Instant) table.Key {
	return key(queuePK(shardOf(id)), due.String()+"#"+string(id))
}

func queuePK(shard int) string { return queuePrefix + strconv.Itoa(shard) }

// dueBy sorts after all work that is due at the given time or before.
func dueBy(at domain.Instant) string       { return table.PrefixEnd(at.String() + "#") }
func deadLetterKey(id domain.ID) table.Key { return key(deadLetterPK, string(id)) }

// undecodableKey is the key of an item that was in the queue under another key and is no work.
func undecodableKey(was table.Key) table.Key {
	return key(deadLetterPK, "undecodable#"+was.PK+"#"+was.SK)
}

// shardOf spreads work evenly over the partitions of the queue.
func shardOf(id domain.ID) int {
	sum := sha256.Sum256([]byte(id))
	return int(sum[0]) % QueueShards
}

// warmUpKey is the key that a starting function reads. There is no such item.
var warmUpKey = key(warmUpPK, warmUpPK)

// sealedKeyKey is the key of the sealed data key of a purpose. Each purpose has a
// partition of its own, so that a function reads those of its purposes only.
func sealedKeyKey(p secret.Purpose) table.Key { return key(secretPrefix+string(p), "KEY") }

// instanceKey is the key of the mark that the instance has an account.
var instanceKey = key(instancePK, "USED")
