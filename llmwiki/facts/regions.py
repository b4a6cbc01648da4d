"""Names of countries and large regions: a city never contradicts the country it may lie in."""

from __future__ import annotations

_ENGLISH = """
united states|usa|us|united states of america|united kingdom|uk|england|scotland|wales|ireland|france|germany|italy|spain|portugal
netherlands|the netherlands|belgium|luxembourg|switzerland|austria|denmark|sweden|norway|finland|iceland|poland|czechia|czech republic
hungary|romania|bulgaria|greece|turkey|ukraine|russia|estonia|latvia|lithuania|israel|egypt|south africa|nigeria|kenya|india|pakistan
china|japan|korea|south korea|taiwan|thailand|vietnam|malaysia|indonesia|philippines|australia|new zealand|canada|mexico|brazil
argentina|chile|colombia|peru|europe|asia|africa|north america|south america|saudi arabia|united arab emirates|iran|iraq
california|texas|washington|new york|massachusetts|oregon|virginia|maryland|illinois|pennsylvania|georgia|florida|ohio|michigan
north carolina|south carolina|colorado|utah|arizona|nevada|new jersey|connecticut|minnesota|wisconsin|indiana|missouri|tennessee
ontario|quebec|british columbia|alberta|bavaria|silicon valley|bay area|san francisco bay area|new south wales|victoria|scandinavia
"""
_CHINESE = """
中国|美国|英国|法国|德国|意大利|西班牙|葡萄牙|荷兰|比利时|瑞士|奥地利|丹麦|瑞典|挪威|芬兰|冰岛|波兰|俄罗斯|乌克兰|以色列|印度|日本|韩国
越南|泰国|马来西亚|印度尼西亚|菲律宾|澳大利亚|新西兰|加拿大|墨西哥|巴西|阿根廷|南非|埃及|土耳其|欧洲|亚洲|非洲|北美|南美|台湾
广东|广东省|浙江|浙江省|江苏|江苏省|山东|山东省|四川|四川省|湖北|湖北省|湖南|湖南省|福建|福建省|河北|河北省|河南|河南省
安徽|安徽省|江西|江西省|陕西|陕西省|辽宁|辽宁省|云南|云南省|贵州|贵州省|海南|海南省|加州|加利福尼亚|加利福尼亚州|得克萨斯州|硅谷|湾区
"""

REGIONS = frozenset("|".join((_ENGLISH + _CHINESE).strip().splitlines()).split("|"))
