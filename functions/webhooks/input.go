package webhooks

import (
	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/wire"
)

// checkURL adds an issue for an address that may not be called.
func (f *Family) checkURL(issues *wire.Issues, u domain.WebhookURL) {
	if issues.IsClean("url") && !f.targets.Allows(u) {
		issues.Add("url", problem.URLInvalid)
	}
}
