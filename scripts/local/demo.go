package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"os"
	"strings"
	"time"

	"stint/scripts/demo"
	"stint/scripts/internal/sampledata"
	"stint/shared/edge"
)

// demoSeed makes every demo the same except for its dates.
const demoSeed = 7

// fillDemo creates the demo workspace, connects the calendars if there are any, and the webhook,
// and prints the accounts.
func fillDemo(ctx context.Context, url string, calendars *calendarProvider, webhooks *webhookReceiver) {
	err := demo.Fill(ctx, url, time.Now(), demoSeed)
	if err == nil && calendars != nil {
		err = demo.ConnectCalendars(ctx, url, calendars.Provider)
	}
	if err == nil {
		err = demo.ConnectWebhook(ctx, url, webhooks.Receiver, webhooks.url)
	}
	if err != nil {
		if ctx.Err() == nil {
			fmt.Fprintln(os.Stderr, "stint:", err)
		}
		return
	}
	agency := sampledata.Agency()
	owner := agency.Owner()
	fmt.Printf("\nThe demo workspace is ready. All accounts have the password: %s\n", agency.Password)
	for _, p := range agency.People {
		fmt.Printf("  %-8s %-20s %s\n", p.Role, p.Email, p.Name)
	}
	fmt.Printf("Mails of all members, two languages among them: %s/_local/mail\n", url)
	fmt.Printf("%s can sign a timesheet, and has signed another: open the links in the mails at %s/_local/mail?to=%s. "+
		"Each page has the PDF.\n",
		demo.ClientEmail, url, demo.ClientEmail)
	if calendars != nil {
		fmt.Printf("%s has connected calendars: log in and get %s/api/calendar-events\n", owner.Name, url)
	}
	fmt.Println("A webhook prints a line here for each event: Webhook: <time> <type> <what it is about>. Start a " +
		"timer to see one.")
	fmt.Printf("Its log: log in, list %[1]s/api/webhooks and get %[1]s/api/webhooks/<id>/deliveries\n", url)
	fmt.Printf("Log in with: curl -s %s/api/auth/login -H 'Content-Type: application/json' -d "+
		"'{\"email\":\"%s\",\"password\":\"%s\"}'\n",
		url, owner.Email, agency.Password)
}

// profilesPath is the path of the profiles of the home server. The cloud has no such
// route.
const profilesPath = "/_local/pprof/"

// pprofPath is the only path below which pprof.Index finds the name of a profile.
const pprofPath = "/debug/pprof/"

// withProfiles serves the profiles of this process in front of the gateway, only to
// callers on this machine. For all others the path does not exist.
func withProfiles(gateway http.Handler) http.Handler {
	profiles := http.NewServeMux()
	profiles.HandleFunc(pprofPath, pprof.Index)
	profiles.HandleFunc(pprofPath+"cmdline", pprof.Cmdline)
	profiles.HandleFunc(pprofPath+"profile", pprof.Profile)
	profiles.HandleFunc(pprofPath+"symbol", pprof.Symbol)
	profiles.HandleFunc(pprofPath+"trace", pprof.Trace)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, ok := strings.CutPrefix(r.URL.Path, profilesPath)
		if !ok || !isLocal(r) {
			gateway.ServeHTTP(w, r)
			return
		}
		edge.SetCorrelationID(w, r)
		w.Header().Set("Cache-Control", "no-store")
		inner := r.Clone(r.Context())
		inner.URL.Path = pprofPath + name
		profiles.ServeHTTP(w, inner)
	})
}

// isLocal reports whether a request comes from this machine and names it as its host.
// The address alone is not enough. A reverse proxy, or a web page whose host name
// resolves to 127.0.0.1, also connects from here, but with another Host.
func isLocal(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !from.Addr().Unmap().IsLoopback() {
		return false
	}
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if host == "localhost" {
		return true
	}
	to, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && to.IsLoopback()
}
