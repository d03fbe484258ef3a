"""Turns of phrase that the grammar has no rule for, and the same said in its order of words. A closed list, as function words are."""

from __future__ import annotations

import re

_TOOLS = r"terraform|opentofu|helm|cloudformation|argo ?cd|flux"
_ENDS = r"(?=$|[?.!,]| (?:in|with|without|that|which|and|of|for|on|per|by|are|is)\b)"
_NOBODY = r"(?:nobody|no one|no-one)"
_NAME = r"[\w./:@-]+(?: [\w./:@-]+){0,2}?"
_TYPE = r"[a-z]+\d[a-z0-9-]*\.(?:\d*xlarge|nano|micro|small|medium|large|metal)"

_KEPT = "(?:defined|declared|described|tracked|kept|created|provisioned|covered|managed)"
_STAYED = "been|just|recently|not|changed|already|ever"

_MANAGED = (
    (r"\bhow much of (.{1,80}?) is\b", r"what share of resources in \1 is"),
    (
        r"\b(percentage|share|fraction|part|portion) of (account|cluster|namespace|region) ([\w-]+) is\b",
        r"\1 of resources in \2 \3 is",
    ),
    (r"\bterraformed\b", "managed by terraform"),
    (rf"\b({_TOOLS})[- ]managed ((?:[\w-]+ ){{0,2}}?[\w-]+){_ENDS}", r"\2 managed by \1"),
    (
        rf"\b(?:{_KEPT} )?(?:in|under|via|through) (terraform|cloudformation)(?! (?:state|resource|module|stack)s?\b)",
        r"managed by \1",
    ),
    (
        r"\b(?:defined |declared |managed |covered |created )?(?:in|by|via|through) (?:iac|infrastructure as code)\b",
        "managed",
    ),
)
_NONE = (
    (rf"\bwhich ([\w -]+?) does {_NOBODY} (own|manage)\b", r"which \1 are un\2ed"),
    (rf"\bwhat does {_NOBODY} (own|manage)\b", r"what is un\1ed"),
    (rf"\b(?:that |which )?{_NOBODY} (?:has |have )?(?:touched|changed|modified)\b", "that were not changed"),
    (r"\b(repo(?:sitorie)?s) (?:without|with no) (?:any )?commits\b", r"\1 that were not changed"),
    (rf"(?:that |which )?{_NOBODY} (?:backs|is backing|has backed) up\b", "without backups"),
    (rf"\b(?:does|do) {_NOBODY} back up\b", "are not backed up"),
    (
        r"\bwhose (repo(?:sitory)?|owner|source|code) (?:is|are) (?:unknown|not known|missing)\b",
        r"without a \1",
    ),
    (r"\bwhat(?:'s|s| is| are) (?:untagged|not tagged)\b", "resources without tags"),
)
_CHANGED = (
    (
        rf"^who (?:launched|started|spun up|set up|stood up|provisioned) (?:the )?({_NAME})$",
        r"who created \1",
    ),
    (r"^(?:and |but )?(?:only |just )?(?:the )?(?:deletions|removals)$", "only what was deleted"),
    (r"^(?:and |but )?(?:only |just )?(?:the )?(?:creations|additions)$", "only what was created"),
    (r"^(?:and |but )?(?:only |just )?(?:the )?modifications$", "only what was modified"),
    (r"^(?:and |but )?(?:only |just )(?:the )?(deleted|created|modified)(?: ones)?$", r"only what was \1"),
    (
        rf"\bwhat (?:has|have) ((?!(?:{_STAYED})\b)[\w@.-]+(?: (?!changed\b|been\b)[\w@.-]+){{0,2}}) (?:changed|modified|touched)\b",
        r"what did \1 change",
    ),
    (r"\bdid we lose\b", "were deleted"),
    (rf"\bwhen did ({_NAME}) (?:become|turn|go) ", r"since when is \1 "),
    (r"\b(?:were|are) there (?:any )?(?:deletions|removals)\b", "was anything deleted"),
    (
        r"^(?:list |show |show me |which |any |all )?(?:the )?commits (?=since|in|this|from|today|yesterday|last)",
        "which repositories changed ",
    ),
    (rf"\bdid ({_NAME}) (?:grow|shrink)\b", r"did the size of \1 change"),
    (r"\b(was|were) (.{1,80}?) (?:made|set up|spun up|stood up)(?=$|[?.!]| and )", r"\1 \2 created"),
    (rf"\bwhen (?:was|did) ({_NAME}) (?:get )?resized\b", r"when did \1 change its size"),
    (r"\b(?:was|were|got|been|get) resized\b", "changed their size"),
    (rf"\bhow much (?:bigger|larger|smaller) did ({_NAME}) get\b", r"how did the size of \1 change"),
    (r"\bwho (?:last committed|committed last) to\b", "who last changed"),
)
_OWNED = (
    (rf"^(?:which |what |the )?team (?:is )?behind (?:the )?({_NAME})(?=$|[?.!])", r"which team owns \1"),
    (r"\bconflicts in (?:the )?ownership\b", "ownership conflicts"),
    (
        rf"^who (?:are|is) the (?:maintainers?|developers?|authors?|committers?) of ({_NAME})$",
        r"who works on \1",
    ),
    (r"\balong with its\b", "with its"),
    (rf"^(?:the )?ownership of ({_NAME})$", r"who owns \1"),
    (
        rf"^(?:what (?:are|is) )?(?:the )?(?:sources?|evidence|reason) (?:for|of) ({_NAME})'s (?:owner|ownership)\b",
        r"who owns \1",
    ),
    (
        rf"\bhow was (?:the )?(?:owner|ownership) of ({_NAME}) (?:determined|decided|found|derived|inferred)\b",
        r"who owns \1",
    ),
    (rf"\bwhere does (?:the )?(?:owner|ownership) of ({_NAME}) come from\b", r"who owns \1"),
    (
        r"\bwhy (?:is|are) (?:the )?(?:owner|ownership) of (.{1,80}?) (?:in conflict|disputed|contested|unclear)",
        r"who owns \1",
    ),
    (
        r"\bwhy (?:is|are) (.{1,80}?)'s (?:owner|ownership) (?:in conflict|disputed|contested|unclear)",
        r"who owns \1",
    ),
)
_CODE = (
    (
        rf"\bservices (?=(?:that )?(?:live|sit|reside|are kept) in (?:the )?{_NAME} (?:repo|repository)\b)",
        "workloads ",
    ),
    (r"\bgets (built|deployed|used|managed)\b", r"is \1"),
    (r"\bget (built|used|managed)\b", r"are \1"),
    (
        rf"\b(?:live|lives|sit|sits|reside|resides|is kept|are kept) in (?:the )?({_NAME}) (?:repo|repository)\b",
        r"are built from \1",
    ),
    (
        rf"\bhow (?:sure|confident|certain) are you (?:about |of |that )?({_NAME})'s (?:repo|repository|code|source)\b",
        r"which repository builds \1",
    ),
    (
        r"\bwhich terraform resource (?:is|holds|owns|corresponds to|belongs to|matches)\b",
        "which terraform resources manage",
    ),
)
_READ = (
    (
        r"\bwhy (?:do not|don'?t|can'?t|cannot) (?:i|we|you) (?:see|find) (?:any |the )?(.+)",
        r"what could not be read of \1",
    ),
    (
        r"\bis (?:the|our|your) (?:inventory|data|picture|graph|view|knowledge) (?:complete|whole|full)\b",
        "what could not be read",
    ),
    (r"\b(which|what) (\w+) are you not (?:reading|scanning|covering|seeing)\b", r"\1 \2 were not read"),
)
_OTHER = (
    (r"^(?:hi|hello|hey|i'?m new here|i am new here)[,.!:]? (?=\w)", ""),
    (r"\bconnection string (?=of|for)", "endpoint "),
    (r"\b(which|each|per|by|what) az\b", r"\1 zone"),
    (
        r"^how many (?:different|distinct) ([\w ]+?) (?:do we (?:use|run|have)|are (?:there|in use))$",
        r"which \1s are there",
    ),
    (
        rf"^(?:diff|compare) (?:between )?(.{{1,80}}?) (?:vs\.?|versus|against|with|to) ({_NAME})$",
        r"compare \1 and \2",
    ),
    (
        rf"^(?:how many )?days (?:left )?(?:until|till|before) ({_NAME}) (?:expires?|runs out)\b",
        r"when does \1 expire",
    ),
    (r"\brunning out(?=$|[?.!]| (?:this|next|in|on|before|within)\b)", "expiring"),
    (rf"^is ({_NAME}) (?:in|on|part of) (?:the )?team ({_NAME})(?=$|[?.!])", r"is \1 a member of \2"),
    (rf"^(?:is|are) ({_NAME})(?:'s certificate)? about to expire\b", r"when does \1 expire"),
    (r"\b(before|since|until) (20\d\d)(?=$|[?.!,]| )", r"\1 \2-01-01"),
    (r"\badmin access\b", "administrator access"),
    (rf"^how(?:'s|s| is| are) ({_NAME}) (?:set up|configured)\b", r"describe \1"),
    (
        r"^which ports are open to (?:the )?(?:world|internet|public)\b",
        "which security group rules are open to the internet",
    ),
    (r"^what can (?:the )?(?:internet|world|public) reach\b", "what is internet-facing"),
    (rf"\b(?:has|have) {_NOBODY} tagged\b", "have no tags"),
    (r"\b(lambdas?|functions?)\b(.*?)\b(python|nodejs|java|ruby|dotnet) (\d+(?:\.\w+)?)\b", r"\1\2\3\4"),
    (rf"\b(?:does|do) ({_NAME}) (?:get|keep|hold)(?=$|[?.!])", r"does \1 have"),
    (r"^count (everything|all things|anything)\b", "how many things are"),
    (r"\btotal (?:gigabytes|gib|gb|terabytes|tib|tb) of\b", "total size of"),
    (
        r"^how much (unattached|attached|unencrypted|encrypted|unused) (?:storage|space|disk) (?:do we have|is there|have we)\b",
        r"total size of \1 volumes",
    ),
    (
        rf"\b(how many|which|all|any|list|the) ({_TYPE})s?(?=$|[?.!]| (?:do|are|is|in|run|have)\b)",
        r"\1 \2 instances",
    ),
    (rf"\bwhere (?:does|do) ({_NAME}) (?:point|lead|route|go) to\b", r"what does \1 point to"),
    (
        r"\b(?:talks?|connects?|speaks?) to (?:a )?(mysql|postgres(?:ql)?|redis)(?=$|[?.!])",
        r"depend on \1 databases",
    ),
    (
        r"^is (?:port )?(\d+) (?:open|reachable|exposed) (?:to|from) (?:the )?(?:world|internet|public|outside|everyone)(?: anywhere)?\b",
        r"do any security groups allow port \1 from the internet",
    ),
    (
        r"\broles? (?:that |which )?(?:trusts?|trusting|trusted by) (ec2|lambda|ecs-tasks|eks|rds)\b",
        r"IAM roles whose trusted services contain \1.amazonaws.com",
    ),
    (
        r"\broles? (?:that |which )?(ec2|lambda|ecs-tasks|eks|rds) (?:can|may|is allowed to) assume\b",
        r"IAM roles whose trusted services contain \1.amazonaws.com",
    ),
    (r"\bimages (?:are )?(?:there )?in ecr\b", "ECR images"),
    (r"\b(which|what) ([\w -]+?) are (default|unencrypted|encrypted|public) \2\b", r"\1 \2 are \3"),
    (
        r"\b(instances|databases|buckets|pods|nodes|deployments|volumes|resources|services) existed\b",
        r"\1 were there",
    ),
)

TURNS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(said, re.IGNORECASE), instead)
    for group in (_MANAGED, _NONE, _CHANGED, _OWNED, _CODE, _READ, _OTHER)
    for said, instead in group
)
"""What is said, and what is said instead: the same words in another order, or a verb for its state."""


def straightened(text: str) -> str:
    """The question with every such turn put straight."""
    text = text.rstrip(" ?") if text.count("?") == 1 else text
    for pattern, instead in TURNS:
        text = pattern.sub(instead, text)
    return text
