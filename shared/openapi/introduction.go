package openapi

// introduction explains the conventions that hold for every operation. It is the
// description of the document and the start of the reference page. It is CommonMark with
// headings, paragraphs, lists and code spans only.
const introduction = `Stint tracks time: timers and entries, projects and tasks, money, timesheets and their approval.

## Authentication

Send ` + "`Authorization: Bearer …`" + ` with every request that is not public.

- Addresses below ` + "`/api/v1`" + ` take an API key or the access token of an app. Either belongs to one workspace and may do what its user may do there.
- All other addresses take the ` + "`access_token`" + ` of a session, which is valid for 15 minutes. Login and registration return one and set a cookie. With the cookie, ` + "`POST /api/auth/refresh`" + ` returns the next one.
- The ` + "`access_token`" + ` of a session in place of an API key is 401, and the other way round.

An address without a workspace id is about the active workspace of the session. An access token keeps its workspace; a refresh with ` + "`workspaceId`" + ` switches it.

## Requests

- Bodies are JSON objects in UTF-8, by default at most 256 KiB. Properties are named in camelCase, query parameters as each operation lists them. Every name is accepted in camelCase and in snake_case, but not in both in one request. Unknown names are ignored.
- A property that is absent from a PATCH stays unchanged. Null clears it where null is allowed.
- Texts have no NUL character. Names have no control characters, and their length counts without white space at both ends.
- Times are RFC 3339 with any offset, dates are ` + "`YYYY-MM-DD`" + `. Time is tracked from 2000-01-01 on. Ranges include ` + "`from`" + ` and exclude ` + "`to`" + `.
- A POST that creates a record takes an ` + "`Idempotency-Key`" + `. Sent again within 24 hours with the same body, it returns the first response and creates nothing.
- A PUT, PATCH or DELETE takes ` + "`If-Match`" + ` with the ` + "`ETag`" + ` of the record that you read. If the record was changed since, the response is 409 and nothing is written.
- ` + "`X-Correlation-Id`" + ` (up to 128 letters, digits, dots, dashes and underscores) names your request in our log. Every response has one.
- Where there is a GET, HEAD returns its status and headers without a body.
- ` + "`traceparent`" + ` (W3C Trace Context) joins your request to a trace: our log and the webhooks that it causes continue it.

## Responses

- Success is 200, with properties in snake_case. Ids are UUIDs in lower case. Times are in UTC and whole seconds. Durations are in seconds. Money is in minor units of its currency, and hourly rates are in minor units per hour.
- A list returns ` + "`items`" + ` and ` + "`next_cursor`" + `. Send it as ` + "`cursor`" + ` to get the next page, until it is null. A page may be short or empty before that. ` + "`limit`" + ` is 1 to 200, 50 by default.
- Later versions may add properties, and values to strings that list theirs as ` + "`x-extensible-enum`" + `. Programs should accept those that they do not know.
- Every record that can change has a ` + "`version`" + `, counted from 1. It is also the ` + "`ETag`" + `.

## Errors

Every error is ` + "`application/problem+json`" + `. Its ` + "`type`" + ` is an address that explains the problem; the last segment is the code. With ` + "`validation`" + `, ` + "`errors`" + ` lists everything that is wrong with the request.

A record that you may not see is 404, exactly like one that does not exist. An action that you may not take on a record that you see is 403. With 403 and 409, ` + "`reason`" + ` is a stable word that says why; the schema Problem lists all of them.

429 and 503 have ` + "`Retry-After`" + ` in seconds, where waiting helps.
`
