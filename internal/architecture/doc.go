// Package architecture holds no code, only tests of how the packages of this
// module hang together: which way imports point, and what no function links.
package architecture
