package problem

// FieldCode is the machine-readable reason why one property was refused.
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
	InFuture             FieldCode = "in_future"
	InPast               FieldCode = "in_past"
	BeforeStart          FieldCode = "before_start"
	RangeInvalid         FieldCode = "range_invalid"
	RangeTooLong         FieldCode = "range_too_long"
	CursorInvalid        FieldCode = "cursor_invalid"
	PasswordIncorrect    FieldCode = "password_incorrect"
	PasswordTooWeak      FieldCode = "password_too_weak"
	TokenInvalid         FieldCode = "token_invalid"
	MustBeAccepted       FieldCode = "must_be_accepted"
	ProjectArchived      FieldCode = "project_archived"
	TaskArchived         FieldCode = "task_archived"
	TaskNotInProject     FieldCode = "task_not_in_project"
	EntryLocked          FieldCode = "entry_locked"
	EntryOverlap         FieldCode = "entry_overlap"
	IdempotencyKeyReused FieldCode = "idempotency_key_reused"
	ProjectNotFound      FieldCode = "project_not_found"
	TaskNotFound         FieldCode = "task_not_found"
	TagNotFound          FieldCode = "tag_not_found"
	ClientNotFound       FieldCode = "client_not_found"
	UserNotFound         FieldCode = "user_not_found"
	EntryNotFound        FieldCode = "entry_not_found"
)

// Message is the plain sentence that goes with a code when the place that
// found the problem has nothing more exact to say. It never echoes the value.
func (c FieldCode) Message() string {
	if m, ok := fieldMessages[c]; ok {
		return m
	}
	return "is not acceptable"
}

// FieldCodes lists every field code with its message.
func FieldCodes() map[FieldCode]string {
	all := make(map[FieldCode]string, len(fieldMessages))
	for code, message := range fieldMessages {
		all[code] = message
	}
	return all
}

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
	DuplicateValue:       "is already in use, or was sent twice",
	InFuture:             "lies too far in the future",
	InPast:               "lies in the past",
	BeforeStart:          "must not be before the start",
	RangeInvalid:         "must begin before it ends",
	RangeTooLong:         "spans too much; ask for less at a time",
	CursorInvalid:        "is not a cursor of this list",
	PasswordIncorrect:    "is not the current password",
	PasswordTooWeak:      "is too easy to guess",
	TokenInvalid:         "is unknown, used or expired",
	MustBeAccepted:       "must be accepted",
	ProjectArchived:      "names an archived project, which takes no new time",
	TaskArchived:         "names an archived task, which takes no new time",
	TaskNotInProject:     "names a task of another project",
	EntryLocked:          "is part of a submitted timesheet",
	EntryOverlap:         "overlaps another entry",
	IdempotencyKeyReused: "was used before with another body",
	ProjectNotFound:      "names no project that you can see",
	TaskNotFound:         "names no task that you can see",
	TagNotFound:          "names no tag of this workspace",
	ClientNotFound:       "names no client of this workspace",
	UserNotFound:         "names no active member of this workspace",
	EntryNotFound:        "names no entry that you can see",
}
