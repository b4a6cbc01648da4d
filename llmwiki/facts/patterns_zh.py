"""The Chinese sentences that facts are read from."""

from __future__ import annotations

from llmwiki.facts.pattern import DATE_MARK, DAY, VALUE, Pattern, rows

_S = r"(?P<s>[^，；：。、]{1,40}?)"
_AGENT = r"[^，；：。、]{1,20}?"
_P = "(?P<p>[\u4e00-\u9fffA-Za-z ]{2,12}?)"
_WHERE = "(?:在[\u4e00-\u9fff]{2,8}?)?"
_REST = "(?:[，,；（(].*)?"
_IS = "(?:为|是|有|达到?)"
_AT = r"(?:于\s?)?"
_FOUND = "(?:成立|创立|创办|创建|建立)"
_NOUN = "(?P<p>[\u4e00-\u9fff]{2,8}?)"

CHINESE: tuple[Pattern, ...] = (
    *rows(
        "date",
        ("acquired", "收购", rf"{_S}于\s?{DAY}被[^，。]{{1,20}}收购{_REST}"),
        ("acquired", "收购", rf"{_S}被[^，。]{{1,20}}于\s?{DAY}收购{_REST}"),
        ("founded", "立于|办于|建于", rf"{_S}(?:公司)?(?:正式)?(?:成立|创立|创办|创建|建立|始建)于\s?{DAY}{_REST}"),
        ("founded", "成立|创立|创办|始建", rf"{_S}{_AT}{DAY}{_WHERE}(?:正式)?(?:成立|创立|创办|始建){_REST}"),
        ("founded", "成立|创立", rf"{DAY}[，,]{_S}{_WHERE}(?:正式)?(?:成立|创立){_REST}"),
        ("founded", "由", rf"{_S}由{_AGENT}于\s?{DAY}{_WHERE}{_FOUND}{_REST}"),
        ("founded", "由", rf"{_S}于\s?{DAY}由{_AGENT}{_WHERE}{_FOUND}{_REST}"),
        ("founded", "创立|创办|创建", rf"{_AGENT}于\s?{DAY}{_WHERE}(?:创立|创办|创建)了?{_S}{_REST}"),
        ("founded", "创立|创办|创建", rf"{DAY}[，,]{_AGENT}{_WHERE}(?:创立|创办|创建)了?{_S}{_REST}"),
        ("born", "生于", rf"{_S}(?:出生|生)于\s?{DAY}{_REST}"),
        ("born", "出生|生于", rf"{_S}于\s?{DAY}(?:出生|生于).*"),
        ("born", "（|(", rf"{_S}[（(]{DAY}\s?[-–—－~～至]+\s?{DATE_MARK}[）)].*"),
        ("died", "世于|卒于", rf"{_S}(?:逝世|去世|卒)于\s?{DAY}{_REST}"),
        ("died", "逝世|去世", rf"{_S}于\s?{DAY}{_WHERE}(?:逝世|去世){_REST}"),
        ("died", "（|(", rf"{_S}[（(]{DATE_MARK}\s?[-–—－~～至]+\s?{DAY}[）)].*"),
        ("first released", "首次发布|首发", rf"{_S}(?:首次发布|首发)于\s?{DAY}"),
        ("first released", "首次发布", rf"{_S}于\s?{DAY}首次发布"),
        ("released", "发布|发行", rf"{_S}(?:正式)?(?:发布|发行)于\s?{DAY}"),
        ("released", "发布|发行", rf"{_S}于\s?{DAY}(?:正式)?(?:发布|发行)"),
        ("launched", "上线|推出|发射", rf"{_S}(?:正式)?(?:上线|推出|发射)于\s?{DAY}"),
        ("launched", "上线|推出|发射", rf"{_S}于\s?{DAY}{_WHERE}(?:正式)?(?:上线|推出|发射)"),
        ("opened", "通车|开通|开业|开馆|开园", rf"{_S}{_AT}{DAY}(?:全线|全面|正式)*(?:建成)?(?:通车|开通|开业|开馆|开园)(?:运营)?{_REST}"),
        ("completed", "建成|竣工|完工", rf"{_S}{_AT}{DAY}(?:全面|正式)?(?:建成|竣工|完工){_REST}"),
        ("listed in {p}", "上市", rf"{_S}{_AT}{DAY}在(?P<p>[\u4e00-\u9fff]{{2,8}}?)(?:交易所|证券交易所)?(?:挂牌)?上市{_REST}"),
        ("listed in {p}", "上市", rf"{DAY}[，,]{_S}在(?P<p>[\u4e00-\u9fff]{{2,8}}?)(?:交易所|证券交易所)?(?:挂牌)?上市{_REST}"),
    ),
    *rows("place", ("headquarters", "总部", rf"{_S}的?总部(?:位于|设在|设于|坐落于|在)(?P<v>[^，。；]{{2,20}})")),
    *rows("version", ("latest version", "版", rf"{_S}的?(?:最新|当前)(?:稳定)?版本?(?:为|是)\s?{VALUE}")),
    *rows(
        "name",
        ("license", "许可|协议", rf"{_S}(?:采用|使用|基于|遵循)\s?(?P<v>[\w. +-]{{2,30}}?)\s?(?:开源)?(?:许可证?|协议)(?:发布|开源|授权)?"),
    ),
    *rows(
        "word",
        ("default of {p}", "默认", rf"(?:{_S}的)?(?P<p>`[^`]+`|[\w ]{{2,20}}?)\s?的?默认(?:值|设置)?(?:为|是)\s?{VALUE}"),
        ("default of {p}", "默认", rf"(?:{_S}的)?默认(?!情况|值|设置)(?P<p>[\w ]{{2,20}}?)(?:为|是)\s?{VALUE}"),
        ("default of 端口", "端口", rf"{_S}默认(?:监听|使用)\s?(?P<v>\d+)\s?端口"),
    ),
    *rows(
        "quantity",
        ("price", "价", rf"{_S}的?(?:售价|定价|价格)(?:为|是)?\s?{VALUE}"),
        ("population", "人口", rf"{_S}的?(?:常住|总)?人口{_IS}?\s?{VALUE}"),
        ("height", "高", rf"{_S}高(?:约|达|度为)?\s?{VALUE}"),
        ("height", "海拔", rf"{_S}的?海拔(?:高度)?(?:约|达|为|是)?\s?{VALUE}"),
        ("length", "长", rf"{_S}(?:全长|长)(?:约|达|度为)?\s?{VALUE}"),
        ("{p}", "的", rf"{_S}的{_P}{_IS}\s?{VALUE}"),
        ("{p}", "为|是", rf"{_P}(?:设|默认)?(?:为|是)\s?{VALUE}"),
    ),
    *rows(
        "count",
        ("count of {n}", "有|包含", rf"{_S}(?:共|一共|总共)?(?:有|拥有|包含|设有)\s?{VALUE}"),
        ("most {n}", "最多", rf"{_S}最多(?:可以?)?(?:允许|支持|容纳|接受|保存|有)\s?{VALUE}"),
    ),
    *rows("quantity", ("{p}", "有", rf"{_S}(?:共|现)?(?:有|拥有){_NOUN}(?P<v>[约近超逾]?\d[^，；。]*(?:人|名|个|位))")),
)
