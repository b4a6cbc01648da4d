"""How texts say no, English and Chinese: plain words, words with a no in them, and where a denial begins and ends."""

from __future__ import annotations

import re

PLAIN = re.compile(
    r"\b(?:not|never|cannot|neither|nobody|nothing|none|without|no(?!\.? ?\d| matter| longer than| one's| doubt))\b|n['’]t\b"
    r"|不(?![仅但只单光断同论管过少久止妨禁愧错料惜超]|[到足]\s?[\d一二三四五六七八九十半])|没(?![收落])|未(?!来)|无(?![论数疑限])|并非|勿",
    re.IGNORECASE,
)
# Idioms in which the word denies nothing, or in which two denials affirm.
IDIOM = re.compile(
    r"not only|not just|not merely|not necessarily|not to mention|if not\b|whether or not|or not\b|is(?:n['’]t| not) it"
    "|why not|no more than|no less than"
    r"|不得不|不能不|不可不|差不多|了不起|对不起|不可避免|不由得|是不是|能不能|会不会|有没有|要不要|好不好|淹没|埋没|沉没|不一而足|不计其数|不可或缺|不可思议|不收费|不收钱|不要钱",
    re.IGNORECASE,
)
OTHERWISE = re.compile(
    r"\b(?:lacks?|lacking|fails?|failed|avoids?|avoided|prevents?|prevented|refus\w+|forbid\w*|prohibit\w*|stops?|stopped"
    r"|instead|rather|only|except|unable|impossible|rarely|hardly|seldom|barely|few|little|absent|miss(?:ed|es|ing)"
    r"|reject\w*|den(?:y|ies|ied)|exclud\w+|ignor\w+|skip\w*|remov\w+|free of|out of|closed|shut"
    r"|independent\w*|inactive|invalid|incapable|incomplete|insufficient|irrelevant|illegal"
    r"|nor|unless|otherwise|disabled?|off|beyond|too|un(?!til|der|it|ion|iver|ique|i)\w{4,}|non-?\w+|\w+less)\b"
    "|禁止|避免|防止|拒[绝收]|缺[乏少失席]|失败|仅|只|除(?=了|外|非|去|开)|排除|而非|免(?!费)|停(?!车)|取消|难以|非(?!常|洲)|关[闭门停]|禁用"
    "|忽略|跳过|去掉|绕过|脱离|(?<!至)少|(?<![特识类区分级])别"
    # What was meant to be need not have been.
    r"|\b(?:planned to|first planned|as planned|intended|originally|supposed|expected to|hoped|promised)\b|原计划|原定|原本|本来|本应|打算"
    # What nobody lived to see came to be; what must be done is not done yet; what is the most or the last is a no from the other side.
    r"|\bnot live to see\b|[没未]能?看[到见]|没有看[到见]|须"
    r"|\bat (?:most|least)\b|\bno(?:body| one|ne)?\b.*\bthan\b|\blast \w+(?:ed|n)\b|[最至][多少]"
    # States with a no in their name.
    "|不可[用达见逆知]",
    re.IGNORECASE,
)
CLAUSE = re.compile(
    r"(?<!\d)[,，](?!\d{3})|[;:：；。！？!?、]|\.(?:\s|$)|\s[—–-]+\s|——"
    r"|\b(?:but|although|though|while|whereas|because|since(?! \d| then)|which|unless|however|so that|and then)\b"
    r"|(?:但是?|然而|而且|因为|所以|虽然|尽管|除非|否则)",
    re.IGNORECASE,
)
# What a relative clause parts from its verb: an organ, which he wanted, is not found there.
ASIDE = re.compile(
    r"([^,;:.!?]+), ((?:which|who|whom|whose|where)\b[^,;:.!?]+), "
    r"((?:is|are|was|were|has|have|had|does|do|did|can|could|may|might|must|will|would|should|cannot)\b[^,;:.!?]*)"
)
# A denial of what the clause before says: "but LevelDB did not", 乙厂则没有.
ELLIPSIS = re.compile(
    r"\b(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would)(?: not|n['’]t)$|(?:没有|不是|不然|不行|不会|不能|未)$"
)
# What stands behind these is told, not denied: nobody said why he left.
EMBEDDED = re.compile(r"\b(?:why|how|whether|that|what|when|where|who)\b|为什么|为何|是否|如何|怎么|[就便则]", re.IGNORECASE)
# What nobody did before is what somebody did first.
NOT_BEFORE = re.compile(
    r"\bbefore\b.*\b(?:no|nobody|none|never)\b|\b(?:no|nobody|none|never)\b.*\bbefore\b|[此之以]前(?:从?[没未无])|[没未无].*[之以]前",
    re.IGNORECASE,
)
# What is replaced is no longer.
REPLACED = re.compile(r"\b(?:replac\w+|supersed\w+|the place of)\b|取代|替代|代替|替换|改[用为成]|换[成用下掉]", re.IGNORECASE)
FIRST = re.compile(r"\bfirst\b|首[位次个名届例]|第一", re.IGNORECASE)
SENTENCE_END = re.compile(r"[。！？!?]|\.(?:\s|$)")
