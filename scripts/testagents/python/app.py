"""An app by Authlib: discovery, code with PKCE, refresh, revocation, and the device flow."""

import os
import re
import time
from urllib.parse import parse_qs, urlsplit

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"  # the service runs on this machine, without TLS

import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata

from account import PASSWORD, Account, base, same
from browser import Browser

CALLBACK = "http://127.0.0.1:49152/callback"
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


def discover():
    """The metadata of the server that a refused request leads to (RFC 9728, RFC 8414)."""
    refused = requests.get(f"{base}/api/v1/me", timeout=30)
    address = re.search(r'resource_metadata="([^"]+)"', refused.headers["WWW-Authenticate"])[1]
    resource = requests.get(address, timeout=30).json()
    same("the resource", resource["resource"], base)
    issuer = resource["authorization_servers"][0]
    server = requests.get(f"{issuer}/.well-known/oauth-authorization-server", timeout=30).json()
    same("the issuer", server["issuer"], issuer)
    metadata = AuthorizationServerMetadata(server)
    for name in ("response_types_supported", "grant_types_supported", "token_endpoint_auth_methods_supported",
                 "revocation_endpoint_auth_methods_supported", "code_challenge_methods_supported", "ui_locales_supported"):
        getattr(metadata, f"validate_{name}")()
    return metadata


def error_of(call):
    """The error of the protocol with which a call fails."""
    try:
        call()
    except OAuthError as problem:
        return problem.error
    return None


def token_code(address):
    """The code in the address of an answer."""
    return parse_qs(urlsplit(address).query)["code"][0]


account = Account("ada.python.app")
registered = account.post(f"/api/workspaces/{account.workspace}/oauth-clients", {
    "name": "Chart Maker", "redirectUris": [CALLBACK], "isConfidential": True})
server = discover()
app = OAuth2Session(
    registered["client_id"], registered["client_secret"], scope="time offline_access", redirect_uri=CALLBACK,
    code_challenge_method="S256", revocation_endpoint_auth_method="client_secret_basic")

# The person signs in, and allows the app.
verifier = generate_token(64)
address, state = app.create_authorization_url(server["authorization_endpoint"], code_verifier=verifier)
browser = Browser()
browser.open(address)
browser.submit("sign_in", email=account.email, password=PASSWORD)
answer = browser.submit("allow")
token = app.fetch_token(server["token_endpoint"], authorization_response=answer, state=state, code_verifier=verifier)
same("the scope", set(token["scope"].split()), {"time", "offline_access"})
me = app.get(f"{base}/api/v1/me").json()
same("the app of the token", me["app"]["client_id"], registered["client_id"])

# Refreshing rotates the token, and revoking one ends the access.
refreshed = app.refresh_token(server["token_endpoint"], refresh_token=token["refresh_token"])
if refreshed["refresh_token"] == token["refresh_token"] or refreshed["access_token"] == token["access_token"]:
    raise SystemExit("a refresh answers the same tokens")
same("a refreshed token", app.get(f"{base}/api/v1/me").status_code, 200)
revoked = app.revoke_token(
    server["revocation_endpoint"], token=refreshed["refresh_token"], token_type_hint="refresh_token")
same("revocation", revoked.status_code, 200)
ended = requests.get(f"{base}/api/v1/me", headers={"Authorization": f"Bearer {refreshed['access_token']}"}, timeout=30)
same("a revoked token", ended.status_code, 401)
same("a revoked refresh token", error_of(
    lambda: app.refresh_token(server["token_endpoint"], refresh_token=refreshed["refresh_token"])), "invalid_grant")
same("a used code", error_of(lambda: app.fetch_token(
    server["token_endpoint"], code=token_code(answer), code_verifier=verifier)), "invalid_grant")

# A device without a browser asks, and the person types its code elsewhere. The server wants a pause between two polls.
device_app = OAuth2Session(registered["client_id"], registered["client_secret"], scope="read")
device = requests.post(server["device_authorization_endpoint"], data={"scope": "read"}, timeout=30,
                       auth=(registered["client_id"], registered["client_secret"])).json()


def poll():
    time.sleep(device["interval"])
    return device_app.fetch_token(server["token_endpoint"], grant_type=DEVICE, device_code=device["device_code"])


same("an early poll", error_of(poll), "authorization_pending")
browser.open(device["verification_uri"])
browser.submit("find", user_code=device["user_code"])
browser.submit("allow")
same("the scope of the device", poll()["scope"], "read")
same("the workspace of the device", device_app.get(f"{base}/api/v1/me").json()["workspace"]["id"], account.workspace)
print("Authlib: discovery, code with PKCE, refresh, revocation and the device flow work")
