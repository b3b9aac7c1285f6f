package main

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"
)

// healthWait bounds the wait for the answer of the home server.
const healthWait = 5 * time.Second

// checkHealth asks the home server that runs on this machine with the same settings for its
// health. A container has no other program that could. Errors: no answer, or another than 200.
func checkHealth(ctx context.Context, getenv func(string) string) error {
	ctx, cancel := context.WithTimeout(ctx, healthWait)
	defer cancel()
	request, err := ownRequest(ctx, getenv, "/api/health")
	if err != nil {
		return err
	}
	answer, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
	if err != nil {
		return fmt.Errorf("the home server does not answer: %w", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the home server answers %s", answer.Status)
	}
	return nil
}

// ownRequest is a request to the home server that runs on this machine with these settings.
func ownRequest(ctx context.Context, getenv func(string) string, path string) (*http.Request, error) {
	address, err := parseListen(getenv("LISTEN"))
	if err != nil {
		return nil, err
	}
	port := cmp.Or(getenv("PORT"), "8080")
	url := "http://" + net.JoinHostPort(dialAddress(address).String(), port) + path
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, fmt.Errorf("PORT=%s is not a port: %w", port, err)
	}
	request.Host = homeHosts[0] // the address itself may not be among the known hosts
	return request, nil
}

// dialAddress is the address at which this machine finds a server that listens on an address.
func dialAddress(listen netip.Addr) netip.Addr {
	switch {
	case !listen.IsUnspecified():
		return listen
	case listen.Is4():
		return netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	return netip.IPv6Loopback()
}
