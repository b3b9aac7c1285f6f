"""What Schemathesis needs to know of Stint: credentials, and ids of records that exist.

STINT_FUZZ is the credential of the run: session, full or read. The last two are API keys of
that access. STINT_URL is a home server with the demo's data.
"""

import hashlib
import itertools
import json
import os
import re
import time
import urllib.request
import uuid

import schemathesis

URL = os.environ["STINT_URL"]
CREDENTIAL = os.environ["STINT_FUZZ"]
OWNER = {"email": "mara@example.com", "password": "stint demo password"}

# Requests that end the session, the account or the workspace of their caller. Each gets an
# account of its own.
DESTRUCTIVE = {
    ("DELETE", "/api/me"),
    ("POST", "/api/auth/logout"),
    ("DELETE", "/api/auth/sessions"),
    ("DELETE", "/api/auth/sessions/{id}"),
    ("PATCH", "/api/me/profile"),
    ("DELETE", "/api/workspaces/{workspaceId}"),
    ("POST", "/api/workspaces/{workspaceId}/leave"),
    ("POST", "/api/workspaces/{workspaceId}/transfer-ownership"),
    ("PATCH", "/api/workspaces/{workspaceId}"),
    ("PATCH", "/api/v1/workspace"),
}

numbers = itertools.count()


def call(method, path, body=None, token=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = "Bearer " + token
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data=data, headers=headers, method=method)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


class Account:
    """A session, and an API key if the run has one."""

    def __init__(self, session):
        self.session = session["access_token"]
        self.workspace = session["workspace"]["id"]
        self.bearer = self.session
        if CREDENTIAL != "session":
            key = call("POST", f"/api/me/workspaces/{self.workspace}/api-keys", {"name": "fuzz", "access": CREDENTIAL}, self.session)
            self.bearer = key["token"]


def throwaway():
    email = f"fuzz-{os.getpid()}-{time.time_ns()}-{next(numbers)}@example.com"
    return Account(call("POST", "/api/auth/register", {"email": email, "password": "a password for one request", "displayName": "Fuzz"}))


def ids_of_records(account):
    """The ids by the path segment before the parameter."""
    get = lambda path: [item["id"] for item in call("GET", path, token=account.session)["items"]][:5]
    workspace = f"/api/workspaces/{account.workspace}"
    me = "/api/workspaces/me"
    submissions = get(me + "/timesheet-submissions")
    details = [call("GET", f"{me}/timesheet-submissions/{id}", token=account.session) for id in submissions]
    projects = get("/api/projects")
    webhook = call("POST", "/api/webhooks", {"url": "http://localhost:1024/", "events": ["*"]}, account.session)["id"]
    delivery = call("POST", f"/api/webhooks/{webhook}/test", token=account.session)["id"]
    call("POST", workspace + "/invitations", {"email": "guest@example.com", "role": "user"}, account.session)
    members = [item["user_id"] for item in call("GET", workspace + "/members", token=account.session)["items"]]
    links = [link for id in submissions for link in get(f"{me}/timesheet-submissions/{id}/client-approval-links")]
    return {
        "workspaces": [account.workspace],
        "api-keys": [call("POST", f"/api/me/workspaces/{account.workspace}/api-keys", {"name": "spare"}, account.session)["id"]],
        "projects": projects,
        "tasks": get(f"/api/projects/{projects[0]}/tasks"),
        "clients": get("/api/clients"),
        "tags": get("/api/tags"),
        "entries": get("/api/entries"),
        "timers": get("/api/entries"),
        "members": members,
        "invitations": get(workspace + "/invitations"),
        "timesheet-submissions": submissions,
        "submission-lines": [line["id"] for detail in details for line in detail["lines"]],
        "client-approval-links": links,
        "webhooks": [webhook],
        "deliveries": [delivery],
    }


owner = Account(call("POST", "/api/auth/login", OWNER))
records = ids_of_records(owner)


@schemathesis.auth(refresh_interval=300)
class Credential:
    def get(self, case, context):
        if CREDENTIAL != "session":
            return owner.bearer
        return call("POST", "/api/auth/login", OWNER)["access_token"]

    def set(self, case, data, context):
        case.headers = case.headers or {}
        operation = (case.operation.method.upper(), case.operation.path)
        if operation in DESTRUCTIVE:
            other = throwaway()
            data = other.bearer
            if "workspaceId" in (case.path_parameters or {}):
                case.path_parameters["workspaceId"] = other.workspace
        case.headers["Authorization"] = "Bearer " + data


# The kind of record by the name of a property or query parameter.
REFERENCES = {
    "project": "projects", "task": "tasks", "client": "clients", "tag": "tags", "user": "members", "submission": "timesheet-submissions",
}


