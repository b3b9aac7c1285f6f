"""The README's tour with openapi-python-client."""

import datetime
import os
import uuid

from stint_client import AuthenticatedClient, Client, models
from stint_client.api.account import account_me, account_register
from stint_client.api.api_keys import api_keys_create, api_keys_me
from stint_client.api.client_links import client_links_create
from stint_client.api.clients import clients_create
from stint_client.api.entries import entries_bulk_v1, entries_list
from stint_client.api.projects import projects_create
from stint_client.api.submissions import submissions_approve_all, submissions_create
from stint_client.api.tags import tags_create_v1
from stint_client.api.tasks import tasks_create
from stint_client.api.timers import timers_current, timers_start, timers_stop

url = os.environ["STINT_URL"]


def ok(response):
    """The parsed answer; a problem ends the tour."""
    if response.status_code != 200:
        raise SystemExit(f"{response.status_code} {response.content}")
    return response.parsed


def same(what, got, want):
    if got != want:
        raise SystemExit(f"{what} is {got}, want {want}")


session = ok(account_register.sync_detailed(client=Client(url), body=models.AccountRegisterRequest(
    email="ada@python.example.com", password="correct horse battery", display_name="Ada",
    workspace_name="Analytical Engines", timezone="UTC")))
client = AuthenticatedClient(url, token=session.access_token)

customer = ok(clients_create.sync_detailed(client=client, body=models.CustomerCreateRequest(name="Babbage & Co")))
project = ok(projects_create.sync_detailed(client=client, body=models.ProjectCreateRequest(
    name="Difference Engine", client_id=customer.id, hourly_rate=8500)))
task = ok(tasks_create.sync_detailed(project.id, client=client, body=models.TaskCreateRequest(name="Carriage")))

timer = ok(timers_start.sync_detailed(client=client, body=models.TimerStartRequest(
    task_id=task.id, description="Drawing the carriage")))
same("the running timer", ok(timers_current.sync_detailed(client=client)).timer.id, timer.id)
ok(timers_stop.sync_detailed(timer.id, client=client))
entries = ok(entries_list.sync_detailed(client=client, project_id=project.id, limit=10))
same("the first entry", entries.items[0].id, timer.id)

today = datetime.datetime.now(datetime.timezone.utc).date()
submission = ok(submissions_create.sync_detailed(client=client, body=models.SubmissionCreateRequest(
    period_start=today, period_end=today)))
same("the status", ok(submissions_approve_all.sync_detailed(submission.id, client=client)).status, "approved")
ok(client_links_create.sync_detailed(submission.id, client=client, body=models.ClientLinkCreateRequest(
    client_email="charles@example.com", show_amounts=True)))

me = ok(account_me.sync_detailed(client=client))
key = ok(api_keys_create.sync_detailed(me.active_workspace_id, client=client, body=models.ApiKeyCreateRequest(name="My script")))
program = AuthenticatedClient(url, token=key.token)
same("the key's workspace", ok(api_keys_me.sync_detailed(client=program)).workspace.id, me.active_workspace_id)
row = uuid.uuid4()
start = datetime.datetime(2026, 1, 5, 9, tzinfo=datetime.timezone.utc)
bulk = ok(entries_bulk_v1.sync_detailed(client=program, body=models.EntryBulkRequest(items=[
    models.EntryBulkItem(id=row, project_id=project.id, started_at=start, stopped_at=start + datetime.timedelta(minutes=90))])))
same("the entry of the batch", bulk.items[0].duration_seconds, 5400)
gone = ok(entries_bulk_v1.sync_detailed(client=program, body=models.EntryBulkRequest(items=[
    models.EntryBulkItem(id=row, op="delete")])))
same("the deleted entry", gone.items[0].deleted, True)

refused = tags_create_v1.sync(client=program, body=models.TagCreateRequest(name=""))
same("the field of a problem", refused.errors[0].field, "name")
print("openapi-python-client: the tour is complete")
