package awsclient

import "strings"

// domains are the domains of AWS by the first letters of a region's name. All other regions
// are below amazonaws.com.
var domains = []struct{ prefix, domain string }{
	{"cn-", "amazonaws.com.cn"},
	{"eusc-", "amazonaws.eu"},
	{"us-iso-", "c2s.ic.gov"},
	{"us-isob-", "sc2s.sgov.gov"},
	{"us-isof-", "csp.hci.ic.gov"},
	{"eu-isoe-", "cloud.adc-e.uk"},
}

// domainOf is the domain below which the services of a region are.
func domainOf(region string) string {
	for _, d := range domains {
		if strings.HasPrefix(region, d.prefix) {
			return d.domain
		}
	}
	return "amazonaws.com"
}
