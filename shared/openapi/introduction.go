package openapi

// introduction is what holds for every operation. It stands at the head of the
// document and of the reference page, in CommonMark: headings, paragraphs,
// lists and code spans only.
const introduction = `Stint tracks time: timers and entries, projects and tasks, money, timesheets and their approval.

## Authentication

Send ` + "`Authorization: Bearer …`" + ` with every request that is not public.

- Addresses below ` + "`/api/v1`" + ` take an API key. A key belongs to one workspace and may do what its creator may do there.
- All other addresses take the ` + "`access_token`" + ` of a session, which is good for 15 minutes. Logging in or registering gives one, and sets a cookie with which ` + "`POST /api/auth/refresh`" + ` gives the next.
- One in place of the other is 401.

The workspace that is active in the session is meant by every address that names none. An access token keeps its workspace; a refresh with ` + "`workspaceId`" + ` switches it.

## Requests

- Bodies are JSON objects in UTF-8, at most 256 KiB unless the instance says otherwise. Properties are named in camelCase; snake_case is accepted as well, in queries too, but not both at once. What is unknown is ignored.
- A property that is absent from a PATCH stays as it is; null clears it where null is allowed.
- Times are RFC 3339 with any offset, dates are ` + "`YYYY-MM-DD`" + `. Ranges include ` + "`from`" + ` and exclude ` + "`to`" + `.
- A POST that creates a record takes an ` + "`Idempotency-Key`" + `: sent again within 24 hours with the same body, it gets the first answer again and creates nothing.
- A PUT, PATCH or DELETE takes ` + "`If-Match`" + ` with the ` + "`ETag`" + ` of what you read; if it changed since, the answer is 409 and nothing is lost.
- ` + "`X-Correlation-Id`" + ` (up to 128 letters, digits, dots, dashes and underscores) names your request in our logs. Every answer carries one.

## Answers

- Success is always 200, with properties in snake_case. Ids are UUIDs in lower case. Times are in UTC, in whole seconds. Durations are seconds. Money is in minor units of its currency, hourly rates are minor units per hour.
- A list answers ` + "`items`" + ` and ` + "`next_cursor`" + `. Ask again with ` + "`cursor`" + ` until it is null; a page may be short, even empty, before that. ` + "`limit`" + ` is 1 to 200, 50 by default.
- Every record that can change has a ` + "`version`" + `, counted from 1, which is also its ` + "`ETag`" + `.

## Errors

Every error is ` + "`application/problem+json`" + `. The last segment of its ` + "`type`" + ` is the code, and the address explains it. With ` + "`validation`" + `, everything that is wrong is listed at once in ` + "`errors`" + `.

What you may not see looks exactly like what does not exist: 404. What you see but may not do is 403, and ` + "`detail`" + ` says why:

- ` + "`analyst_read_only`" + `: analysts change nothing.
- ` + "`not_project_member`" + `: the project is public, but you are not its member.
- ` + "`workspace_mismatch`" + `: the request refers to a thing in another of your workspaces.
- ` + "`role_insufficient`" + `: your role is too low.
- ` + "`email_not_verified`" + `: verify your address first.
- ` + "`workspace_required`" + `: no workspace is active, or you are no longer in it.
- ` + "`origin_not_allowed`" + `: a cookie came from a foreign web page.

429 and 503 carry ` + "`Retry-After`" + ` in seconds.
`
