package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"runtime"
	"strings"
	"time"
)

// hostName is the name of this machine in containers. When Docker runs in a virtual
// machine, as on macOS and Windows, hostName reaches servers at loopbackAddress.
const (
	hostName        = "host.docker.internal"
	loopbackAddress = "127.0.0.1"
)

// errNoHost means that functions in containers could not reach this machine: every
// request would be 502.
var errNoHost = errors.New("this machine has no address in Docker's network: start Docker again, or name the " +
	"address with -host (docker network inspect bridge)")

// hostAddress is the address to listen on so that containers reach the server. On
// Linux it is that of Docker's bridge network, which other machines cannot reach.
// Errors: errNoHost.
func hostAddress(ctx context.Context, machine tools) (string, error) {
	if runtime.GOOS != "linux" || dockerDesktop(ctx, machine) {
		return loopbackAddress, nil
	}
	var tried []string
	for _, find := range []func(context.Context, tools) string{bridgeGateway, bridgeInterface} {
		address := find(ctx, machine)
		if canListen(address) {
			return address, nil
		}
		if address != "" {
			tried = append(tried, address)
		}
	}
	if len(tried) > 0 {
		return "", fmt.Errorf("%w; it cannot listen on %s", errNoHost, strings.Join(tried, " or "))
	}
	return "", errNoHost
}

// dockerDesktop reports whether Docker runs in a virtual machine, which reaches this
// machine at hostName.
func dockerDesktop(ctx context.Context, tools tools) bool {
	name, err := tools.Output(ctx, "docker", "info", "--format", "{{.OperatingSystem}}")
	return err == nil && strings.Contains(name, "Docker Desktop")
}

// bridgeGateway is the gateway of the bridge network; "" is unknown, as on the first
// start of some versions of Docker.
func bridgeGateway(ctx context.Context, tools tools) string {
	gateway, err := tools.Output(ctx, "docker", "network", "inspect", "bridge", "--format",
		"{{(index .IPAM.Config 0).Gateway}}")
	if err != nil || net.ParseIP(gateway) == nil {
		return ""
	}
	return gateway
}

// bridgeInterface is the address of the bridge network's interface; "" is none.
func bridgeInterface(ctx context.Context, tools tools) string {
	name, err := tools.Output(ctx, "docker", "network", "inspect", "bridge", "--format",
		`{{index .Options "com.docker.network.bridge.name"}}`)
	if err != nil || name == "" {
		name = "docker0"
	}
	found, err := net.InterfaceByName(name)
	if err != nil {
		return ""
	}
	addresses, err := found.Addrs()
	if err != nil {
		return ""
	}
	for _, a := range addresses {
		if network, ok := a.(*net.IPNet); ok && network.IP.To4() != nil {
			return network.IP.String()
		}
	}
	return ""
}

// canListen reports whether this machine has an address.
func canListen(address string) bool {
	if address == "" {
		return false
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(address, "0"))
	if err != nil {
		return false
	}
	_ = listener.Close()
	return true
}

// startAPIProxy serves the API on its port: it passes requests on to sam.
func startAPIProxy(o options) (stop func(), err error) {
	listener, err := net.Listen("tcp", loopbackAddressAt(o.port))
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: newFront(loopbackAddressAt(o.samPort())), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // ends with stop
	return func() { _ = server.Close() }, nil
}

// newFront passes requests on to sam and adds that every media type is accepted. sam decodes an
// answer in base64 only if the request accepts its media type. API Gateway does not ask for that
// with every type among the binary ones, as in the template.
func newFront(sam string) http.Handler {
	return &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: sam})
		r.Out.Host = r.In.Host
		accepted := append(r.In.Header.Values("Accept"), "*/*;q=0.001")
		r.Out.Header.Set("Accept", strings.Join(accepted, ", "))
	}}
}
