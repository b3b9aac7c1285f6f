"""A browser without scripts: it keeps cookies, follows redirects of the service, and submits forms."""

from html.parser import HTMLParser
from urllib.parse import urljoin

import requests

from account import base


class Form(HTMLParser):
    """The first form of a page, with its values."""

    def __init__(self, page):
        super().__init__()
        self.action, self.values, self.select = None, {}, None
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        if tag == "form":
            self.action = a["action"]
        elif tag == "input" and "name" in a:
            self.values[a["name"]] = a.get("value") or ""
        elif tag == "select":
            self.select = a["name"]
        elif tag == "option" and self.select:
            self.values.setdefault(self.select, a["value"])


class Browser:
    def __init__(self):
        self.session, self.page = requests.Session(), None

    def open(self, address):
        """Opens a page. The address of another site is returned, to which the service redirected."""
        return self._follow(self.session.get(address, allow_redirects=False, timeout=30))

    def submit(self, act, **fields):
        """Submits the form of the page with a button, as open returns it."""
        form = Form(self.page.text)
        if form.action is None:
            raise SystemExit(f"there is no form: {self.page.status_code} {self.page.text}")
        return self._follow(self.session.post(
            urljoin(self.page.url, form.action), data={**form.values, **fields, "act": act}, headers={"Origin": base},
            allow_redirects=False, timeout=30))

    def _follow(self, response):
        self.page = response
        if response.status_code not in (302, 303):
            if response.status_code != 200:
                raise SystemExit(f"{response.url}: {response.status_code} {response.text}")
            return None
        to = urljoin(response.url, response.headers["Location"])
        return self.open(to) if to.startswith(base + "/") else to
