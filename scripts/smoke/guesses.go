package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
)

// maxGuesses is well over the guesses that the service allows in a minute from one
// network at one account.
const maxGuesses = 20

// checkGuesses guesses the password of an address that has no account.
func checkGuesses(ctx context.Context, run *smokeRun) (string, error) {
	email := run.newAddress()
	for n := range maxGuesses {
		a, err := run.service.send(ctx, call{Method: http.MethodPost, Path: "/api/auth/login",
			Body: object{"email": email, "password": rand.Text()}})
		if err != nil {
			return "", err
		}
		if a.Status == http.StatusUnauthorized {
			continue
		}
		if _, err := a.problem(http.StatusTooManyRequests, "rate_limited"); err != nil {
			return "", err
		}
		if a.Header.Get("Retry-After") == "" {
			return "", errors.New("429 without Retry-After")
		}
		return fmt.Sprintf("after %d guesses", n), nil
	}
	return "", fmt.Errorf("%d guesses were allowed", maxGuesses)
}
