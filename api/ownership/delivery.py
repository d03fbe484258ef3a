"""Where a report goes: mail by SMTP, and a channel by a Slack-compatible webhook. A delivery that fails says so and keeps the report."""

from __future__ import annotations

import json
import smtplib
import urllib.error
import urllib.request
from email.message import EmailMessage
from urllib.parse import urlsplit

from api import settings as configured
from api.ownership import text
from api.plain import Plain
from api.settings import Report
from graph.errors import Misconfigured

_SECONDS = 20.0


def deliver(report: Plain, chosen: Report) -> list[str]:
    """Sends it everywhere that is configured; what was sent where, in words. Raises Misconfigured with all that failed."""
    done: list[str] = []
    failed: list[str] = []
    for send in (_mail, _webhook):
        try:
            done += send(report, chosen)
        except (OSError, smtplib.SMTPException, urllib.error.URLError) as error:
            failed.append(f"{send.__name__.strip('_')}: {error}")
    if failed:
        raise Misconfigured(
            f"The report of {report['week']} is kept, but could not be sent. " + "; ".join(failed)
        )
    return done


def _mail(report: Plain, chosen: Report) -> list[str]:
    if not chosen.mail_to or not chosen.smtp:
        return []
    message = EmailMessage()
    message["Subject"] = f"Ownership, {report['week']}"
    message["From"] = chosen.mail_from or "aletheia@localhost"
    message["To"] = ", ".join(chosen.mail_to)
    message.set_content(text.markdown(report))
    message.add_alternative(text.html(report), subtype="html")
    host, _, port = chosen.smtp.partition(":")
    with smtplib.SMTP(host, int(port or 25), timeout=_SECONDS) as server:
        if server.has_extn("starttls"):
            server.starttls()
        server.send_message(message)
    return [f"mail to {', '.join(chosen.mail_to)}"]


def _webhook(report: Plain, chosen: Report) -> list[str]:
    if not chosen.slack_webhook_env:
        return []
    url = configured.variable(chosen.slack_webhook_env)
    if not url:
        raise Misconfigured(
            f"The variable {chosen.slack_webhook_env} that [report] slack_webhook_env names is not set."
        )
    parts = urlsplit(url)
    if parts.scheme != "https" and parts.hostname not in ("127.0.0.1", "localhost"):
        raise Misconfigured(
            f"The webhook in {chosen.slack_webhook_env} is not https; it would send the report in the open."
        )
    body = json.dumps({"text": text.summary(report)}).encode()
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})  # noqa: S310 — checked above
    with urllib.request.urlopen(request, timeout=_SECONDS):  # noqa: S310
        return [f"webhook of {parts.hostname}"]
