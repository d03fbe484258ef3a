"""IAM: roles, users, groups, customer policies, instance profiles and the ages of access keys.

Calls and rights: iam:GetAccountAuthorizationDetails, ListInstanceProfiles, ListUsers, ListAccessKeys. Policies are
read to say whether they allow everything; their text is not stored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import unquote

from collectors.aws.place import Place, arn_of
from collectors.aws.region import Raw, Region
from collectors.aws.service import Listing, Service, listed
from collectors.aws.shape import Stated, record, related, related_from, tags_of

_DETAILS = "iam:GetAccountAuthorizationDetails"
_PROFILES = "iam:ListInstanceProfiles"
_USERS = "iam:ListUsers"
_KEYS = "iam:ListAccessKeys"


def _role(raw: Raw, place: Place) -> Iterator[Stated]:
    principals = list(_principals(raw.get("AssumeRolePolicyDocument")))
    trusted = [p for kind, p in principals if kind == "AWS"]
    accounts = {a for a in map(_account, trusted) if a and a != place.account}
    one = record(
        "IAMRole",
        _unmoved(raw, place),
        place,
        uid=raw["Arn"],
        name=raw["RoleName"],
        tags=tags_of(raw.get("Tags")),
        trustedServices=sorted({p for kind, p in principals if kind == "Service"}),
        trustedAccounts=sorted(accounts),
        federation=sorted({p for kind, p in principals if kind == "Federated"}),
        administrator=_administers(raw, "RolePolicyList"),
    )
    yield one
    callers = (p for p in trusted if ":role/" in p or ":user/" in p)
    yield from related_from("ASSUMES", callers, one.uid)


def _unmoved(raw: Raw, place: Place) -> Raw:
    """The role without when it was last used, where that is this very look: it would be another at every one."""
    return {k: v for k, v in raw.items() if k != "RoleLastUsed"} if raw["RoleName"] == place.role else raw


def _read_users(region: Region) -> Iterator[Raw]:
    """The details say nothing of passwords; the plain listing does, and nothing of groups and policies."""
    last = {u["Arn"]: u.get("PasswordLastUsed") for u in region.pages(_USERS, "Users[]")}
    for raw in region.pages(_DETAILS, "UserDetailList[]", Filter=["User"]):
        yield {**raw, "PasswordLastUsed": last.get(raw["Arn"])}


def _user(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record("IAMUser", raw, place, uid=raw["Arn"], name=raw["UserName"], tags=tags_of(raw.get("Tags")))
    yield one
    groups = raw.get("GroupList") or ()
    yield from related("PART_OF", one.uid, (place.global_arn("iam", f"group/{g}") for g in groups))


def _group(raw: Raw, place: Place) -> Iterator[Stated]:
    yield record("IAMGroup", raw, place, uid=raw["Arn"], name=raw["GroupName"])


def _policy(raw: Raw, place: Place) -> Iterator[Stated]:
    current = (v for v in raw.get("PolicyVersionList") or () if v.get("IsDefaultVersion"))
    document = next((v.get("Document") for v in current), None)
    yield record(
        "IAMPolicy",
        raw,
        place,
        uid=raw["Arn"],
        name=raw.get("PolicyName") or raw["Arn"].rsplit("/", 1)[-1],
        administrator=None if document is None else _allows_everything(document),
    )


def _profile(raw: Raw, place: Place) -> Iterator[Stated]:
    one = record("InstanceProfile", raw, place, uid=raw["Arn"], name=raw["InstanceProfileName"])
    yield one
    yield from related("ASSUMES", one.uid, (r["Arn"] for r in raw.get("Roles") or ()))


def _read_keys(region: Region) -> Iterator[Raw]:
    def detail(user: Raw) -> Iterator[Raw]:
        for raw in region.pages(_KEYS, "AccessKeyMetadata[]", UserName=user["UserName"]):
            yield {**raw, "UserArn": user["Arn"]}

    yield from region.each(region.pages(_USERS, "Users[]"), detail)


def _key(raw: Raw, place: Place) -> Iterator[Stated]:
    uid = place.global_arn("iam", f"access-key/{raw['AccessKeyId']}")
    yield record("AccessKey", raw, place, uid=uid, name=raw["AccessKeyId"])
    yield from related("PART_OF", uid, [raw["UserArn"]])


def _principals(document: Any) -> Iterator[tuple[str, str]]:
    """Who a trust policy lets in, each with its kind: AWS, Service, Federated, or * for everybody."""
    for statement in _statements(document):
        principal = statement.get("Principal")
        if statement.get("Effect") != "Allow" or not principal:
            continue
        if isinstance(principal, str):
            yield "AWS", principal
            continue
        for kind, named in principal.items():
            yield from ((kind, p) for p in _several(named))


def _account(principal: str) -> str:
    """The account of a principal, written as ARN or as bare id."""
    if principal.isdigit():
        return principal
    arn = arn_of(principal)
    return arn.account if arn else ""


def _administers(raw: Raw, inline: str) -> bool:
    """Whether it may do everything, by AWS's own policy or an inline one. Customer policies say it of themselves."""
    attached = any(
        str(p.get("PolicyArn", "")).endswith(":aws:policy/AdministratorAccess")
        for p in raw.get("AttachedManagedPolicies") or ()
    )
    return attached or any(_allows_everything(p.get("PolicyDocument")) for p in raw.get(inline) or ())


def _allows_everything(document: Any) -> bool:
    return any(
        s.get("Effect") == "Allow"
        and "*" in _several(s.get("Action"))
        and "*" in _several(s.get("Resource"))
        and not s.get("Condition")
        for s in _statements(document)
    )


def _statements(document: Any) -> Iterable[dict[str, Any]]:
    if isinstance(document, str):
        document = json.loads(unquote(document))
    return _several((document or {}).get("Statement"))


def _several(value: Any) -> list[Any]:
    """What IAM writes as one thing or as a list of them."""
    return [] if value is None else list(value) if isinstance(value, list) else [value]


def _details(name: str, kind: str, filter_by: str, items: str, shape: Any) -> Listing:
    return Listing(name, (kind,), (_DETAILS,), listed(_DETAILS, items, Filter=[filter_by]), shape)


SERVICE = Service(
    "iam",
    (
        _details("roles", "IAMRole", "Role", "RoleDetailList[]", _role),
        Listing("users", ("IAMUser",), (_DETAILS, _USERS), _read_users, _user),
        _details("groups", "IAMGroup", "Group", "GroupDetailList[]", _group),
        _details("policies", "IAMPolicy", "LocalManagedPolicy", "Policies[]", _policy),
        Listing(
            "instance-profiles",
            ("InstanceProfile",),
            (_PROFILES,),
            listed(_PROFILES, "InstanceProfiles[]"),
            _profile,
        ),
        Listing("access-keys", ("AccessKey",), (_USERS, _KEYS), _read_keys, _key),
    ),
    regional=False,
)