def is_made_up(value):
    """Whether a text is an id that the service has not made: its ids are UUIDs of version 7."""
    try:
        return uuid.UUID(value).version != 7
    except (ValueError, AttributeError, TypeError):
        return False


def known_id(kind, value):
    """The id of a record in place of three of four ids that are made up."""
    if not is_made_up(value) or kind not in records:
        return value
    digest = hashlib.sha256(value.encode()).digest()
    return records[kind][digest[1] % len(records[kind])] if digest[0] < 192 else value


def with_known_ids(value, name=""):
    if isinstance(value, dict):
        return {key: with_known_ids(inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_known_ids(inner, name) for inner in value]
    for word, kind in REFERENCES.items():
        if name in (word + "Id", word + "_id", word + "Ids", word + "_ids"):
            return known_id(kind, value)
    return value


@schemathesis.hook
def before_call(context, case, kwargs):
    segments = case.operation.path.split("/")
    for name, value in list((case.path_parameters or {}).items()):
        if "{" + name + "}" in segments:
            case.path_parameters[name] = known_id(segments[segments.index("{" + name + "}") - 1], value)
    if isinstance(case.body, (dict, list)):
        case.body = with_known_ids(case.body)
    for name, value in list((case.query or {}).items()):
        case.query[name] = with_known_ids(value, name)


# Codes of problems that depend on other values, on what is stored, or on a public list of
# names. A JSON Schema does not state them, so a request that gets only these fits the document.
RULES = {
    "before_start", "currency_invalid", "cursor_invalid", "duplicate_entry_id", "duplicate_value", "entry_locked", "entry_overlap",
    "idempotency_key_reused", "in_future", "in_past", "language_invalid", "password_incorrect", "password_too_weak", "project_archived",
    "range_invalid", "range_too_long", "task_archived", "task_not_in_project", "text_not_allowed", "timezone_invalid", "token_invalid",
    "unknown_property",  # only with Prefer: handling=strict
    "url_invalid",  # of a webhook: which hosts and ports are allowed
}

# Properties that are required only beside others, as their descriptions say.
CONDITIONAL = {
    ("/entries/export", "from"), ("/entries/export", "to"), ("/reports/summary", "from"), ("/reports/summary", "to"),
    ("/billable-settings/apply", "isBillable"), ("/billable-settings", "rounding.minutes"), ("/entries:bulk", "startedAt"),
    ("/entries:bulk", "stoppedAt"), ("/me/profile", "currentPassword"), ("/client-approval-links", "clientId"),
}


def sent(case, field):
    """The value of a field of a problem."""
    value = {**(case.query or {}), **(case.body if isinstance(case.body, dict) else {})}
    for step in re.findall(r"[^.\[\]]+", field):
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def is_rule(issue, case):
    code, field = issue["code"], issue["field"]
    if code == "required":
        return any(case.operation.path.endswith(end) and field.endswith(name) for end, name in CONDITIONAL)
    if code in ("min_value", "max_value"):
        # Time is tracked from 2000 on, and minutes count only beside some modes of rounding.
        return field == "rounding.minutes" or isinstance(sent(case, field), str)
    if code == "min_length":
        return sent(case, field).strip() == ""  # lengths count without white space at both ends
    return code in RULES or code.endswith("_not_found")


def rejected_by_a_rule(case, response):
    problem = response.json()
    if response.status_code == 422:
        return all(is_rule(issue, case) for issue in problem["errors"])
    return problem["type"].endswith("/pkce_state_not_found")  # a state that no flow started


def is_broken_entity_tag(case, response):
    """Schemathesis takes "0" for a valid If-Match, though the pattern refuses it."""
    tags = case.operation.schema.raw_schema["components"]["parameters"]["IfMatch"]["schema"]["pattern"]
    sent_tags = (case.headers or {}).get("If-Match")
    return response.status_code == 400 and sent_tags is not None and not re.search(tags, sent_tags)


def is_path_of_another_operation(case, response):
    """PATCH /timers/start is PATCH /timers/{id} with an id that does not exist."""
    return case.operation.path.endswith(("/timers/start", "/timers/current")) and case.method in ("PATCH", "DELETE") and response.status_code == 404


def is_white_space_at_an_end(failure):
    """A name is too long only with the white space at its ends, which does not count."""
    rules = re.findall(r"violates (.*) at \S*/(\w+)", failure.message)
    return bool(rules) and all(rule == "`maxLength`" and name.lower().endswith("name") for rule, name in rules)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Drops what is no difference between the document and the service."""
    name = type(failure).__name__
    if name == "RejectedPositiveData":
        return not (rejected_by_a_rule(case, response) or is_broken_entity_tag(case, response))
    if name == "AcceptedNegativeData":
        return not is_white_space_at_an_end(failure)
    if name == "UnsupportedMethodResponse":
        return not is_path_of_another_operation(case, response)
    return True
