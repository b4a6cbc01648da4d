"""English cues. Weights: 1 says nearly for sure, below 1 leans."""

from __future__ import annotations

from llmwiki.palace.cues import Table

CUES: Table = {
    "preferences": {
        2.0: (
            "i prefer|i'd prefer|prefers|i like|i'd like|i love|i'd love|i hate|i dislike|i enjoy|i really like"
            "|i really enjoy|i really love|favourite|favorite|favourites|favorites|would rather|i'd rather|likes|loves"
            "|hates|dislikes|adores|enjoys|can't stand|doesn't like|don't like|didn't like|doesn't want|don't want"
            "|fond of|not fond of|big fan|a fan of|my taste|preferred|i'd choose|i'd go with|would love|not interested in"
            "|not a fan|not keen|keen on|we prefer|we like|we love|we enjoy|they prefer|they like|they love|users prefer"
            "|user prefers|user wants|user likes|he likes|she likes|always orders|always drinks|call me|a weakness for"
            "|sick of"
        ),
        1.2: (
            "i think|in my opinion|my opinion|my take|my view|my read|i believe|i feel|i find|i'm skeptical|i'm sceptical"
            "|overrated|underrated|she'd rather|he'd rather|they'd rather|prefers to|preferring|rather than long"
        ),
        1.0: (
            "prefer|preference|preferences|wishes|i wish|i want|wants|favours|favors|what i want|i'm more of|more of a"
            "|taste|tastes|allergic|can't bear|looks forward|looking forward|i usually|i tend to|i'm into|is into"
            "|appreciates|cherishes|passionate|to my liking|dread|dreads|craves|annoys|annoyed|opts for|my go to"
            "|soft spot"
        ),
        0.5: "enjoy|love|hate|like to|honestly|i always|comfortable with|hobby|hobbies|personally",
    },
    "discoveries": {
        2.0: (
            "turned out|turns out|it turned out|found that|found out|we found|i found|root cause|realised that"
            "|realized that|i realised|i realized|we realised|we realized|i learned|i learnt|we learned|we learnt"
            "|discovered|revealed|reveals|i noticed|we noticed|noticed that|figured out|lesson learned|lessons learned"
            "|surprisingly|to my surprise|culprit|contrary to|was caused by|is caused by|caused by|were caused by"
            "|confirms|confirmed that|concluded|results show|results indicate|results suggest|shows that|showed that"
            "|show that|suggests that|indicates that|indicate that|that's why|experiment showed|measured|it appears"
            "|bug came from|stems from|happens because|happened because|failed because|finding|findings|discovery|insight"
            "|insights|ablation|benchmark shows|traced it|traced back|unexpectedly|proved to be|proves that|proved that"
            "|understood why|explains why|bisect"
        ),
        1.0: (
            "realised|realized|learned that|learnt that|showed|demonstrated|demonstrates|analysis|profiling|experiment"
            "|experiments|evidence|the reason|the cause|because of|due to|benchmark|survey|study|studies|testing|observed"
            "|observation|suspect|we saw|the problem was|the issue was|the bug|the fix|bottleneck|apparently|unlike what"
            "|no difference|correlates|correlated|significant|hypothesis|measurement|measurements|conclusion"
            "|just confirmed"
        ),
        0.5: (
            "because|percent|result|results|compared|comparison|faster|slower|reduced|improved|better than|worse|dropped"
            "|suggests|it seems|why"
        ),
    },
    "advice": {
        2.0: (
            "shouldn't|make sure|we recommend|i recommend|recommended|recommend|recommends|it is best to|it's best to"
            "|best practice|best practices|rule of thumb|be sure to|be careful|you need to|you must|you may want"
            "|you might want|you can use|remember to|when in doubt|it is important to|it's important to|how to|^step|^tip"
            "|tips|^always|^never|^don't|^do not|^avoid|^please|^ensure|^consider|^instead of|^instead|^first|^try"
            "|^remember|^beware|^never ever|advice|advise|advised|advises|advisable|guideline|guidelines|had better"
            "|why not|^let's|it helps to|it pays to|it is wise"
        ),
        1.0: (
            "you should|should always|should never|must not|should not|should|must|ought|avoid|need to|needs to|have to"
            "|has to|^to|^before|^after|^if|^when|^then|^next|^finally|^whenever|^unless|^for best|recommendation"
            "|recommendations|step|steps|careful|^keep in mind|caution|warning|prefer to use|instead of|tip|^only|^note"
        ),
        0.5: "ensure|always|never|instead|useful|before you|please|may want|at least|better to|it is better|important",
        -1.6: "^let me",
    },
    "events": {
        2.0: (
            "was released|were released|was founded|were founded|was born|were born|was signed|got married|took place"
            "|was launched|yesterday|last week|last month|last year|last night|last monday|last tuesday|last wednesday"
            "|last thursday|last friday|last saturday|last sunday|last spring|last summer|last autumn|last fall"
            "|last winter|weeks ago|days ago|months ago|years ago|hours ago|this morning|this afternoon|this evening"
            "|tonight|tomorrow|next week|next month|next monday|next tuesday|next wednesday|next thursday|next friday"
            "|we met|i met|met with|kickoff|scheduled for|moved to|started a new|graduated from|joined|resigned|announced"
            "|launched|died in|died on|reopened|took over|was elected|has been released|is now available|was demolished"
            "|was built in|shipped|landed|visited|attended|week ago|day ago|month ago|year ago|was awarded|went to"
            "|we went|i went|promised|new commit by|new commits by|merged pull request|opened pull request|closed issue"
            "|i've completed|i've created|i've added|i've updated|i've fixed|i've removed|i've implemented|i've written"
            "|successfully created|created successfully|successfully updated|updated successfully"
        ),
        1.0: (
            "released|founded|signed|married|born|moved|migrated|switched|approved|raised|finished|completed|opened"
            "|closed|arrived|left|started|ended|expired|crashed|happened|occurred|celebrated|adopted|bought|sold|won|lost"
            "|elected|merged|acquired|published|decided|agreed|decision|meeting|conference|workshop|wedding|birthday|trip"
            "|flight|release|today|recently|on monday|on tuesday|on wednesday|on thursday|on friday|on saturday|on sunday"
            "|weekend|midnight|changelog|we've decided|i've decided|we decided|i decided|failed over|upgraded|deployed"
            "|hired|introduced|hit|came back|talked|^on|announcement|by friday|by monday|before month end|by the end"
            "|this week|committed to|committing to|reviewed|fixed|drafted|^spent|^worked|^helped|^wrote|^built|^added"
            "|^met|^ran|^read|^prepared|^updated|^refactored|^debugged|^talked|^discussed|^called|^tested|^implemented"
            "|^cleaned|^planted|^reconciled|^set up|^caught up|^walked|^traced|^tracked|^sketched|^explored|^booked"
        ),
        0.6: (
            "january|february|march|april|june|july|august|september|october|november|december|jan|feb|apr|jun|jul|aug"
            "|sep|oct|nov|dec|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|later|went"
            "|began|became|met|ago|during|^in"
        ),
    },
    "facts": {
        1.0: (
            "is a|is an|are a|stands for|refers to|consists of|is the|are the|is called|is defined as|is known as"
            "|belongs to|contains|supports|is licensed|lives in|works as|works at|works for|is located|is named|has a"
            "|have a|is part of|comprises|is one of|accepts|returns|covers|employs|describes|means|includes|the default"
            "|exist|exists|spans|provides"
        ),
        0.5: "is|are|has|have|each|default|defined|type|consist|holds|maps|kinds|called|which|either",
    },
}

HEADINGS: Table = {
    "preferences": {
        2.0: "preferences|preference|likes|dislikes|favourites|favorites|tastes|about me",
    },
    "discoveries": {
        2.0: ("findings|results|lessons|insights|learnings|analysis|discoveries|postmortem|conclusion|conclusions|evaluation"),
    },
    "advice": {
        2.0: (
            "how to|steps|tips|advice|guide|best practices|recommendations|installation|install|usage|tutorial|checklist"
            "|rules|guidelines|instructions|quickstart|setup|troubleshooting|do|don'ts|getting started|howto|recipe"
            "|method"
        ),
    },
    "events": {
        2.0: "history|timeline|changelog|events|log|diary|meeting|minutes|news|release notes|agenda|schedule|milestones",
    },
    "facts": {
        2.0: (
            "overview|definition|facts|key facts|specification|reference|glossary|properties|structure|background|parameters"
            "|references|sources|bibliography|further reading|external links"
        ),
    },
}
