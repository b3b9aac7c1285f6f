"""An account of the service, with what agents and apps need."""

import os

import requests

base = os.environ["STINT_URL"]
PASSWORD = "correct horse battery"


def send(method, path, token, body):
    """The answer to a JSON request; a problem ends the script."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    response = requests.request(method, base + path, json=body, headers=headers, timeout=30)
    if response.status_code != 200:
        raise SystemExit(f"{method} {path}: {response.status_code} {response.text}")
    return response.json()


class Account:
    """An account with a workspace."""

    def __init__(self, name):
        self.email = f"{name}@example.com"
        session = send("POST", "/api/auth/register", None, {
            "email": self.email, "password": PASSWORD, "displayName": "Ada",
            "workspaceName": "Analytical Engines", "timezone": "Europe/Berlin"})
        self.token, self.workspace = session["access_token"], session["workspace"]["id"]

    def post(self, path, body):
        return send("POST", path, self.token, body)

    def new_key(self):
        """An API key that may track time."""
        return self.post(f"/api/me/workspaces/{self.workspace}/api-keys", {"name": "agent", "access": "time"})["token"]


def same(what, got, want):
    if got != want:
        raise SystemExit(f"{what} is {got}, want {want}")
