// Package oauth is the authorization server for apps: programs of others, which act for a user in one workspace
// (RFC 6749 with PKCE, as OAuth 2.1 demands). Users allow apps on its pages, which work without scripts. Its endpoints
// for programs answer errors as the RFCs say, and not as problems.
package oauth

import (
	"context"
	"net/http"
	"strings"
	"time"

	"stint/shared/accounts"
	"stint/shared/apps"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/egress"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
)

// Store is the part of the store that this family uses.
type Store interface {
	deviceStore

	// AuthorizationCode finds a code by its digest, also one that was used; ok is false when there is none.
	AuthorizationCode(ctx context.Context, digest string) (c people.AuthorizationCode, ok bool, err error)
	// UseAuthorizationCode marks a code as used. Errors: peopledb.ErrCodeSpent.
	UseAuthorizationCode(ctx context.Context, c people.AuthorizationCode, now domain.Instant) error
	// ClientDocument finds a document that was fetched before; ok is false when there is none.
	ClientDocument(ctx context.Context, address string) (d people.ClientDocument, ok bool, err error)
	// KeepClientDocument keeps a document in place of an earlier one.
	KeepClientDocument(ctx context.Context, d people.ClientDocument) error
	// Memberships lists a user's active memberships, oldest first.
	Memberships(ctx context.Context, user domain.ID) ([]people.Membership, error)
	// RecordAudit records an event that tells of no other write.
	RecordAudit(ctx context.Context, w domain.ID, e audit.Event) error
	// Count counts one use of each quota, or none if one is used up. Errors: rate_limited.
	Count(ctx context.Context, quotas ...domain.Quota) error
	// Uncount takes back one use of a quota.
	Uncount(ctx context.Context, q domain.Quota) error
}

// deviceStore keeps the requests of devices.
type deviceStore interface {
	// BeginDeviceAuthorization keeps a request, which the digest of half of its user code leads to. Errors:
	// peopledb.ErrUserCodeTaken.
	BeginDeviceAuthorization(ctx context.Context, d people.DeviceAuthorization, half string) error
	// DeviceAuthorization finds a request by the digest of its code; ok is false when there is none.
	DeviceAuthorization(ctx context.Context, digest string) (d people.DeviceAuthorization, ok bool, err error)
	// DeviceAuthorizationOf finds a request by the digest of half of its user code; ok is false when there is none.
	DeviceAuthorizationOf(ctx context.Context, half string) (d people.DeviceAuthorization, ok bool, err error)
	// CountWrongCode counts a user code that has the right first half only. Errors: peopledb.ErrDeviceChanged.
	CountWrongCode(ctx context.Context, d people.DeviceAuthorization) error
	// RefuseDevice notes that the user refused a request. Errors: peopledb.ErrDeviceChanged.
	RefuseDevice(ctx context.Context, d people.DeviceAuthorization) error
	// NoteQuestion notes when a device asked. Errors: peopledb.ErrDeviceChanged.
	NoteQuestion(ctx context.Context, was, now people.DeviceAuthorization) error
	// UseDeviceAuthorization notes that a device gets its tokens, once. Errors: peopledb.ErrDeviceChanged.
	UseDeviceAuthorization(ctx context.Context, d people.DeviceAuthorization, now domain.Instant) error
}

var _ Store = (*store.Store)(nil)

// Family holds the dependencies of this package's operations.
type Family struct {
	config    config.Config
	store     Store
	accounts  *accounts.Service
	apps      *apps.Service
	targets   egress.Policy // of addresses of documents
	documents *http.Client  // that fetches them
	now       func() time.Time
}

var _ route.PageFamily = (*Family)(nil)

// Function is the Lambda function of this family.
var Function = boot.NewFunction("oauth", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	targets := d.WebhookTargets()
	return &Family{config: d.Config, store: d.Store, accounts: d.Accounts(), apps: d.Apps(), targets: targets,
		documents: targets.NewClient(), now: d.Now}
}

// pagePaths are the paths of the pages. All others are for programs.
var pagePaths = []string{authorizePath, devicePath}

// ErrorPage shows a problem to a browser, or tells a program of it.
func (f *Family) ErrorPage(h *http.Request, about *problem.Error, correlationID string) route.Responder {
	for _, path := range pagePaths {
		if strings.HasSuffix(h.URL.Path, path) {
			return problemPage(readerFrom(h.Header.Get("Accept-Language")), about, correlationID)
		}
	}
	return failureOf(about)
}
