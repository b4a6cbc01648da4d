"""Cues of further languages, few and sure ones: where none fits, a text is a fact.

``LATIN`` is for texts in Latin letters, in one table with English, so only words that English does not have stand here.
``BY_LANGUAGE`` has cues that are found anywhere in a text of that language (or script: Cyrillic is ``ru``).
"""

from __future__ import annotations

from collections.abc import Mapping

from llmwiki.palace.cues import Table

LATIN: Table = {
    "preferences": {
        2.0: (
            "ich mag|mag keine|bevorzugt|bevorzuge|am liebsten|lieblings|ich hasse|gefällt mir|möchte lieber|je préfère"
            "|préfère|j'aime|je déteste|n'aime pas|préféré|préférée|prefiero|prefiere|me gusta|le gusta|me encanta|odio"
            "|favorito|favorita|eu gosto|gosto de|prefiro|adoro|preferisco|mi piace|preferito|preferita|detesto"
        ),
    },
    "discoveries": {
        2.0: (
            "stellte sich heraus|herausgefunden|festgestellt|gemessen|ursache|il s'avère|s'est avéré|découvert|constaté"
            "|la cause|mesuré|resultó|descubrí|descubrimos|descubrió|la causa|medido|se descubrió|descobri|descobrimos"
            "|resultou|scoperto|si è scoperto|misurato"
        ),
    },
    "advice": {
        2.0: (
            "sollte|sollten|sollst|muss|müssen|niemals|empfehlen|empfohlen|vermeide|vermeiden|achte|schritt|devrait|devez"
            "|il faut|évitez|toujours|jamais|recommandé|conseil|étape|debe|debes|deberías|nunca|siempre|evita"
            "|recomendamos|recomendado|paso|deve|devem|evite|recomenda|passo|bisogna|dovrebbe|evitare|consigliato"
            "|consiglio"
        ),
    },
    "events": {
        2.0: (
            "gestern|letzte woche|letzten|wurde gegründet|gegründet|veröffentlicht|geboren|morgen früh|traf sich"
            "|hier soir|la semaine dernière|a été fondée|fondée en|né le|s'est tenu|publié|ayer|la semana pasada"
            "|fue fundada|fundada en|nació|se celebró|publicado|ontem|na semana passada|fundada em|nasceu|ieri"
            "|la settimana scorsa|fondata nel|nato il|si è tenuto"
        ),
        0.6: (
            "januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre"
            "|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre"
            "|diciembre"
        ),
    },
    "facts": {
        1.0: "ist ein|ist eine|besteht aus|est un|est une|se compose|es un|es una|consta de|é um|é uma|è un|è una",
    },
}

BY_LANGUAGE: Mapping[str, Table] = {
    "ja": {
        "preferences": {
            2.0: "が好き|は好き|好みは|嫌い|お気に入り|気に入って|の方がいい|ほうがいいと思|苦手",
        },
        "discoveries": {
            2.0: "わかった|分かった|判明|発見|気づいた|原因は|実測|測定|が原因|意外",
        },
        "advice": {
            2.0: "べき|してください|しましょう|必ず|避け|おすすめ|推奨|ないでください|手順|注意|方がよい",
        },
        "events": {
            2.0: "昨日|先週|先月|去年|明日|来週|開催|発売|公開された|設立|生まれ|結婚|引っ越|会議で",
        },
        "facts": {
            1.0: "である|とは|です|と呼ばれ|から成る|含まれ",
        },
    },
    "ko": {
        "preferences": {
            2.0: "좋아|선호|싫어|즐겨|마음에 들|더 낫",
        },
        "discoveries": {
            2.0: "알고 보니|발견|밝혀|원인은|측정|깨달|때문이었",
        },
        "advice": {
            2.0: "해야|하세요|하지 마|권장|추천|주의|반드시|단계|피하",
        },
        "events": {
            2.0: "어제|지난주|지난달|작년|내일|다음 주|출시|설립|열렸|태어|결혼|개최|회의에서",
        },
        "facts": {
            1.0: "이다|입니다|라고 한다|구성",
        },
    },
    "ru": {
        "preferences": {
            2.0: "предпочита|нравится|люблю|любит|ненавиж|любим|обожа",
        },
        "discoveries": {
            2.0: "оказалось|выяснил|обнаружил|причина|измерен|понял|показал|из-за",
        },
        "advice": {
            2.0: "следует|нужно|необходимо|не надо|нельзя|рекоменд|всегда|никогда|избегай|убедитесь|шаг|совет",
        },
        "events": {
            2.0: "вчера|на прошлой неделе|в прошлом|завтра|выпущен|основан|родил|состоял|встретил|переехал|подписан",
        },
        "facts": {
            1.0: "это|является|состоит|называется|находится",
        },
    },
}
