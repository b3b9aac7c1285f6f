package problem

import "maps"

// FieldCode is the machine-readable reason why one property is not acceptable.
type FieldCode string

// The field codes.
const (
	Required             FieldCode = "required"
	MinLength            FieldCode = "min_length"
	MaxLength            FieldCode = "max_length"
	MinValue             FieldCode = "min_value"
	MaxValue             FieldCode = "max_value"
	MinItems             FieldCode = "min_items"
	MaxItems             FieldCode = "max_items"
	TypeInvalid          FieldCode = "type_invalid"
	EnumInvalid          FieldCode = "enum_invalid"
	UUIDInvalid          FieldCode = "uuid_invalid"
	DateTimeInvalid      FieldCode = "date_time_invalid"
	DateInvalid          FieldCode = "date_invalid"
	TimezoneInvalid      FieldCode = "timezone_invalid"
	LanguageInvalid      FieldCode = "language_invalid"
	CurrencyInvalid      FieldCode = "currency_invalid"
	EmailInvalid         FieldCode = "email_invalid"
	URLInvalid           FieldCode = "url_invalid"
	DuplicateEntryID     FieldCode = "duplicate_entry_id"
	DuplicateValue       FieldCode = "duplicate_value"
	TextNotAllowed       FieldCode = "text_not_allowed"
	InFuture             FieldCode = "in_future"
	InPast               FieldCode = "in_past"
	BeforeStart          FieldCode = "before_start"
	RangeInvalid         FieldCode = "range_invalid"
	RangeTooLong         FieldCode = "range_too_long"
	NetworkInvalid       FieldCode = "network_invalid"
	LocksYouOut          FieldCode = "locks_you_out"
	TooMuchTime          FieldCode = "too_large"
	CursorInvalid        FieldCode = "cursor_invalid"
	PasswordIncorrect    FieldCode = "password_incorrect"
	PasswordTooWeak      FieldCode = "password_too_weak"
	TokenInvalid         FieldCode = "token_invalid"
	MustBeAccepted       FieldCode = "must_be_accepted"
	ProjectArchived      FieldCode = "project_archived"
	TaskArchived         FieldCode = "task_archived"
	TaskNotInProject     FieldCode = "task_not_in_project"
	EntryLocked          FieldCode = "entry_locked"
	ReservedValue        FieldCode = "reserved_value"
	EntryOverlap         FieldCode = "entry_overlap"
	IdempotencyKeyReused FieldCode = "idempotency_key_reused"
	ProjectNotFound      FieldCode = "project_not_found"
	TaskNotFound         FieldCode = "task_not_found"
	TagNotFound          FieldCode = "tag_not_found"
	ClientNotFound       FieldCode = "client_not_found"
	UserNotFound         FieldCode = "user_not_found"
	EntryNotFound        FieldCode = "entry_not_found"
	SubmissionNotFound   FieldCode = "submission_not_found"
	UnknownProperty      FieldCode = "unknown_property"
	ImageInvalid         FieldCode = "image_invalid"
	ImageNotAllowed      FieldCode = "image_not_allowed"
)

// Message is the default message of a code. It never contains the value.
func (c FieldCode) Message() string {
	if m, ok := fieldMessages[c]; ok {
		return m
	}
	return "is not acceptable"
}

// FieldCodes lists every field code with its message.
func FieldCodes() map[FieldCode]string { return maps.Clone(fieldMessages) }

var fieldMessages = map[FieldCode]string{
	Required:             "is required",
	MinLength:            "is too short",
	MaxLength:            "is too long",
	MinValue:             "is too small",
	MaxValue:             "is too large",
	MinItems:             "has too few items",
	MaxItems:             "has too many items",
	TypeInvalid:          "has the wrong type",
	EnumInvalid:          "is not one of the allowed values",
	UUIDInvalid:          "must be a UUID",
	DateTimeInvalid:      "must be a date and time with an offset, as in RFC 3339",
	DateInvalid:          "must be a date, YYYY-MM-DD",
	TimezoneInvalid:      "must be an IANA time zone such as Europe/Berlin",
	LanguageInvalid:      "must be a language tag such as de or pt-BR",
	CurrencyInvalid:      "must be an ISO 4217 currency code such as EUR",
	EmailInvalid:         "must be an e-mail address",
	URLInvalid:           "is not an allowed address",
	DuplicateEntryID:     "appears more than once in the batch",
	DuplicateValue:       "is already in use or was sent more than once",
	TextNotAllowed:       "must not contain hidden characters, or an address such as https://example.com",
	InFuture:             "must be at most 5 minutes ahead of the clock of the service",
	InPast:               "must be in the future",
	BeforeStart:          "must not be before the start",
	RangeInvalid:         "must begin before it ends",
	RangeTooLong:         "is too long; request a shorter range",
	NetworkInvalid:       "must be a network such as 192.0.2.0/24 or 2001:db8::/32",
	LocksYouOut:          "does not have the network address from which you sent this",
	TooMuchTime:          "has more time than is read at once: 40,000 entries or 16 MB of them",
	CursorInvalid:        "is not a valid cursor for this list",
	PasswordIncorrect:    "is not the current password",
	PasswordTooWeak:      "is too easy to guess: it must be no common password and not resemble the e-mail address",
	TokenInvalid:         "is unknown, used or expired",
	MustBeAccepted:       "must be accepted",
	ProjectArchived:      "is an archived project, which accepts no new time",
	TaskArchived:         "is an archived task, which accepts no new time",
	TaskNotInProject:     "belongs to another project",
	EntryLocked:          "is part of a submitted timesheet, or invoiced",
	ReservedValue:        "is a word that means something else here",
	EntryOverlap:         "overlaps another entry",
	IdempotencyKeyReused: "was already used with another body",
	ProjectNotFound:      "does not match a project that you can see",
	TaskNotFound:         "does not match a task that you can see",
	TagNotFound:          "does not match a tag of this workspace",
	ClientNotFound:       "does not match a client of this workspace",
	UserNotFound:         "does not match an active member of this workspace",
	EntryNotFound:        "does not match an entry that you can see",
	SubmissionNotFound:   "does not match a submission that you can see",
	UnknownProperty:      "is not known here",
	ImageInvalid:         "is not a picture of this type that can be read",
	ImageNotAllowed:      "does more than draw",
}
