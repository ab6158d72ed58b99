<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AboutButton</name>
    <message>
        <source>Pointing reads the nearest point. Wheel: zoom along the horizontal axis; with Ctrl along the vertical one. Drag: move. Double-click: show all again. Keys: Left and Right read point after point, + and - zoom, 0 or Home shows all again.</source>
        <translation>指针指向处：显示最近一点的值。滚轮：沿横轴缩放，按住 Ctrl 时沿纵轴缩放。拖动：移动。双击：重新显示全部。按键：← 和 → 逐点读数，+ 和 - 缩放，0 或 Home 重新显示全部。</translation>
    </message>
    <message>
        <source>Faint: each point; strong: the mean over a fiftieth of them, half on either side; at the ends it is that of one side.</source>
        <translation>淡线：每个点；粗线：滑动平均（每次取全部点的五十分之一，前后各半；在两端只取一侧的点）。</translation>
    </message>
    <message>
        <source>Where the plots are scrolled, the wheel zooms only in one that has been clicked.</source>
        <translation>图需要滚动时，滚轮用于滚动；先点一下某幅图，滚轮才缩放它。</translation>
    </message>
    <message>
        <source>Enter, a double-click on the title, or the button in the corner shows this plot alone; Esc shows all plots again.</source>
        <translation>按 Enter、双击标题或点右上角的按钮，单独显示这幅图；按 Esc 重新显示全部图。</translation>
    </message>
    <message>
        <source>About this plot: %1</source>
        <translation>关于这幅图：%1</translation>
    </message>
</context>
<context>
    <name>AddButton</name>
    <message>
        <source>Choose games in the list.</source>
        <translation>请先在列表中选择棋局。</translation>
    </message>
    <message>
        <source>Put the chosen games into one file, behind those that it holds. A click with Ctrl or Shift chooses several.</source>
        <translation>把所选的棋局放进同一个文件，排在其中已有的棋局之后。按住 Ctrl 或 Shift 单击可选多局。</translation>
    </message>
    <message>
        <source>To a file…</source>
        <translation>存入文件…</translation>
    </message>
</context>
<context>
    <name>AloneButton</name>
    <message>
        <source>Show all plots (Esc)</source>
        <translation>显示全部图（Esc）</translation>
    </message>
    <message>
        <source>Show this plot alone (Enter)</source>
        <translation>单独显示这幅图（Enter）</translation>
    </message>
</context>
<context>
    <name>AnalysisDesk</name>
    <message>
        <source>Getting %1 ready for the analysis. The first time on this computer this takes a minute or two.</source>
        <translation>正在为分析准备%1。在这台电脑上首次使用时需要一两分钟。</translation>
    </message>
    <message>
        <source>ended before %1 simulations: the result is certain</source>
        <translation>不到 %1 次模拟就已结束：胜负已定</translation>
    </message>
    <message>
        <source>ended before %1 simulations: no other move could overtake the best any more</source>
        <translation>不到 %1 次模拟就已结束：其他着法已不可能超过最佳着法</translation>
    </message>
    <message>
        <source>ended before %1 simulations: it looks no further ahead</source>
        <translation>不到 %1 次模拟就已结束：已算到设定的步数</translation>
    </message>
    <message>
        <source>Analysing: %1</source>
        <translation>%1正在分析</translation>
    </message>
    <message>
        <source>Analysed by %1</source>
        <translation>%1分析完毕</translation>
    </message>
    <message>
        <source>trying to solve the position first</source>
        <translation>先尝试求解局面</translation>
    </message>
    <message>
        <source>The game is over here: there is nothing to analyse.</source>
        <translation>对局在此已结束，没有可分析的着法。</translation>
    </message>
    <message>
        <source>Go back to a move to have it analysed. “%1” in the menu “Analysis” is about the whole game.</source>
        <translation>回到前面的一手即可分析。“分析”菜单中的“%1”是关于整局的。</translation>
    </message>
</context>
<context>
    <name>AnalysisDialog</name>
    <message>
        <source>Analysis</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>棋手</translation>
    </message>
    <message>
        <source>Simulations for the position on the board</source>
        <translation>当前局面的模拟次数</translation>
    </message>
    <message>
        <source>Simulations a move for a whole game</source>
        <translation>整局分析时每手的模拟次数</translation>
    </message>
</context>
<context>
    <name>ArenaDesk</name>
    <message>
        <source>An arena is being played. It stops now, and “Go on” in the arena takes it up again. Close all the same?</source>
        <translation>竞技场正在对局。现在关闭会让它停下，以后可在竞技场里点“继续”接着下。仍要关闭吗？</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
    <message>
        <source>● Arena: %1 of %2 games</source>
        <translation>● 竞技场：%1 / %2 局</translation>
    </message>
    <message>
        <source>Arena over: %1 of %2 games won by the first, %3</source>
        <translation>竞技场结束：%2 局胜 %1 局，第一名为%3</translation>
    </message>
    <message>
        <source>Arena over: %1 : %2, %3 and %4</source>
        <translation>竞技场结束：%1 : %2，%3与%4战平</translation>
    </message>
    <message>
        <source>Arena over: %1 : %2, %3 beat %4</source>
        <translation>竞技场结束：%1 : %2，%3胜%4</translation>
    </message>
</context>
<context>
    <name>ArenaDialog</name>
    <message>
        <source>New arena</source>
        <translation>新建竞技场</translation>
    </message>
    <message>
        <source>as each player says</source>
        <translation>按各棋手自己的设定</translation>
    </message>
    <message>
        <source>the same time for each move</source>
        <translation>每手时间相同</translation>
    </message>
    <message>
        <source>the same clock for the whole game</source>
        <translation>每方整局总用时相同</translation>
    </message>
    <message>
        <source> seconds</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Games of each pair</source>
        <translation>每对棋手的局数</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>棋盘</translation>
    </message>
    <message>
        <source>Random moves at the start</source>
        <translation>开局随机手数</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Players without chance would otherwise repeat one game. Both players of a pair get each start from either side.</source>
        <translation>如果没有随机开局，着法固定的棋手每次都会下出同一局棋。每个开局下两局，双方各执黑一次。</translation>
    </message>
    <message>
        <source>There is an arena of this name already.</source>
        <translation>已有同名的竞技场。</translation>
    </message>
    <message>
        <source>Add two players at least.</source>
        <translation>请至少添加两名棋手。</translation>
    </message>
    <message>
        <source>Programs of the SAU platform play whole games only: all begin on the empty board.</source>
        <translation>SAU 平台的程序只能下完整的对局：所有对局都从空棋盘开始。</translation>
    </message>
    <message>
        <source>Games altogether: %1.</source>
        <translation>共 %1 局。</translation>
    </message>
    <message>
        <source>arena-%1</source>
        <comment>a folder&apos;s name</comment>
        <translation>竞技场 %1</translation>
    </message>
</context>
<context>
    <name>ArenaGames</name>
    <message>
        <source>Games, the newest first; a double click opens one on the board:</source>
        <translation>对局（最新的在前），双击在棋盘上打开：</translation>
    </message>
    <message>
        <source>Game</source>
        <translation>对局</translation>
    </message>
    <message>
        <source>Black</source>
        <translation>黑方</translation>
    </message>
    <message>
        <source>White</source>
        <translation>白方</translation>
    </message>
    <message>
        <source>Winner</source>
        <translation>胜方</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>手数</translation>
    </message>
    <message>
        <source>No game has been played yet.</source>
        <translation>还没有下过一局。</translation>
    </message>
    <message>
        <source>The newest %1 games, the last one first; a double click opens one on the board:</source>
        <translation>最新的 %1 局，最后下完的在最前；双击可在棋盘上打开：</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>List of games</source>
        <translation>对局列表</translation>
    </message>
    <message>
        <source>Ended by</source>
        <translation>结束原因</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
</context>
<context>
    <name>ArenaPage</name>
    <message>
        <source>Arena</source>
        <translation>竞技场</translation>
    </message>
    <message>
        <source>Games at a time</source>
        <translation>同时进行的局数</translation>
    </message>
    <message>
        <source>&amp;New…</source>
        <translation>新建(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>继续(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Let players meet each other: levels, networks, checkpoints, other programs. “New…” begins.</source>
        <translation>让棋手相互对局：等级、网络、检查点、其他程序。点“新建…”开始。</translation>
    </message>
    <message>
        <source>Playing: %1 of %2 games.</source>
        <translation>正在进行：已完成 %1 / %2 局。</translation>
    </message>
    <message>
        <source>Stopped after %1 of %2 games.</source>
        <translation>已停止：完成 %1 / %2 局。</translation>
    </message>
    <message>
        <source>All %2 games are played.</source>
        <translation>%2 局已全部完成。</translation>
    </message>
    <message>
        <source>The arena has ended by itself.</source>
        <translation>竞技场意外结束。</translation>
    </message>
    <message>
        <source>The arena can&apos;t be started: %1</source>
        <translation>无法启动竞技场：%1</translation>
    </message>
    <message>
        <source>No game has been played yet.</source>
        <translation>还没有下过一局。</translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation>删除(&amp;R)…</translation>
    </message>
    <message>
        <source>Remove the arena %1 with all its games (%2)?</source>
        <translation>删除竞技场 %1 及其全部 %2 局对局？</translation>
    </message>
    <message>
        <source>Save &amp;table…</source>
        <translation>保存表格(&amp;T)…</translation>
    </message>
    <message>
        <source>The arena can&apos;t be asked to stop: %1</source>
        <translation>无法让竞技场停止：%1</translation>
    </message>
    <message>
        <source>Loading the players; then the first games begin.</source>
        <translation>正在载入棋手，随后开始头几局。</translation>
    </message>
    <message>
        <source>An arena is being played. Stop it, or let it end, before you begin another.</source>
        <translation>竞技场正在进行对局。请先停止或等它结束，再开始新的竞技场。</translation>
    </message>
    <message>
        <source>More games</source>
        <translation>增加对局</translation>
    </message>
    <message>
        <source>Games of each pair, those that are played included:</source>
        <translation>每对棋手的局数（含已下的）：</translation>
    </message>
    <message>
        <source>&amp;More games…</source>
        <translation>增加对局(&amp;M)…</translation>
    </message>
    <message>
        <source>There is no arena yet; “New…” begins one.</source>
        <translation>还没有竞技场；点“新建…”开始。</translation>
    </message>
    <message>
        <source>The arena is stopping already.</source>
        <translation>竞技场正在停止。</translation>
    </message>
    <message>
        <source>Nothing is being played.</source>
        <translation>现在没有对局在进行。</translation>
    </message>
    <message>
        <source>This arena is being played.</source>
        <translation>这个竞技场正在进行对局。</translation>
    </message>
    <message>
        <source>Among more than two players, an arena with an odd number of games of each pair can&apos;t grow.</source>
        <translation>参加者多于两方时，每对的局数为奇数的竞技场不能再增加对局。</translation>
    </message>
    <message>
        <source>This arena was never begun. It can be removed.</source>
        <translation>这个竞技场从未开始，可以删除。</translation>
    </message>
    <message>
        <source>The folder of the arena “%1” is gone: it was removed, or has another name or place now.</source>
        <translation>竞技场“%1”的文件夹不见了：可能已被删除、改名或移走。</translation>
    </message>
    <message>
        <source>Board %1</source>
        <translation>%1 棋盘</translation>
    </message>
    <message>
        <source>Ended because a program failed: %1.</source>
        <translation>因程序故障结束：%1 局。</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
</context>
<context>
    <name>ArenaStandings</name>
    <message>
        <source>Standings</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>Games</source>
        <translation>局数</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>棋手</translation>
    </message>
    <message>
        <source>Won</source>
        <translation>胜</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>胜率</translation>
    </message>
    <message>
        <source>95% interval</source>
        <translation>95% 置信区间</translation>
    </message>
    <message>
        <source>As Black</source>
        <translation>执黑</translation>
    </message>
    <message>
        <source>As White</source>
        <translation>执白</translation>
    </message>
    <message>
        <source>Elo</source>
        <translation>等级分</translation>
    </message>
    <message>
        <source>Seconds a game</source>
        <translation>每局用时（秒）</translation>
    </message>
    <message>
        <source>The standings of an arena appear here; New… begins one.</source>
        <translation>竞技场的排名会显示在这里；点“新建…”开始。</translation>
    </message>
    <message>
        <source>Who beat whom</source>
        <translation>相互战绩</translation>
    </message>
    <message>
        <source>Games that each player won and lost against each other one, whose column carries its rank. Point at a score to read more.</source>
        <translation>每名棋手对其他各棋手的胜局数和负局数；各列以对手的名次为标题。将鼠标指向某个比分可查看详情。</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>成绩</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>名次</translation>
    </message>
    <message>
        <source>%1 won %2 of %3 games against %4, %5 (95% interval %6 – %7): %8 of %9 as Black, %10 of %11 as White.</source>
        <translation>%1对%4共 %3 局，胜 %2 局，胜率 %5（95% 置信区间 %6 – %7）：执黑 %9 局胜 %8 局，执白 %11 局胜 %10 局。</translation>
    </message>
    <message>
        <source>The standings appear here as soon as the arena has begun.</source>
        <translation>竞技场开始后，排名会显示在这里。</translation>
    </message>
    <message>
        <source>Strength among the players of this arena, whose mean is 0; 200 more win three games of four. The Elo of the levels in a new game is by another scale.</source>
        <translation>在这个竞技场各棋手中的棋力，全体平均为 0；高 200 大约四局胜三局。新对局里各等级所标的等级分是另一套标准，不能直接比较。</translation>
    </message>
</context>
<context>
    <name>Autosave</name>
    <message>
        <source>The game is not kept for the next start: %1</source>
        <translation>本局无法留到下次启动：%1</translation>
    </message>
    <message>
        <source>The last game can&apos;t be read and was set aside as %1</source>
        <translation>上次的对局无法读取，已另存为 %1</translation>
    </message>
    <message>
        <source>It can&apos;t be read who played the last game and how: it goes on between humans</source>
        <translation>无法读取上一局由谁、以什么方式对弈：改为双人对弈继续下</translation>
    </message>
    <message>
        <source>A game of another window can&apos;t be read and was set aside as %1</source>
        <translation>另一窗口的对局无法读取，已另存为 %1</translation>
    </message>
</context>
<context>
    <name>BalanceBar</name>
    <message>
        <source>Moves left</source>
        <translation>剩余可下点</translation>
    </message>
    <message>
        <source>%1 private</source>
        <translation>私有 %1</translation>
    </message>
    <message>
        <source>Legal points: Black %1, White %2</source>
        <translation>合法点：黑 %1，白 %2</translation>
    </message>
    <message>
        <source>private points: Black %1, White %2</source>
        <translation>私有点：黑 %1，白 %2</translation>
    </message>
    <message>
        <source>A private point is legal for one side only, mostly a spare move (a block&apos;s last two eyes are one). Who has more of these is ahead.</source>
        <translation>私有点只有一方可以下，多半就是该方的余着（一块棋最后的两只眼只算一手）；余着多的一方占优。</translation>
    </message>
    <message>
        <source>%1 open to both</source>
        <translation>双方可下 %1</translation>
    </message>
</context>
<context>
    <name>BoardWidget</name>
    <message>
        <source>Board</source>
        <translation>棋盘</translation>
    </message>
    <message>
        <source>Ctrl and the arrow keys choose a point, Return plays there.</source>
        <translation>用 Ctrl 加方向键选点，按回车键落子。</translation>
    </message>
    <message>
        <source>Opening book: %1 won %2 of %3 recorded games with this move (%4).</source>
        <translation>开局库：记录的 %3 局中下了这一手，%1赢了 %2 局（%4）。</translation>
    </message>
    <message>
        <source>Forbidden for %1: suicide, no liberty would be left.</source>
        <translation>%1禁入：自杀，落子后无气。</translation>
    </message>
    <message>
        <source>empty</source>
        <comment>a point of the board</comment>
        <translation>空点</translation>
    </message>
    <message>
        <source>Forbidden for %1: it would capture %2.</source>
        <translation>%1禁入：落子会提掉 %2。</translation>
    </message>
    <message>
        <source>Ctrl and the arrow keys choose a point, Return marks it or takes its mark off.</source>
        <translation>Ctrl 加方向键选点，回车键做标记或去掉标记。</translation>
    </message>
</context>
<context>
    <name>BookDesk</name>
    <message>
        <source>Open an opening book</source>
        <translation>打开开局库</translation>
    </message>
    <message>
        <source>Opening books (*.csv)</source>
        <translation>开局库 (*.csv)</translation>
    </message>
    <message>
        <source>The shipped book</source>
        <translation>自带开局库</translation>
    </message>
</context>
<context>
    <name>BookPanel</name>
    <message>
        <source>No opening book is open.</source>
        <translation>没有打开开局库。</translation>
    </message>
    <message>
        <source>%1: %2 positions. A double-click plays a move.</source>
        <translation>%1：%2 个局面。双击一行即落子。</translation>
    </message>
    <message>
        <source>%1 doesn&apos;t know this position.</source>
        <translation>%1中没有这个局面。</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>着法</translation>
    </message>
    <message>
        <source>Games</source>
        <translation>局数</translation>
    </message>
    <message>
        <source>Moves that are equal by symmetry stand there each with the figures of all.</source>
        <translation>因对称而等同的着法分别列出，数字都是它们的合计。</translation>
    </message>
    <message>
        <source>Open a &amp;book…</source>
        <translation>打开开局库(&amp;B)…</translation>
    </message>
    <message>
        <source>Sh&amp;ipped book</source>
        <translation>自带开局库(&amp;I)</translation>
    </message>
    <message>
        <source>Figures on the board</source>
        <translation>在棋盘上显示数据</translation>
    </message>
    <message>
        <source>Moves in the opening book</source>
        <translation>开局库中的着法</translation>
    </message>
    <message>
        <source>While the analysis is on, its candidates stand on the board in place of these figures.</source>
        <translation>打开分析时，棋盘上显示分析的候选点，不显示这些数据。</translation>
    </message>
    <message>
        <source>A game against an AI begins without them; they can be switched on in it.</source>
        <translation>与 AI 的对局开始时不显示；需要时可在该局中打开。</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1获胜</translation>
    </message>
    <message>
        <source>Recorded games in which this move was played</source>
        <translation>记录的对局中下过这一手的局数</translation>
    </message>
    <message>
        <source>Share of those games that %1 won. It tells what happened; a win rate of the panel “AI” is what a player expects now.</source>
        <translation>这些对局中%1获胜的比例。这是已经下过的结果；“AI”面板中的胜率则是对当前局面的估计。</translation>
    </message>
    <message>
        <source>Percent of recorded games won; below, if there is room: games. Colour: %1 “Safe %” near that of the best, %2 far below it.</source>
        <translation>数字为记录的对局中的获胜比例（%），空间够时，下方为局数。颜色按“保守估计”一栏：%1 接近最好的一手，%2 远低于它。</translation>
    </message>
    <message>
        <source>Safe %</source>
        <translation>保守估计</translation>
    </message>
    <message>
        <source>That share estimated cautiously, as few games say little: the lower end of its 95% interval. Players with a book play the move in bold, which has the highest of those of %1 games or more; without one they think for themselves.</source>
        <translation>对该比例的保守估计（局数少时不足为凭）：其 95% 置信区间的下界。使用开局库的棋手下粗体的一手，即下过至少 %1 局的各手中保守估计最高的一手；没有这样的一手时自行思考。</translation>
    </message>
    <message>
        <source>The opening book is hidden while you practise: it would be a hint.</source>
        <translation>练习时不显示开局库，以免成为提示。</translation>
    </message>
</context>
<context>
    <name>Bubble</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>开始下棋</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
</context>
<context>
    <name>ChampionshipDesk</name>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>Save the championship record</source>
        <translation>保存锦标赛棋谱</translation>
    </message>
    <message>
        <source>Championship record (*.txt)</source>
        <translation>锦标赛棋谱 (*.txt)</translation>
    </message>
</context>
<context>
    <name>ChampionshipDialog</name>
    <message>
        <source>Championship record</source>
        <translation>锦标赛棋谱</translation>
    </message>
    <message>
        <source>Moves, teams, winner, date, place and event, as the Chinese championship exchanges games. The game itself stays as it is.</source>
        <translation>着法、队名、胜方、日期、地点和赛事，即中国大学生计算机博弈大赛交换棋谱的格式。对局本身不变。</translation>
    </message>
    <message>
        <source>Black (先手)</source>
        <translation>黑方（先手）</translation>
    </message>
    <message>
        <source>White (后手)</source>
        <translation>白方（后手）</translation>
    </message>
    <message>
        <source>Date and time</source>
        <translation>日期和时间</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>地点</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>赛事</translation>
    </message>
</context>
<context>
    <name>ChangePlayersDialog</name>
    <message>
        <source>Change players</source>
        <translation>更换棋手</translation>
    </message>
    <message>
        <source>&amp;Play on</source>
        <translation>继续对局(&amp;P)</translation>
    </message>
</context>
<context>
    <name>ChoiceMenus</name>
    <message>
        <source>&amp;Coordinates</source>
        <translation>坐标(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>App&amp;earance</source>
        <translation>外观(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Championship (A-I)</source>
        <translation>锦标赛(&amp;C)（A-I）</translation>
    </message>
    <message>
        <source>&amp;GTP (A-J without I)</source>
        <translation>GTP(&amp;G)（A-J，无 I）</translation>
    </message>
    <message>
        <source>&amp;Off</source>
        <translation>关闭(&amp;O)</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
</context>
<context>
    <name>ClipboardDesk</name>
    <message>
        <source>The text in the clipboard</source>
        <translation>剪贴板中的文本</translation>
    </message>
    <message>
        <source>The picture of the board is in the clipboard.</source>
        <translation>棋盘图片已复制到剪贴板。</translation>
    </message>
    <message>
        <source>There is no text in the clipboard.</source>
        <translation>剪贴板里没有文字。</translation>
    </message>
    <message>
        <source>The game is in the clipboard.</source>
        <translation>对局已复制到剪贴板。</translation>
    </message>
    <message>
        <source>The problem is in the clipboard.</source>
        <translation>习题已复制到剪贴板。</translation>
    </message>
</context>
<context>
    <name>ClockChoice</name>
    <message>
        <source>No clock</source>
        <translation>不限时</translation>
    </message>
    <message>
        <source>15 minutes a side, as in the championship</source>
        <translation>每方 15 分钟（锦标赛用时）</translation>
    </message>
    <message>
        <source>5 minutes a side</source>
        <translation>每方 5 分钟</translation>
    </message>
    <message>
        <source>30 seconds a move</source>
        <translation>每手 30 秒</translation>
    </message>
    <message>
        <source>10 seconds a move</source>
        <translation>每手 10 秒</translation>
    </message>
    <message>
        <source>Custom clock</source>
        <translation>自定义用时</translation>
    </message>
    <message>
        <source>Total time for each side</source>
        <translation>每方总用时</translation>
    </message>
    <message>
        <source>Time for each move</source>
        <translation>每手用时</translation>
    </message>
    <message>
        <source> seconds</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
</context>
<context>
    <name>ClockLine</name>
    <message>
        <source>Black %1, White %2</source>
        <translation>黑方 %1，白方 %2</translation>
    </message>
</context>
<context>
    <name>ClocksDialog</name>
    <message>
        <source>Set clocks</source>
        <translation>校正棋钟</translation>
    </message>
    <message>
        <source>&amp;Black</source>
        <translation>黑方(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;White</source>
        <translation>白方(&amp;W)</translation>
    </message>
    <message>
        <source>Time left. Taking back later moves comes back to what is set here.</source>
        <translation>剩余时间。以后悔棋退回到这里时，恢复为此处设定的时间。</translation>
    </message>
</context>
<context>
    <name>CompareDialog</name>
    <message>
        <source>Two players on this position</source>
        <translation>两名棋手对当前局面的看法</translation>
    </message>
    <message>
        <source>Simulations of each</source>
        <translation>各自的模拟次数</translation>
    </message>
</context>
<context>
    <name>Docks</name>
    <message>
        <source>Player&amp;s</source>
        <translation>棋手(&amp;S)</translation>
    </message>
    <message>
        <source>A&amp;I</source>
        <translation>A&amp;I</translation>
    </message>
    <message>
        <source>Mo&amp;ves</source>
        <translation>着法(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Tree</source>
        <translation>变化树(&amp;T)</translation>
    </message>
    <message>
        <source>Ga&amp;mes</source>
        <translation>对局(&amp;M)</translation>
    </message>
    <message>
        <source>AI a&amp;gainst AI</source>
        <translation>AI 对 AI(&amp;G)</translation>
    </message>
    <message>
        <source>T&amp;raining</source>
        <translation>训练(&amp;R)</translation>
    </message>
    <message>
        <source>Opening boo&amp;k</source>
        <translation>开局库(&amp;K)</translation>
    </message>
</context>
<context>
    <name>DroppedFiles</name>
    <message>
        <source>Of the files that were dropped (%1), “%2” alone is opened. Drop their folder to have all listed.</source>
        <translation>拖入了 %1 个文件，只打开了“%2”。把它们所在的文件夹拖进来，可列出全部棋谱。</translation>
    </message>
</context>
<context>
    <name>EngineDialog</name>
    <message>
        <source>External programs</source>
        <translation>外部程序</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>添加(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Programs that speak GTP, the SAU platform&apos;s protocol or Botzone&apos;s play here like any other player.</source>
        <translation>支持 GTP、SAU 平台协议或 Botzone 协议的程序，在这里可以像其他棋手一样对局。</translation>
    </message>
    <message>
        <source>new program</source>
        <translation>新程序</translation>
    </message>
    <message>
        <source>Each program needs a name.</source>
        <translation>每个程序都需要一个名称。</translation>
    </message>
    <message>
        <source>Two programs are called %1.</source>
        <translation>有两个程序都叫 %1。</translation>
    </message>
    <message>
        <source>%1 needs the command that starts it.</source>
        <translation>%1 缺少启动它的命令。</translation>
    </message>
    <message>
        <source>No program yet. “Add” puts one on the list.</source>
        <translation>还没有程序。点“添加”把程序加入列表。</translation>
    </message>
    <message>
        <source>Drop what you have changed?</source>
        <translation>放弃所做的修改？</translation>
    </message>
    <message>
        <source>&amp;Drop</source>
        <translation>放弃修改(&amp;D)</translation>
    </message>
</context>
<context>
    <name>EngineForm</name>
    <message>
        <source>GTP</source>
        <translation>GTP</translation>
    </message>
    <message>
        <source>SAU platform</source>
        <translation>SAU 平台</translation>
    </message>
    <message>
        <source>Botzone, JSON</source>
        <translation>Botzone（JSON）</translation>
    </message>
    <message>
        <source>Botzone, simple form</source>
        <translation>Botzone（简单交互）</translation>
    </message>
    <message>
        <source> seconds</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>as the clock allows, 60 seconds without one</source>
        <translation>按棋钟而定，无棋钟时 60 秒</translation>
    </message>
    <message>
        <source>It keeps running from turn to turn</source>
        <translation>每回合之间保持运行</translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation>测试(&amp;T)</translation>
    </message>
    <message>
        <source>Show its &amp;log</source>
        <translation>查看日志(&amp;L)</translation>
    </message>
    <message>
        <source>the program with its arguments</source>
        <translation>程序及其参数</translation>
    </message>
    <message>
        <source>where it finds its files; may stay empty</source>
        <translation>程序所需文件的位置，可以不填</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>协议</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>工作文件夹</translation>
    </message>
    <message>
        <source>Longest silence</source>
        <translation>最长等待</translation>
    </message>
    <message>
        <source>Choose the program</source>
        <translation>选择程序</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Nothing has been said to it yet.</source>
        <translation>还没有与它通信过。</translation>
    </message>
    <message>
        <source>It is being started, and asked for a first move…</source>
        <translation>正在启动程序，并让它下第一手…</translation>
    </message>
    <message>
        <source>It answers, but its first move is nowhere on the board.</source>
        <translation>程序有回答，但它的第一手不在棋盘上。</translation>
    </message>
    <message>
        <source>It can be used. It is called %1, and begins a game at %2.</source>
        <translation>可以使用。名称：%1，开局第一手：%2。</translation>
    </message>
    <message>
        <source>It can be used. It begins a game at %1.</source>
        <translation>可以使用。开局第一手：%1。</translation>
    </message>
    <message>
        <source>C&amp;hoose…</source>
        <translation>选择(&amp;H)…</translation>
    </message>
    <message>
        <source>Choos&amp;e…</source>
        <translation>选择(&amp;E)…</translation>
    </message>
</context>
<context>
    <name>ExerciseBar</name>
    <message>
        <source>Show th&amp;e answer</source>
        <translation>看答案(&amp;E)</translation>
    </message>
    <message>
        <source>Ba&amp;ck</source>
        <translation>上一个(&amp;C)</translation>
    </message>
    <message>
        <source>En&amp;d</source>
        <translation>结束(&amp;D)</translation>
    </message>
</context>
<context>
    <name>FiguresSaver</name>
    <message>
        <source>Save the picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Every generation (*.csv)</source>
        <translation>每一代 (*.csv)</translation>
    </message>
    <message>
        <source>Every step of learning (*.csv)</source>
        <translation>学习的每一步 (*.csv)</translation>
    </message>
    <message>
        <source>Save the figures</source>
        <translation>保存数据</translation>
    </message>
    <message>
        <source>%1 and others</source>
        <translation>%1 等</translation>
    </message>
    <message>
        <source>%1 can&apos;t be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>No generation has been finished yet.</source>
        <translation>还没有完成任何一代。</translation>
    </message>
    <message>
        <source>Of every generation or of every step of learning: the type of file says which</source>
        <translation>可保存每一代或每个学习步的数据：在“文件类型”中选择</translation>
    </message>
    <message>
        <source>Save p&amp;icture…</source>
        <translation>保存图片(&amp;I)…</translation>
    </message>
    <message>
        <source>Save fi&amp;gures…</source>
        <translation>保存数据(&amp;G)…</translation>
    </message>
</context>
<context>
    <name>GameDesk</name>
    <message>
        <source>Give up this game?</source>
        <translation>确定认输吗？</translation>
    </message>
    <message>
        <source>&amp;Resign</source>
        <translation>认输(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Play on</source>
        <translation>继续下(&amp;P)</translation>
    </message>
    <message>
        <source>The game goes on where it stands, with all its moves.</source>
        <translation>对局从当前局面继续，着法全部保留。</translation>
    </message>
    <message>
        <source>The series ends with its score so far.</source>
        <translation>系列赛到此结束，比分保留。</translation>
    </message>
    <message>
        <source>%1 is played by %2 from now on.</source>
        <translation>从现在起%1由%2下。</translation>
    </message>
    <message>
        <source>Black is played by %1, White by %2 from now on.</source>
        <translation>从现在起黑方由%1下，白方由%2下。</translation>
    </message>
    <message>
        <source>The game is over: look at an earlier position, choose “Play on from here” in the menu “Moves”, then change the players.</source>
        <translation>对局已结束：请先回看到某一手，用菜单“着法”中的“从此处继续对局”，再更换棋手。</translation>
    </message>
    <message>
        <source>It has the clock of your last new game.</source>
        <translation>用时沿用你上次新对局的设置。</translation>
    </message>
    <message>
        <source>%1 can&apos;t go on once a move is taken back: it can only play whole games from the empty board.</source>
        <translation>悔棋后%1将无法继续：它只能从空棋盘开始下完整的对局。</translation>
    </message>
    <message>
        <source>&amp;Take back</source>
        <translation>悔棋(&amp;T)</translation>
    </message>
</context>
<context>
    <name>GameListModel</name>
    <message>
        <source>Game</source>
        <translation>对局</translation>
    </message>
    <message>
        <source>Black</source>
        <translation>黑</translation>
    </message>
    <message>
        <source>White</source>
        <translation>白</translation>
    </message>
    <message>
        <source>Winner</source>
        <translation>胜方</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>手数</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>棋盘</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>赛事</translation>
    </message>
    <message>
        <source>Ended by</source>
        <translation>结束原因</translation>
    </message>
    <message>
        <source>%1 games</source>
        <translation>%1 局</translation>
    </message>
    <message>
        <source>A double click or Enter lists its games and opens the first.</source>
        <translation>双击或按 Enter 列出其中各局，并打开第一局。</translation>
    </message>
    <message>
        <source>A double click or Enter opens it on the board.</source>
        <translation>双击或按 Enter 在棋盘上打开。</translation>
    </message>
    <message>
        <source>It is large, and read when it is opened.</source>
        <translation>这个文件较大，打开时才读取。</translation>
    </message>
    <message>
        <source>Begun</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
</context>
<context>
    <name>GameNames</name>
    <message>
        <source>%1, game %2</source>
        <translation>%1 第 %2 局</translation>
    </message>
    <message>
        <source>%1, read in part</source>
        <translation>%1（只读出一部分）</translation>
    </message>
    <message>
        <source>New game</source>
        <translation>新对局</translation>
    </message>
    <message>
        <source>Self-play of %1, for generation %2</source>
        <translation>%1 为第 %2 代下的自对弈</translation>
    </message>
</context>
<context>
    <name>GamePresenter</name>
    <message>
        <source>“Change players…” in the menu “Play” lets another player go on with this game.</source>
        <translation>用菜单“行棋”中的“更换棋手…”可让别的棋手接着下这一局。</translation>
    </message>
</context>
<context>
    <name>GamesOfGeneration</name>
    <message>
        <source>Games</source>
        <translation>对局</translation>
    </message>
    <message>
        <source>Games played for generation %1: double-click one</source>
        <translation>为第 %1 代下的对局（双击打开一局）</translation>
    </message>
    <message>
        <source>Ctrl+click the chosen generation to see the newest games again.</source>
        <translation>按住 Ctrl 单击所选的一代，可取消选择，重新显示最新的对局。</translation>
    </message>
    <message>
        <source>Games of the chosen generation %1: double-click one</source>
        <translation>所选第 %1 代的对局（双击打开一局）</translation>
    </message>
    <message>
        <source>Newest games, played for generation %1: double-click one</source>
        <translation>最新的对局，为第 %1 代所下（双击打开一局）</translation>
    </message>
</context>
<context>
    <name>GenerationButtons</name>
    <message>
        <source>No generation has been finished yet.</source>
        <translation>还没有完成任何一代。</translation>
    </message>
    <message>
        <source>Choose one generation to play against.</source>
        <translation>请只选一代来对弈。</translation>
    </message>
    <message>
        <source>Simulations: %1 against you, %2 in an arena</source>
        <translation>模拟次数：与你对弈 %1，竞技场 %2</translation>
    </message>
    <message>
        <source>A new game against it</source>
        <translation>与它开始一局新对局</translation>
    </message>
    <message>
        <source>Two can be set side by side: choose one generation or two, or two runs.</source>
        <translation>最多并排比较两个：请选择一代或两代，或选择两个训练。</translation>
    </message>
    <message>
        <source>One generation, or two of one run or of two runs side by side, on the position of the board</source>
        <translation>在棋盘当前局面上查看一代，或并排比较同一训练或两个训练的两代</translation>
    </message>
    <message>
        <source>Let the chosen generations, or the newest of the chosen runs, play each other; one alone plays others</source>
        <translation>让选中的各代（或选中的各训练的最新一代）互相对弈；只有一个时，它与其他棋手对弈</translation>
    </message>
    <message>
        <source>A run of its own that begins with the newest of those chosen, by the settings of this one</source>
        <translation>新建一次训练，从所选的最新一代网络开始，沿用这次训练的设置</translation>
    </message>
    <message>
        <source>With none chosen, the newest that passed the gate is meant, or that of each chosen run. Ctrl+click chooses a second one.</source>
        <translation>不选时，以下按钮用（所选各训练中）最新通过考核的一代；按住 Ctrl 可再选一代。</translation>
    </message>
    <message>
        <source>&amp;Play against it</source>
        <translation>与它对弈(&amp;P)</translation>
    </message>
    <message>
        <source>What it s&amp;ees…</source>
        <translation>网络看到什么、怎么想(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Arena…</source>
        <translation>竞技场(&amp;A)…</translation>
    </message>
    <message>
        <source>New run &amp;from it…</source>
        <translation>以它开始新训练(&amp;F)…</translation>
    </message>
    <message>
        <source>Of each move: against you as the menu “AI” says, in an arena unless its dialog says otherwise</source>
        <translation>每手的模拟次数：与你对弈时按“AI”菜单的设置，在竞技场中可在其对话框里更改</translation>
    </message>
</context>
<context>
    <name>GenerationTable</name>
    <message>
        <source>No generation has been finished yet.</source>
        <translation>还没有完成任何一代。</translation>
    </message>
    <message>
        <source>Generations</source>
        <translation>各代网络</translation>
    </message>
    <message>
        <source>Elo</source>
        <translation>等级分</translation>
    </message>
    <message>
        <source>Positions whose winner the network names; 50% is guessing</source>
        <translation>网络说对胜者的局面所占比例；50% 相当于随机猜测</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>手数</translation>
    </message>
    <message>
        <source>Moves in its games of self-play, on average</source>
        <translation>这一代自对弈每局的平均手数</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation>判对</translation>
    </message>
    <message>
        <source>The figures of this run can&apos;t be read; the reason stands above the plots.</source>
        <translation>无法读取这次训练的数据，原因见图的上方。</translation>
    </message>
    <message>
        <source>Strength against generation 0 of this run, ± its 95% interval. Few games are played for each generation, so this is wide; how generations that are near to each other compare is known better. It is assumed that a generation gains about as much as the one before it, until its games say otherwise: a few games move it little. It keeps changing a little as later generations play: their games tell about earlier ones too. The Elo of levels and of an arena are other scales.</source>
        <translation>相对本次训练第 0 代的棋力，± 为其 95% 区间。每一代只下少数几局，因此区间很宽；相近各代之间的强弱比这更确定。计算时假定每一代的进步与前一代相近，除非对局结果表明并非如此：少数几局对它影响很小。以后各代的对局也会反映先前各代的强弱，所以这个数之后还会略有变化。等级与竞技场的等级分用的是另一套标准，不能直接比较。</translation>
    </message>
</context>
<context>
    <name>Hand</name>
    <message>
        <source>“Play on from here” in the menu “Moves” lets play go on from this position.</source>
        <translation>用菜单“着法”中的“从此处继续对局”可从这里继续。</translation>
    </message>
    <message>
        <source>To play a side yourself from here: “Change players…” in the menu “Play”.</source>
        <translation>要从这里自己接着下一方：用菜单“行棋”中的“更换棋手…”。</translation>
    </message>
    <message>
        <source>First finish placing the stones.</source>
        <translation>请先摆完棋子。</translation>
    </message>
    <message>
        <source>First end the practice.</source>
        <translation>请先结束练习。</translation>
    </message>
    <message>
        <source>The game in the window no longer has this position.</source>
        <translation>窗口中的对局里已没有这个局面。</translation>
    </message>
    <message>
        <source>A hint is for the game as it stands; “Analyse” judges the position that you look back at.</source>
        <translation>提示只针对对局当前的局面；要判断正在回看的局面，请用“分析”。</translation>
    </message>
</context>
<context>
    <name>HelpDialog</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>&amp;Contents</source>
        <translation>目录(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>返回(&amp;B)</translation>
    </message>
    <message>
        <source>Search…</source>
        <translation>搜索…</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>“%1” is not found in the help.</source>
        <translation>帮助中没有找到“%1”。</translation>
    </message>
</context>
<context>
    <name>HistoryPanel</name>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>着法</translation>
    </message>
    <message>
        <source>Tried or taken back: not a move of the game</source>
        <translation>试下或已悔的一手，不属于对局</translation>
    </message>
    <message>
        <source>From here on %1 is played by %2.</source>
        <translation>从这一手起，%1由%2下。</translation>
    </message>
    <message>
        <source>%1.  %2  loses</source>
        <translation>%1.  %2  判负</translation>
    </message>
</context>
<context>
    <name>InformationDialog</name>
    <message>
        <source>Game information</source>
        <translation>对局信息</translation>
    </message>
    <message>
        <source>&amp;Black</source>
        <translation>黑方(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;White</source>
        <translation>白方(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Event</source>
        <translation>赛事(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Round</source>
        <translation>轮次(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Place</source>
        <translation>地点(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Date and time</source>
        <translation>日期和时间(&amp;D)</translation>
    </message>
</context>
<context>
    <name>KeyField</name>
    <message>
        <source>Return or a click, then the new key; Backspace removes the key.</source>
        <translation>回车或单击，再按新的快捷键；退格键去掉快捷键。</translation>
    </message>
    <message>
        <source>Press the new key…</source>
        <translation>请按新的键…</translation>
    </message>
    <message>
        <source>none</source>
        <comment>a key</comment>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>KeysDialog</name>
    <message>
        <source>Change keys</source>
        <translation>更改快捷键</translation>
    </message>
    <message>
        <source>Search…</source>
        <translation>搜索…</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>%1 is used by: %2</source>
        <translation>%1 被多个命令使用：%2</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
</context>
<context>
    <name>LeaveDesk</name>
    <message>
        <source>Save it?</source>
        <translation>要保存吗？</translation>
    </message>
    <message>
        <source>Save it before a new game begins?</source>
        <translation>开始新对局前要保存吗？</translation>
    </message>
    <message>
        <source>Save it? The next start of Buwei brings it back in any case.</source>
        <translation>要保存吗？不保存也会在下次启动时恢复。</translation>
    </message>
    <message>
        <source>Save it? It will be among the played games in any case.</source>
        <translation>要保存吗？不保存也会留在“下过的对局”里。</translation>
    </message>
    <message>
        <source>“%1” is not saved.</source>
        <translation>“%1”尚未保存。</translation>
    </message>
    <message>
        <source>This game is not saved.</source>
        <translation>这盘棋尚未保存。</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>new network</source>
        <translation>换网络</translation>
    </message>
    <message>
        <source>new settings</source>
        <translation>改设置</translation>
    </message>
    <message>
        <source>new network or settings</source>
        <translation>换网络或改设置</translation>
    </message>
</context>
<context>
    <name>LibraryPanel</name>
    <message>
        <source>List of games</source>
        <translation>对局列表</translation>
    </message>
    <message>
        <source>There are no game records (.sgf, .txt) in this folder.</source>
        <translation>这个文件夹里没有棋谱（.sgf、.txt）。</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Back to the previous &amp;list</source>
        <translation>返回原来的列表(&amp;L)</translation>
    </message>
    <message>
        <source>“Open a folder” lists the games in it here, “Played games” those that you played to their end, and “Open” those of a file that holds several.</source>
        <translation>“打开文件夹”在这里列出其中的对局，“下过的对局”列出你下完的对局，“打开”一个含多局的文件则列出其中各局。</translation>
    </message>
    <message>
        <source>These games are in no file.</source>
        <translation>这些棋局不在任何文件里。</translation>
    </message>
    <message>
        <source>This is the file&apos;s only game.</source>
        <translation>文件里只有这一局。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Put the files of the chosen games into the trash</source>
        <translation>把选中棋局的文件移到回收站</translation>
    </message>
    <message>
        <source>Take the chosen games out of the file</source>
        <translation>把选中的棋局从文件中删除</translation>
    </message>
    <message>
        <source>All games of the file are chosen; one has to stay in it.</source>
        <translation>选中了文件里的全部棋局；至少要留下一局。</translation>
    </message>
    <message>
        <source>Choose games in the list.</source>
        <translation>请先在列表中选择棋局。</translation>
    </message>
    <message>
        <source>%1: %2 of %3 games found</source>
        <translation>%1：找到 %2 局，共 %3 局</translation>
    </message>
    <message>
        <source>Search: player, event, file…</source>
        <translation>搜索：棋手、赛事、文件…</translation>
    </message>
    <message>
        <source>Search the games</source>
        <translation>搜索对局</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>No game has all these words.</source>
        <translation>没有同时含有这些词的对局。</translation>
    </message>
    <message>
        <source>Only games without help count.</source>
        <translation>只统计全凭自己下完的对局。</translation>
    </message>
    <message>
        <source>Games</source>
        <translation>对局</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>成绩</translation>
    </message>
    <message>
        <source>What is shown of the played games</source>
        <translation>下过的对局显示什么</translation>
    </message>
</context>
<context>
    <name>ListDesk</name>
    <message>
        <source>A folder of games</source>
        <translation>棋谱文件夹</translation>
    </message>
    <message>
        <source>%1 can&apos;t be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>Played games</source>
        <translation>下过的对局</translation>
    </message>
    <message>
        <source>No game has been played to its end yet.</source>
        <translation>还没有任何一局下完。</translation>
    </message>
    <message>
        <source>Saved elsewhere: see “%1” in the menu “Game”.</source>
        <translation>另存到别处的对局见“对局”菜单的“%1”。</translation>
    </message>
    <message>
        <source>Played games: %1</source>
        <translation>下过的对局：%1</translation>
    </message>
</context>
<context>
    <name>Looks</name>
    <message>
        <source>Boar&amp;d</source>
        <translation>棋盘(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Wood</source>
        <translation>木纹(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Plain</source>
        <translation>素色(&amp;P)</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Tool bar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>About Buwei</source>
        <translation>关于不围</translation>
    </message>
    <message>
        <source>Buwei 不围 %1: play NoGo, watch an AI think, train your own.</source>
        <translation>不围 Buwei %1：下不围棋，看 AI 思考，训练自己的 AI。</translation>
    </message>
    <message>
        <source>The settings can&apos;t be kept: %1</source>
        <translation>无法保存设置：%1</translation>
    </message>
    <message>
        <source>The settings could not be read and were set aside as %1.</source>
        <translation>设置文件无法读取，已另存为 %1。</translation>
    </message>
</context>
<context>
    <name>MarkBar</name>
    <message>
        <source>Triangle</source>
        <translation>三角</translation>
    </message>
    <message>
        <source>Square</source>
        <translation>方块</translation>
    </message>
    <message>
        <source>Circle</source>
        <translation>圆圈</translation>
    </message>
    <message>
        <source>Cross</source>
        <translation>叉</translation>
    </message>
    <message>
        <source>The next letter</source>
        <translation>下一个字母</translation>
    </message>
    <message>
        <source>The next number</source>
        <translation>下一个数字</translation>
    </message>
    <message>
        <source>Cl&amp;ear all</source>
        <translation>全部清除(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>完成(&amp;D)</translation>
    </message>
</context>
<context>
    <name>MetricPlot</name>
    <message>
        <source>What is compared</source>
        <translation>比较什么</translation>
    </message>
    <message>
        <source>Show all again (double-click, or 0)</source>
        <translation>重新显示全部（双击，或按 0）</translation>
    </message>
</context>
<context>
    <name>NetworkColumn</name>
    <message>
        <source>Asking the network…</source>
        <translation>正在询问网络…</translation>
    </message>
    <message>
        <source>What it sees:</source>
        <translation>它看到的：</translation>
    </message>
    <message>
        <source>It was trained on %1 boards, so take this with care.</source>
        <translation>它是在 %1 棋盘上训练的，这里的结果仅供参考。</translation>
    </message>
    <message>
        <source>The game is over here: %1 has no legal move, so there is none to expect.</source>
        <translation>对局到此结束：%1已没有合法着法，网络也就没有着法可以预测。</translation>
    </message>
    <message>
        <source>Without any search: Black wins %1%</source>
        <translation>未经搜索：黑方胜率 %1%</translation>
    </message>
    <message>
        <source>%1 to move, first choice %2 (policy %3%)</source>
        <translation>轮到%1，首选 %2（策略 %3%）</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Policy, without any search: the stronger the colour, the likelier the move; numbers are percent, the pointer tells them all.</source>
        <translation>策略（未经搜索）：颜色越浓，网络认为下在这里的可能性越大；数字为百分比，鼠标指向各点可看准确数值。</translation>
    </message>
    <message>
        <source>Points&apos; fates</source>
        <translation>各点终局状态</translation>
    </message>
    <message>
        <source>%1 %2%</source>
        <translation>%1 %2%</translation>
    </message>
    <message>
        <source>What becomes of each point: the wider a part, the likelier. From the left: Black&apos;s stone, playable for the winner alone (blue), for nobody (orange), White&apos;s stone.</source>
        <translation>各点终局时的状态：色块越宽，可能性越大。从左到右：黑子、只有胜方能下（蓝色）、双方都不能下（橙色）、白子。</translation>
    </message>
    <message>
        <source>This kind of network doesn&apos;t say what becomes of the points.</source>
        <translation>这种网络不预测各点的终局状态。</translation>
    </message>
    <message>
        <source>This network&apos;s run doesn&apos;t teach it what becomes of the points.</source>
        <translation>这个网络所在的训练不学习各点的终局状态。</translation>
    </message>
</context>
<context>
    <name>NetworkDesk</name>
    <message>
        <source>Load a checkpoint</source>
        <translation>载入检查点</translation>
    </message>
    <message>
        <source>The analysis uses it too.</source>
        <translation>分析也改用它。</translation>
    </message>
    <message>
        <source>Both AIs play with the network “%1” from now on.</source>
        <translation>双方 AI 现在都使用网络“%1”。</translation>
    </message>
    <message>
        <source>%1 plays with the network “%2” from now on.</source>
        <translation>%1现在由网络“%2”执棋。</translation>
    </message>
    <message>
        <source>This game is over: the network “%1” plays in the next one.</source>
        <translation>本局已结束，网络“%1”将用于下一局。</translation>
    </message>
    <message>
        <source>No AI plays in this game: the network “%1” plays in the next one.</source>
        <translation>本局没有 AI 参与，网络“%1”将用于下一局。</translation>
    </message>
    <message>
        <source>A new game against %1.</source>
        <translation>新对局，对手是%1。</translation>
    </message>
    <message>
        <source>Simulations</source>
        <translation>模拟次数</translation>
    </message>
    <message>
        <source>The AI makes %1 simulations a move from now on.</source>
        <translation>AI 现在每手模拟 %1 次。</translation>
    </message>
    <message>
        <source>Networks that you load or play against next make %1 simulations a move.</source>
        <translation>之后载入或用来对局的网络每手模拟 %1 次。</translation>
    </message>
    <message>
        <source>Simulations of the AI for each move:</source>
        <translation>AI 每手的模拟次数：</translation>
    </message>
    <message>
        <source>No AI plays now.</source>
        <translation>现在没有 AI 在下棋。</translation>
    </message>
    <message>
        <source>%1 doesn&apos;t count simulations and plays on as before.</source>
        <translation>%1 不按模拟次数下棋，不受影响。</translation>
    </message>
    <message>
        <source>Simulations for each move of networks that you load or play against next:</source>
        <translation>之后载入或用来对局的网络每手模拟次数：</translation>
    </message>
    <message>
        <source>One of its networks plays in the game on the board or in the next one, or analyses. The game on the board goes on with it until Buwei is closed; choose another afterwards by “Networks…” in the menu “AI”.</source>
        <translation>它的一个网络正用于当前对局、下一局或分析。关闭程序之前，当前对局仍用它下；之后请在“AI”菜单的“网络…”中另选一个。</translation>
    </message>
    <message>
        <source>Arenas that keep their results, but could not go on without it: %1</source>
        <translation>以下竞技场用到它的网络，成绩会保留，但无法再继续：%1</translation>
    </message>
    <message>
        <source>The series ends with its score so far.</source>
        <translation>系列赛到此结束，比分保留。</translation>
    </message>
    <message>
        <source>A game is under way. Let the network “%1” play on in it, in place of %2?</source>
        <translation>对局正在进行。要让网络“%1”接替%2，继续下这一局吗？</translation>
    </message>
    <message>
        <source>It learned on %1 boards only: on %2 it may play poorly.</source>
        <translation>它只在 %1 棋盘上学过，在 %2 上可能下得很差。</translation>
    </message>
    <message>
        <source>This game goes on as it was: the network “%1” plays in the next one.</source>
        <translation>这一局照旧：下一局由网络“%1”来下。</translation>
    </message>
    <message>
        <source>Only the &amp;next game and the analysis</source>
        <translation>只用于下一局和分析(&amp;N)</translation>
    </message>
    <message>
        <source>Only the &amp;next game</source>
        <translation>只用于下一局(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Take over</source>
        <translation>接替(&amp;T)</translation>
    </message>
    <message>
        <source>A game is under way. Let the network “%1” play on in it, in place of %2, or begin a new game against it?</source>
        <translation>对局正在进行。要让网络“%1”接替%2，继续下这一局，还是与它新开一局？</translation>
    </message>
    <message>
        <source>&amp;New game</source>
        <translation>新对局(&amp;N)</translation>
    </message>
    <message>
        <source>The analysis stays with %1.</source>
        <translation>分析仍用%1。</translation>
    </message>
    <message>
        <source>%1&apos;s %2</source>
        <comment>a side and its player</comment>
        <translation>%1的%2</translation>
    </message>
    <message>
        <source>Take over &amp;Black</source>
        <translation>接替黑方(&amp;B)</translation>
    </message>
    <message>
        <source>Take over &amp;White</source>
        <translation>接替白方(&amp;W)</translation>
    </message>
    <message>
        <source>Take over b&amp;oth</source>
        <translation>双方都接替(&amp;O)</translation>
    </message>
    <message>
        <source>Unless you cancel, it plays in the next game too and analyses from now on.</source>
        <translation>只要不取消，下一局也由它来下，分析也改用它。</translation>
    </message>
    <message>
        <source>Unless you cancel, it plays in the next game too.</source>
        <translation>只要不取消，下一局也由它来下。</translation>
    </message>
</context>
<context>
    <name>NetworkView</name>
    <message>
        <source>What the network sees and thinks</source>
        <translation>网络看到什么、怎么想</translation>
    </message>
    <message>
        <source>What both see</source>
        <translation>两者看到的</translation>
    </message>
    <message>
        <source>The position on the board, at move %1. This window follows the board.</source>
        <translation>棋盘上的局面：第 %1 手。此窗口随棋盘上的局面变化。</translation>
    </message>
    <message>
        <source>No network has answered here.</source>
        <translation>对这个局面还没有网络给出回答。</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Black wins</source>
        <translation>黑方胜率</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>点</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>The values are in the clipboard, in percent.</source>
        <translation>数值（百分比）已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>%1 can&apos;t be saved: %2</source>
        <translation>无法保存 %1：%2</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>&amp;Copy values</source>
        <translation>复制数值(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Save picture…</source>
        <translation>保存图片(&amp;S)…</translation>
    </message>
</context>
<context>
    <name>NetworksDialog</name>
    <message>
        <source>Networks</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>结构</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>棋盘</translation>
    </message>
    <message>
        <source>Generation</source>
        <translation>代数</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Parent</source>
        <translation>来源网络</translation>
    </message>
    <message>
        <source>&amp;Add…</source>
        <translation>添加(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Remove from the list</source>
        <translation>从列表移除(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Play with it</source>
        <translation>用它对局(&amp;P)</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
    <message>
        <source>It was not trained from another network, or its file doesn&apos;t say so.</source>
        <translation>它不是从别的网络训练而来，或文件中没有写明。</translation>
    </message>
    <message>
        <source>Its file doesn&apos;t say.</source>
        <translation>文件中没有写明。</translation>
    </message>
    <message>
        <source>can&apos;t be used</source>
        <translation>无法使用</translation>
    </message>
    <message>
        <source>Its run played no games at the gate; an arena tells how strong it is.</source>
        <translation>它的训练没有考核对局；可以用竞技场测它的棋力。</translation>
    </message>
    <message>
        <source>Elo vs gen. 0</source>
        <translation>等级分（对第 0 代）</translation>
    </message>
    <message>
        <source>Strength against generation 0 of its run, from the games at the gate. The Elo of levels and of an arena are other scales.</source>
        <translation>相对这次训练第 0 代的棋力（Elo），由各代的考核对局算出。等级与竞技场的等级分用的是另一套标准，不能直接比较。</translation>
    </message>
    <message>
        <source>Choose a network first.</source>
        <translation>请先选择一个网络。</translation>
    </message>
    <message>
        <source>Only networks that you have added can be taken off the list.</source>
        <translation>只有自己添加的网络才能从列表中移除。</translation>
    </message>
    <message>
        <source>generation %1</source>
        <translation>第 %1 代</translation>
    </message>
    <message>
        <source>In the text of a player: %1</source>
        <translation>写在棋手参数中：%1</translation>
    </message>
</context>
<context>
    <name>NewGameDialog</name>
    <message>
        <source>New game</source>
        <translation>新对局</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>开始对局(&amp;P)</translation>
    </message>
    <message>
        <source>AIs that always choose alike would play the same game again.</source>
        <translation>否则，着法总是固定的 AI 会把同一盘棋再下一遍。</translation>
    </message>
    <message>
        <source>Begin &amp;from the position on the board</source>
        <translation>从棋盘上的局面开始(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Strict rules: a forbidden move loses at once, as in competition</source>
        <translation>严格规则(&amp;S)：下出犯规的一手立即判负（与比赛相同）</translation>
    </message>
    <message>
        <source>Cloc&amp;k</source>
        <translation>用时(&amp;K)</translation>
    </message>
    <message>
        <source>Boar&amp;d</source>
        <translation>棋盘(&amp;D)</translation>
    </message>
    <message>
        <source>Random mo&amp;ves to begin with</source>
        <translation>开局随机手数(&amp;V)</translation>
    </message>
    <message>
        <source>Not using the clock&apos;s time, however much there is: %1. “Full strength” shares it out.</source>
        <translation>%1：思考量固定，不随用时增加。“全力”会分配棋钟的时间。</translation>
    </message>
</context>
<context>
    <name>NoticeDesk</name>
    <message>
        <source>Bac&amp;k to the game</source>
        <translation>回到对局(&amp;K)</translation>
    </message>
    <message>
        <source>Remat&amp;ch</source>
        <translation>再来一局(&amp;C)</translation>
    </message>
    <message>
        <source>Trying something else. %1</source>
        <translation>试下中。%1</translation>
    </message>
    <message>
        <source>You are looking back at move %1.</source>
        <translation>正在回看第 %1 手。</translation>
    </message>
    <message>
        <source>Click to try a move; the game is not changed.</source>
        <translation>点击棋盘可试下另一手，原对局不变。</translation>
    </message>
    <message>
        <source>In the game, %1</source>
        <translation>对局中，%1</translation>
    </message>
    <message>
        <source>Paused. %1 to move: play a move or press “Pause” to continue.</source>
        <translation>已暂停。轮到%1；落子或再点“暂停”继续。</translation>
    </message>
    <message>
        <source>Looking for a move for %1…</source>
        <translation>正在为%1寻找着法…</translation>
    </message>
    <message>
        <source>Getting ready for the player of %1. The first time on this computer this takes a minute or two.</source>
        <translation>正在为%1的棋手做准备。在这台电脑上首次使用时需要一两分钟。</translation>
    </message>
    <message>
        <source>%1 to move.</source>
        <translation>轮到%1。</translation>
    </message>
    <message>
        <source>%1 to move: your turn.</source>
        <translation>轮到%1，请你落子。</translation>
    </message>
    <message>
        <source>Loading the player of %1…</source>
        <translation>正在载入%1的棋手…</translation>
    </message>
    <message>
        <source>%1: the AI is thinking…</source>
        <translation>%1：AI 正在思考…</translation>
    </message>
    <message>
        <source>Paused. %1 to move; “AI moves now” or “Pause” goes on.</source>
        <translation>已暂停。轮到%1；点“AI 立即落子”或再点“暂停”继续。</translation>
    </message>
    <message>
        <source>The game is over.</source>
        <translation>对局已结束。</translation>
    </message>
    <message>
        <source>Getting ready for hints. The first time on this computer this takes a minute or two.</source>
        <translation>正在为提示做准备。在这台电脑上首次使用时需要一两分钟。</translation>
    </message>
    <message>
        <source>%1 to move: your turn. The clock waits for your move.</source>
        <translation>轮到%1，请你落子。落子前不计时。</translation>
    </message>
    <message>
        <source>You are looking at move %1 of a variation.</source>
        <translation>正在看变化中的第 %1 手。</translation>
    </message>
    <message>
        <source>Here, at move %1, the search begins; the moves before were drawn by lot.</source>
        <translation>前 %1 手是随机着法，从这里开始搜索。</translation>
    </message>
    <message>
        <source>In the game, %1 to move: “Back to the game” leads there.</source>
        <translation>对局中轮到%1，点“回到对局”后才能落子。</translation>
    </message>
    <message>
        <source>“Undo” takes this move back.</source>
        <translation>“悔棋”可收回这一手。</translation>
    </message>
    <message>
        <source>R&amp;eport</source>
        <translation>报告(&amp;E)</translation>
    </message>
    <message>
        <source>How well each side played, and where it went wrong</source>
        <translation>双方下得如何，错在哪里</translation>
    </message>
    <message>
        <source>Loading the player of %1. The first time on a board of this size this takes up to a minute.</source>
        <translation>正在载入%1的棋手。首次在这种大小的棋盘上对局，最多需要一分钟。</translation>
    </message>
    <message>
        <source>A click marks a point or takes its mark off. %1</source>
        <translation>点击即可做标记，再点一次去掉。%1</translation>
    </message>
</context>
<context>
    <name>OpenDesk</name>
    <message>
        <source>Open a game</source>
        <translation>打开棋谱</translation>
    </message>
    <message>
        <source>Game records (*.sgf *.txt);;All files (*)</source>
        <translation>棋谱 (*.sgf *.txt);;所有文件 (*)</translation>
    </message>
    <message>
        <source>The list has no game after this one.</source>
        <translation>列表中后面没有棋局了。</translation>
    </message>
    <message>
        <source>The list has no game before this one.</source>
        <translation>列表中前面没有棋局了。</translation>
    </message>
    <message>
        <source>No games are listed.</source>
        <translation>列表里没有棋局。</translation>
    </message>
    <message>
        <source>The file stays as it is: “Save” asks where to put what was read.</source>
        <translation>原文件保持不变：“保存”会询问把读到的内容存到哪里。</translation>
    </message>
</context>
<context>
    <name>Planes</name>
    <message>
        <source>own stones</source>
        <translation>己方棋子</translation>
    </message>
    <message>
        <source>opponent&apos;s stones</source>
        <translation>对方棋子</translation>
    </message>
    <message>
        <source>own legal points</source>
        <translation>己方合法点</translation>
    </message>
    <message>
        <source>opponent&apos;s legal points</source>
        <translation>对方合法点</translation>
    </message>
    <message>
        <source>own blocks with 1 liberty</source>
        <translation>己方一口气的棋块</translation>
    </message>
    <message>
        <source>own blocks with 2 liberties</source>
        <translation>己方两口气的棋块</translation>
    </message>
    <message>
        <source>own blocks with 3 liberties</source>
        <translation>己方三口气的棋块</translation>
    </message>
    <message>
        <source>own blocks that can&apos;t be captured</source>
        <translation>己方不会再被提的棋块</translation>
    </message>
    <message>
        <source>opponent&apos;s blocks with 1 liberty</source>
        <translation>对方一口气的棋块</translation>
    </message>
    <message>
        <source>opponent&apos;s blocks with 2 liberties</source>
        <translation>对方两口气的棋块</translation>
    </message>
    <message>
        <source>opponent&apos;s blocks with 3 liberties</source>
        <translation>对方三口气的棋块</translation>
    </message>
    <message>
        <source>opponent&apos;s blocks that can&apos;t be captured</source>
        <translation>对方不会再被提的棋块</translation>
    </message>
    <message>
        <source>Black +1, White -1</source>
        <translation>黑 +1，白 -1</translation>
    </message>
    <message>
        <source>White&apos;s stones</source>
        <translation>白方棋子</translation>
    </message>
    <message>
        <source>Black&apos;s stones</source>
        <translation>黑方棋子</translation>
    </message>
    <message>
        <source>Black to move</source>
        <translation>轮到黑方</translation>
    </message>
    <message>
        <source>own stones, moves ago: %1</source>
        <translation>%1 手前己方棋子</translation>
    </message>
    <message>
        <source>opponent&apos;s, moves ago: %1</source>
        <translation>%1 手前对方棋子</translation>
    </message>
    <message>
        <source>Blue points are +1, orange ones -1, all others 0.</source>
        <translation>蓝色为 +1，橙色为 -1，其余为 0。</translation>
    </message>
    <message>
        <source>Blue points are 1, all others 0. “Own” is the side to move.</source>
        <translation>蓝色为 1，其余为 0。“己方”指轮到落子的一方。</translation>
    </message>
</context>
<context>
    <name>PlayerChoice</name>
    <message>
        <source>Another player</source>
        <translation>其他棋手</translation>
    </message>
    <message>
        <source>A player&apos;s text, such as zero:net=flagship or uct:</source>
        <translation>棋手代码（例如 zero:net=flagship 或 uct）：</translation>
    </message>
    <message>
        <source>Earlier generations</source>
        <translation>较早的各代</translation>
    </message>
    <message>
        <source>Your networks</source>
        <translation>你的网络</translation>
    </message>
    <message>
        <source>Networks without search</source>
        <translation>不搜索的网络</translation>
    </message>
    <message>
        <source>Another generation or checkpoint…</source>
        <translation>另一代网络或检查点…</translation>
    </message>
    <message>
        <source>Another player…</source>
        <translation>其他棋手…</translation>
    </message>
    <message>
        <source>Generations of “%1”</source>
        <translation>“%1”的各代</translation>
    </message>
</context>
<context>
    <name>PlayerColumn</name>
    <message>
        <source>Thinking…</source>
        <translation>思考中…</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>完成。</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Its policy before any search, in percent</source>
        <translation>搜索之前的策略（百分比）</translation>
    </message>
    <message>
        <source>Done early: no other move could overtake the best.</source>
        <translation>提前完成：其他着法已不可能超过最佳着法。</translation>
    </message>
    <message>
        <source>The game is over here.</source>
        <translation>棋局到此已经结束。</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>棋手</translation>
    </message>
</context>
<context>
    <name>PlayerFields</name>
    <message>
        <source>Custom settings</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source> s a move</source>
        <translation> 秒/手</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Text of the player</source>
        <translation>棋手代码</translation>
    </message>
    <message>
        <source>%1 by default</source>
        <translation>默认 %1</translation>
    </message>
    <message>
        <source>Another generation or checkpoint…</source>
        <translation>另一代网络或检查点…</translation>
    </message>
    <message>
        <source>Ki&amp;nd</source>
        <translation>类型(&amp;N)</translation>
    </message>
    <message>
        <source>N&amp;etwork</source>
        <translation>网络(&amp;E)</translation>
    </message>
    <message>
        <source>S&amp;imulations</source>
        <translation>模拟次数(&amp;I)</translation>
    </message>
    <message>
        <source>Ti&amp;me</source>
        <translation>时间(&amp;M)</translation>
    </message>
    <message>
        <source>Th&amp;reads</source>
        <translation>线程数(&amp;R)</translation>
    </message>
    <message>
        <source>As te&amp;xt</source>
        <translation>棋手代码(&amp;X)</translation>
    </message>
    <message>
        <source>Full strength: up to a minute a move</source>
        <translation>全力：每手最多一分钟</translation>
    </message>
    <message>
        <source>up to </source>
        <comment>before a number of seconds</comment>
        <translation>最多 </translation>
    </message>
    <message>
        <source>Elo: strength by the scale on which a player who moves at random has 0, measured on 9x9.</source>
        <translation>等级分（Elo）：衡量棋力的数值，随机落子的棋手为 0，在 9x9 棋盘上测得。</translation>
    </message>
</context>
<context>
    <name>PlayerList</name>
    <message>
        <source>Players</source>
        <translation>棋手</translation>
    </message>
    <message>
        <source>Player to add</source>
        <translation>要添加的棋手</translation>
    </message>
    <message>
        <source>Network %1</source>
        <translation>网络 %1</translation>
    </message>
    <message>
        <source>a level, a network, or a text such as zero:simulations=800</source>
        <translation>等级、网络，或 zero:simulations=800 这样的棋手代码</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>添加(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>other generations or checkpoints…</source>
        <translation>其他各代网络或检查点…</translation>
    </message>
    <message>
        <source>%1 is in the list already.</source>
        <translation>%1 已在列表中。</translation>
    </message>
    <message>
        <source>Those in the list that you chose get them too; a player that is written as a text makes as many as that says. How many a network makes against you is set in the menu “AI”.</source>
        <translation>列表中已选的网络也随之改变；用代码写出的棋手按代码所写。网络与你对弈时的次数在“AI”菜单中设置。</translation>
    </message>
    <message>
        <source>Simulations a move of the networks that you choose</source>
        <translation>所选网络的每手模拟次数</translation>
    </message>
</context>
<context>
    <name>PlayerName</name>
    <message>
        <source>Click to change who plays on.</source>
        <translation>点击可更换棋手。</translation>
    </message>
</context>
<context>
    <name>PlayersDialog</name>
    <message>
        <source>&amp;Advanced settings</source>
        <translation>高级设置(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Opponent</source>
        <translation>对手(&amp;O)</translation>
    </message>
    <message>
        <source>I play &amp;Black</source>
        <translation>我执黑(&amp;B)</translation>
    </message>
    <message>
        <source>I play &amp;White</source>
        <translation>我执白(&amp;W)</translation>
    </message>
    <message>
        <source>Draw the colo&amp;ur</source>
        <translation>随机猜先(&amp;U)</translation>
    </message>
    <message>
        <source>AI a&amp;gainst AI</source>
        <translation>AI 对 AI(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Two people</source>
        <translation>双人对弈(&amp;T)</translation>
    </message>
    <message>
        <source>B&amp;lack</source>
        <translation>黑方(&amp;L)</translation>
    </message>
    <message>
        <source>W&amp;hite</source>
        <translation>白方(&amp;H)</translation>
    </message>
</context>
<context>
    <name>PositionSetup</name>
    <message>
        <source>Black to move.</source>
        <translation>轮到黑方。</translation>
    </message>
    <message>
        <source>White to move.</source>
        <translation>轮到白方。</translation>
    </message>
    <message>
        <source>Empt&amp;y the board</source>
        <translation>清空棋盘(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>完成(&amp;D)</translation>
    </message>
    <message>
        <source>The block at %1 has no liberty.</source>
        <translation>%1 处的棋块没有气。</translation>
    </message>
    <message>
        <source>Blac&amp;k</source>
        <translation>黑(&amp;K)</translation>
    </message>
    <message>
        <source>Whit&amp;e</source>
        <translation>白(&amp;E)</translation>
    </message>
    <message>
        <source>Take o&amp;ff</source>
        <translation>擦除(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>A click places a stone or takes it off.</source>
        <translation>点击放上或拿掉棋子。</translation>
    </message>
    <message>
        <source>&amp;Begin here</source>
        <translation>从此局面开始(&amp;B)</translation>
    </message>
</context>
<context>
    <name>PracticeBar</name>
    <message>
        <source>All were found.</source>
        <translation>已全部找到。</translation>
    </message>
    <message>
        <source>Once more those not &amp;found</source>
        <translation>再练没找到的(&amp;F)</translation>
    </message>
    <message>
        <source>Next mista&amp;ke</source>
        <translation>下一个(&amp;K)</translation>
    </message>
</context>
<context>
    <name>PracticeDesk</name>
    <message>
        <source>Mistake %1 of %2</source>
        <translation>失误 %1/%2</translation>
    </message>
    <message>
        <source>Found none of %1.</source>
        <translation>共 %1 处失误，都没有找到更好的着法。</translation>
    </message>
    <message>
        <source>Found %1 of %2, %3 of them at the first try.</source>
        <translation>共 %2 处失误，找到 %1 处，其中 %3 处一次找到。</translation>
    </message>
    <message>
        <source>Looking at %1…</source>
        <translation>正在判断 %1…</translation>
    </message>
    <message>
        <source>Getting ready to judge %1, which the first time takes a minute or two</source>
        <translation>正在为判断 %1 做准备，第一次需要一两分钟</translation>
    </message>
    <message>
        <source>Better: %1</source>
        <translation>更好的着法：%1</translation>
    </message>
    <message>
        <source>move %1, %2 to move. %3 gave away %4%. Find a better move.</source>
        <translation>第 %1 手，轮到%2。%3 损失了 %4%，请找出更好的一手。</translation>
    </message>
    <message>
        <source>%1 is what was played. Find a better move.</source>
        <translation>实战就是 %1，请找出更好的一手。</translation>
    </message>
    <message>
        <source>%1 wins for certain: found.</source>
        <translation>%1 必胜：找到了。</translation>
    </message>
    <message>
        <source>%1 keeps %2%: found.</source>
        <translation>%1 保持 %2% 的胜率：找到了。</translation>
    </message>
    <message>
        <source>%1 loses for certain. Try another move.</source>
        <translation>%1 必败，请另试一手。</translation>
    </message>
    <message>
        <source>%1 gives away %2%: better than %3, but still too much. Try another move.</source>
        <translation>%1 损失 %2%：比 %3 好，但仍然太多，请另试一手。</translation>
    </message>
    <message>
        <source>%1 gives away %2%, no less than %3. Try another move.</source>
        <translation>%1 损失 %2%，并不比 %3 好，请另试一手。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a move and its win rate</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1: a better move, shown by the answer.</source>
        <translation>%1：是答案里的更好着法。</translation>
    </message>
</context>
<context>
    <name>Preparation</name>
    <message>
        <source>Buwei is being prepared for this computer&apos;s processor. This is done once and takes a few minutes.</source>
        <translation>正在为这台电脑的处理器做准备，只需一次，要几分钟。</translation>
    </message>
    <message>
        <source>Skip for now</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>If you skip it, the AI&apos;s first move may take minutes; the rest is done at the next start.</source>
        <translation>如果跳过，AI 第一次落子前要等几分钟，其余的下次启动时再准备。</translation>
    </message>
</context>
<context>
    <name>ProblemBar</name>
    <message>
        <source>Pla&amp;y it out</source>
        <translation>接着下(&amp;Y)</translation>
    </message>
    <message>
        <source>A new game from this position, against the AI of your last new game</source>
        <translation>从这个局面开始新对局，对手是上次新对局的 AI</translation>
    </message>
    <message>
        <source>Begin a&amp;fresh</source>
        <translation>从头再做(&amp;F)</translation>
    </message>
    <message>
        <source>Next tas&amp;k</source>
        <translation>下一题(&amp;K)</translation>
    </message>
</context>
<context>
    <name>ProblemDesk</name>
    <message>
        <source>Forget which problems of the grade “%1” you have solved?</source>
        <translation>清除“%1”习题的做题记录？</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>清除(&amp;F)</translation>
    </message>
    <message>
        <source>Begin this grade afresh…</source>
        <translation>这一级从头再做…</translation>
    </message>
    <message>
        <source>Solved %1 of %2, %3 of them at the first try.</source>
        <translation>%2 题中做对 %1 题，其中 %3 题一次做对。</translation>
    </message>
    <message>
        <source>Problem %1 of %2</source>
        <translation>习题 %1/%2</translation>
    </message>
    <message>
        <source>Winning: %1</source>
        <translation>必胜：%1</translation>
    </message>
    <message>
        <source>%1 to move: find a move that wins.</source>
        <translation>%1先，找出必胜的一手。</translation>
    </message>
    <message>
        <source>Solved already.</source>
        <translation>此前已做对。</translation>
    </message>
    <message>
        <source>%1 loses: %2 answers %3. Try another move.</source>
        <translation>%1 必败：%2应在 %3。请另试一手。</translation>
    </message>
    <message>
        <source>%1 wins for certain: found.</source>
        <translation>%1 必胜：找到了。</translation>
    </message>
    <message>
        <source>%1 wins for certain, as the answer told.</source>
        <translation>%1 必胜，答案已经给出。</translation>
    </message>
    <message>
        <source>Solved none of %1.</source>
        <translation>%1 题都还没有做对。</translation>
    </message>
    <message>
        <source>Reading the problems…</source>
        <translation>正在读取习题…</translation>
    </message>
    <message>
        <source>%1 (%2 of %3 solved, %4 of them at the first try)</source>
        <translation>%1（做对 %2/%3，一次做对 %4）</translation>
    </message>
    <message>
        <source>After it %1 has no legal move.</source>
        <translation>此后%1无子可下。</translation>
    </message>
    <message>
        <source>After the moves shown, %1 of them, %2 has no legal move.</source>
        <translation>按所示的 %1 手下完，%2无子可下。</translation>
    </message>
</context>
<context>
    <name>ProgressStrip</name>
    <message>
        <source>Analysing the game: %1 of %2</source>
        <translation>正在分析整局：%1 / %2</translation>
    </message>
    <message>
        <source>Stop the analysis of the game</source>
        <translation>停止整局分析</translation>
    </message>
    <message>
        <source>Getting ready to analyse the game, which the first time takes a minute or two</source>
        <translation>正在为分析整局做准备，首次使用需要一两分钟</translation>
    </message>
</context>
<context>
    <name>QKeySequenceEdit</name>
    <message>
        <source>Press shortcut</source>
        <translation>按下快捷键</translation>
    </message>
</context>
<context>
    <name>QMessageBox</name>
    <message>
        <source>Show Details...</source>
        <translation>显示详情(&amp;D)…</translation>
    </message>
    <message>
        <source>Hide Details...</source>
        <translation>隐藏详情(&amp;D)…</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>确定(&amp;O)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>不保存(&amp;N)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭(&amp;L)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Restore Defaults</source>
        <translation>恢复默认值(&amp;R)</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Left</source>
        <translation>←</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>→</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>↑</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>↓</translation>
    </message>
</context>
<context>
    <name>Reading</name>
    <message>
        <source>mean %1</source>
        <translation>均值 %1</translation>
    </message>
</context>
<context>
    <name>RecentFiles</name>
    <message>
        <source>Open recen&amp;t</source>
        <translation>最近打开的文件(&amp;T)</translation>
    </message>
</context>
<context>
    <name>RecordedGames</name>
    <message>
        <source>Games of the chosen generation are listed here.</source>
        <translation>选中一代后，它的对局列在这里。</translation>
    </message>
    <message>
        <source>No games of this generation are kept here.</source>
        <translation>这里没有保存这一代的对局。</translation>
    </message>
    <message>
        <source>Game %1: %2 moves, %3 wins</source>
        <translation>第 %1 局：%2 手，%3胜</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>The record of game %1 can&apos;t be read. %2</source>
        <translation>无法读取第 %1 局的棋谱。%2</translation>
    </message>
    <message>
        <source>Game %1: its record can&apos;t be read</source>
        <translation>第 %1 局：无法读取棋谱</translation>
    </message>
    <message>
        <source>Game %1: %2 moves, without a result</source>
        <translation>第 %1 局：%2 手，没有结果</translation>
    </message>
</context>
<context>
    <name>RemovalDesk</name>
    <message>
        <source>Remove the file “%1” with all its games (%2)?</source>
        <translation>删除文件“%1”及其中的全部 %2 局棋？</translation>
    </message>
    <message>
        <source>Remove the game “%1”?</source>
        <translation>删除棋局“%1”？</translation>
    </message>
    <message>
        <source>Remove game %1 from “%2” for good? The file&apos;s other games (%3) stay.</source>
        <translation>从“%2”中彻底删除第 %1 局？文件里的其他棋局（%3 局）会保留。</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>删除(&amp;R)</translation>
    </message>
    <message>
        <source>The game can&apos;t be taken out of “%1”: the file has changed since, or is not in UTF-8.</source>
        <translation>无法从“%1”中删除这一局：文件已被改动，或者不是 UTF-8 编码。</translation>
    </message>
    <message>
        <source>Remove the chosen files (%1) from the folder “%2”?</source>
        <translation>从文件夹“%2”中删除选中的 %1 个文件？</translation>
    </message>
    <message>
        <source>Remove the chosen files (%1) with all their games (%3) from the folder “%2”?</source>
        <translation>从文件夹“%2”中删除选中的 %1 个文件及其中的全部 %3 局棋？</translation>
    </message>
    <message>
        <source>Remove the chosen games (%1) from “%2” for good? The file&apos;s other games (%3) stay.</source>
        <translation>从“%2”中彻底删除选中的 %1 局棋？文件里的其他棋局（%3 局）会保留。</translation>
    </message>
    <message>
        <source>Remove the chosen files (%1) with all their games from the folder “%2”?</source>
        <translation>从文件夹“%2”中删除选中的 %1 个文件及其中的全部棋局？</translation>
    </message>
</context>
<context>
    <name>RenameDialog</name>
    <message>
        <source>Rename a run</source>
        <translation>重命名训练</translation>
    </message>
    <message>
        <source>New name of the run “%1”:</source>
        <translation>训练“%1”的新名称：</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Rename the run “%1” to “%2”?</source>
        <translation>将训练“%1”重命名为“%2”？</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be renamed: %2</source>
        <translation>无法重命名“%1”：%2</translation>
    </message>
    <message>
        <source>A session works on this run now; it has to be stopped before it can be renamed.</source>
        <translation>这次训练正在进行，须先停下才能重命名。</translation>
    </message>
    <message>
        <source>There is something called “%1” in this folder already. Choose another name.</source>
        <translation>这个文件夹里已有名为“%1”的内容，请换一个名称。</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Report on the game</source>
        <translation>整局分析报告</translation>
    </message>
    <message>
        <source>Show mistakes without the better moves</source>
        <translation>只提示失误，不显示更好的着法</translation>
    </message>
    <message>
        <source>The better move stays hidden, so that you can look for it yourself.</source>
        <translation>更好的着法不显示，由你自己寻找。</translation>
    </message>
    <message>
        <source>&amp;Try again from there</source>
        <translation>从此处重下(&amp;T)</translation>
    </message>
    <message>
        <source>No mistakes found: no move gave away 5% or more.</source>
        <translation>没有发现失误：没有一手损失达到 5%。</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Inaccuracies (from 5%)</source>
        <translation>缓手（5% 起）</translation>
    </message>
    <message>
        <source>Mistakes (from 10%)</source>
        <translation>失误（10% 起）</translation>
    </message>
    <message>
        <source>Blunders (from 20%)</source>
        <translation>大失误（20% 起）</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>着法</translation>
    </message>
    <message>
        <source>Gave away</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Better</source>
        <translation>更好的着法</translation>
    </message>
    <message>
        <source>%1% → %2%</source>
        <translation>%1% → %2%</translation>
    </message>
    <message>
        <source>Analyse the &amp;whole game</source>
        <translation>分析整局(&amp;W)</translation>
    </message>
    <message>
        <source>No move of this game has been judged yet.</source>
        <translation>这局棋还没有任何一手被评判过。</translation>
    </message>
    <message>
        <source>Judged by %1</source>
        <translation>评判者：%1</translation>
    </message>
    <message>
        <source>&amp;Save table…</source>
        <translation>保存表格(&amp;S)…</translation>
    </message>
    <message>
        <source>No mistakes among the moves judged so far. “Analyse the whole game” judges all.</source>
        <translation>已评判的着法中没有失误。“分析整局”可以评判全部着法。</translation>
    </message>
    <message>
        <source>Judged by the search of self-play, which played these moves itself</source>
        <translation>评判者：自对弈的搜索（这些着法就是它自己下的）</translation>
    </message>
    <message>
        <source>The record doesn&apos;t say who judged this</source>
        <translation>棋谱没有说明由谁评判</translation>
    </message>
    <message>
        <source>%1 of %2 moves are judged so far.</source>
        <translation>目前已评判 %1 手，共 %2 手。</translation>
    </message>
    <message>
        <source>The random moves at the start (%1) don&apos;t count.</source>
        <translation>开局的随机着法（%1 手）不计入。</translation>
    </message>
    <message>
        <source>Mover&apos;s win rate</source>
        <translation>落子方胜率</translation>
    </message>
    <message>
        <source>%1 visits a position</source>
        <translation>每个局面 %1 次访问</translation>
    </message>
    <message>
        <source>%1 to %2 visits a position</source>
        <translation>每个局面 %1 至 %2 次访问</translation>
    </message>
    <message>
        <source>Said once all moves are judged: “Analyse the whole game” judges those that are not.</source>
        <translation>所有着法都评判过之后才给出：“分析整局”会评判尚未评判的着法。</translation>
    </message>
    <message>
        <source>A search ends before its simulations where no other move could overtake the best any more.</source>
        <translation>如果其他着法已不可能超过最佳着法，搜索不到设定的模拟次数就会结束。</translation>
    </message>
    <message>
        <source>Analyse again with the shipped &amp;network</source>
        <translation>改用自带网络分析(&amp;N)</translation>
    </message>
    <message>
        <source>For reference only: this judge is weaker than the level “%1”.</source>
        <translation>仅供参考：评判者弱于等级“%1”。</translation>
    </message>
    <message>
        <source>For reference only where %1 judged: weaker than the level “%2”.</source>
        <translation>由 %1 评判的仅供参考：弱于等级“%2”。</translation>
    </message>
    <message>
        <source>Mistakes, the biggest first</source>
        <translation>失误，从大到小</translation>
    </message>
    <message>
        <source>The last move lost by the rules and is listed first: %1</source>
        <translation>最后一手按规则判负，列在最前面：%1</translation>
    </message>
    <message>
        <source>&amp;Practise mistakes…</source>
        <translation>练习失误(&amp;P)…</translation>
    </message>
    <message>
        <source>No other move would have been better.</source>
        <translation>没有更好的着法可找。</translation>
    </message>
    <message>
        <source>Of %1 (%2)</source>
        <translation>%1的失误（%2）</translation>
    </message>
    <message>
        <source>Of both sides (%1)</source>
        <translation>双方的失误（%1）</translation>
    </message>
    <message>
        <source>The whole game is analysed first; then the practice begins.</source>
        <translation>先分析整局，然后开始练习。</translation>
    </message>
    <message>
        <source>My mistakes (%1, %2)</source>
        <translation>我的失误（%1，%2）</translation>
    </message>
    <message>
        <source>Whether there are mistakes among the other moves isn&apos;t known yet. “Analyse the whole game” judges them.</source>
        <translation>其余各手有没有失误还不知道。“分析整局”会逐手评判。</translation>
    </message>
    <message>
        <source>Only %1 of %2 moves have been judged so far.</source>
        <translation>目前只评判了 %1 手，共 %2 手。</translation>
    </message>
    <message>
        <source>The mean over a side&apos;s moves of how little each gave away, where a move counts as much as its side&apos;s win rate before it: moves in a lost position hardly count, so of two sides with as many mistakes the one that was behind has the lower accuracy.</source>
        <translation>一方各手损失多少的平均，每手按落子前己方的胜率加权：败局中的着法几乎不计，所以失误一样多时，落后一方的准确度更低。</translation>
    </message>
</context>
<context>
    <name>ReviewDesk</name>
    <message>
        <source>%1 analyses from now on.</source>
        <translation>今后由 %1 分析。</translation>
    </message>
    <message>
        <source>The report is closed meanwhile; “%1” in the menu “Analysis” opens it again.</source>
        <translation>报告暂时关闭，可从“分析”菜单的“%1”再次打开。</translation>
    </message>
    <message>
        <source>&amp;Win rate of Black</source>
        <translation>黑方胜率(&amp;W)</translation>
    </message>
    <message>
        <source>The whole game is analysed first; then the practice begins.</source>
        <translation>先分析整局，然后开始练习。</translation>
    </message>
</context>
<context>
    <name>RunButtons</name>
    <message>
        <source>No run is chosen; “New…” starts one.</source>
        <translation>没有选中训练，可用“新建…”开始。</translation>
    </message>
    <message>
        <source>The settings of the chosen runs, and in which of them they differ</source>
        <translation>选中的训练的设置，以及它们在哪些设置上不同</translation>
    </message>
    <message>
        <source>A session works on it now; it has to be stopped before it can be renamed or removed.</source>
        <translation>它正在训练中，须先停下才能重命名或删除。</translation>
    </message>
    <message>
        <source>This run came with Buwei and stays as it is.</source>
        <translation>这是程序自带的训练，不会改动。</translation>
    </message>
    <message>
        <source>Give the run another name (F2)</source>
        <translation>给这次训练换一个名称（F2）</translation>
    </message>
    <message>
        <source>Remove the run with all its networks and games, after you were asked</source>
        <translation>删除这次训练及其全部网络和棋谱，删除前会询问</translation>
    </message>
    <message>
        <source>A session works on this run already.</source>
        <translation>这次训练正在进行。</translation>
    </message>
    <message>
        <source>Start a run of your own that goes on from this network, with its settings</source>
        <translation>新建一次自己的训练，从这个网络出发，沿用它的设置</translation>
    </message>
    <message>
        <source>Let this run learn on from where it stopped</source>
        <translation>从停下的地方继续训练</translation>
    </message>
    <message>
        <source>The session is stopping already.</source>
        <translation>这次训练正在停止。</translation>
    </message>
    <message>
        <source>No session works on this run now.</source>
        <translation>这次训练现在没有在进行。</translation>
    </message>
    <message>
        <source>The session keeps what it has learned; “Go on…” lets it learn on later</source>
        <translation>已学到的会保留，以后可用“继续…”接着训练</translation>
    </message>
    <message>
        <source>&amp;New…</source>
        <translation>新建(&amp;N)…</translation>
    </message>
    <message>
        <source>G&amp;o on…</source>
        <translation>继续(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Show se&amp;ttings</source>
        <translation>查看设置(&amp;T)</translation>
    </message>
    <message>
        <source>Rena&amp;me…</source>
        <translation>重命名(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation>删除(&amp;R)…</translation>
    </message>
</context>
<context>
    <name>RunPlots</name>
    <message>
        <source>Policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>at best</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>价值</translation>
    </message>
    <message>
        <source>Shares</source>
        <translation>比例</translation>
    </message>
    <message>
        <source>winner told</source>
        <translation>胜负判对率</translation>
    </message>
    <message>
        <source>wins of Black</source>
        <translation>黑方胜率</translation>
    </message>
    <message>
        <source>moves in a game</source>
        <translation>每局手数</translation>
    </message>
    <message>
        <source>step</source>
        <translation>学习步数</translation>
    </message>
    <message>
        <source>against generation 0</source>
        <translation>相对第 0 代</translation>
    </message>
    <message>
        <source>No ratings: in this run no games are played at the gate.</source>
        <translation>没有等级分：这次训练没有考核对局。</translation>
    </message>
    <message>
        <source>Elo</source>
        <translation>等级分</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>手数</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>won at the gate</source>
        <translation>考核对局胜率</translation>
    </message>
    <message>
        <source>No ratings: no chain of games leads back to generation 0 of this run.</source>
        <translation>没有等级分：没有一串对局能追溯到本次训练的第 0 代。</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>局面数</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>Policy loss</source>
        <translation>策略损失</translation>
    </message>
    <message>
        <source>Value loss</source>
        <translation>价值损失</translation>
    </message>
    <message>
        <source>Winner told</source>
        <translation>胜负判对率</translation>
    </message>
    <message>
        <source>Elo against its generation 0</source>
        <translation>相对自身第 0 代的等级分</translation>
    </message>
    <message>
        <source>Moves in a game</source>
        <translation>每局手数</translation>
    </message>
    <message>
        <source>None of these runs has ratings.</source>
        <translation>这些训练都没有等级分。</translation>
    </message>
    <message>
        <source>Runs of earlier versions don&apos;t tell what is counted along this plot.</source>
        <translation>较早版本的训练没有记录这张图横轴所用的数据。</translation>
    </message>
    <message>
        <source>bars: against the newest</source>
        <translation>误差线：与最新一代相比</translation>
    </message>
    <message>
        <source>Strength against generation 0 of this run, from the games that its generations play against each other; 100 Elo more means winning 64% of the games. It is assumed that a generation gains about as much as the one before it, until its games say otherwise: a few games move it little. The Elo of levels and of an arena are other scales. Bars: 95% intervals of the difference to the newest generation: where one reaches up to its level, the newest may be no stronger.</source>
        <translation>相对本次训练第 0 代的棋力，由各代之间的对局算出；等级分高 100 相当于赢 64% 的对局。计算时假定每一代的进步与前一代相近，除非对局结果表明并非如此：少数几局对它影响很小。等级与竞技场的等级分用的是另一套标准，不能直接比较。误差线为与最新一代之差的 95% 区间：误差线够到最新一代的高度时，最新一代未必更强。</translation>
    </message>
    <message>
        <source>generation</source>
        <translation>代数</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>Nothing of this lies within the common part.</source>
        <translation>共同的范围内没有这项数据。</translation>
    </message>
    <message>
        <source>%1 (no figures)</source>
        <translation>%1（无数据）</translation>
    </message>
    <message>
        <source>The figures of this run can&apos;t be read; the reason stands above the plots.</source>
        <translation>无法读取这次训练的数据，原因见图的上方。</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>未通过</translation>
    </message>
    <message>
        <source>%1 to be taken</source>
        <translation>通过线 %1</translation>
    </message>
    <message>
        <source>Wins of Black</source>
        <translation>黑方胜率</translation>
    </message>
    <message>
        <source>Won at the gate</source>
        <translation>考核对局胜率</translation>
    </message>
    <message>
        <source>In none of these runs are games played at the gate.</source>
        <translation>这些训练都没有考核对局。</translation>
    </message>
    <message>
        <source>Entropy of the search</source>
        <translation>搜索策略的熵</translation>
    </message>
    <message>
        <source>Policy loss less entropy</source>
        <translation>策略损失减去熵</translation>
    </message>
    <message>
        <source>Loss of the points&apos; fates</source>
        <translation>各点终局状态的损失</translation>
    </message>
    <message>
        <source>How far the moves that the network expects are from those that the search then preferred (cross-entropy, in nats). “At best” is what no network can avoid: the entropy of the search&apos;s policy, its own doubt. What counts is the distance between the lines; both may rise while the games get better and harder to foretell.</source>
        <translation>网络预想的着法与搜索随后选出的着法相差多少（交叉熵，单位 nat）。“下限”是任何网络都避免不了的部分：搜索策略的熵，也就是搜索本身的不确定程度。要看两条线之间的距离；棋下得越来越好、越来越难预料时，两条线都可能上升。</translation>
    </message>
    <message>
        <source>The speed of self-play could not be measured yet: too little was played at a time.</source>
        <translation>自对弈的速度还测不出来：每次连续下的棋太少。</translation>
    </message>
    <message>
        <source>Of several runs one line each is drawn. Losses are those on a run&apos;s own games, and Elo is against its own generation 0, with bars for the run that was chosen first: which network is stronger, only games between them tell. Where the title is a list, other figures can be chosen in it.</source>
        <translation>选择多个训练时，每个只画一条曲线。损失是在各自的对局上算出的，等级分是相对各自的第 0 代，只有最先选择的训练带误差线；哪个网络更强，只有让它们对弈才知道。标题是下拉列表的图，可以在列表里换别的指标。</translation>
    </message>
    <message>
        <source>Evaluations a second</source>
        <translation>每秒评估次数</translation>
    </message>
    <message>
        <source>Positions a second</source>
        <translation>每秒局面数</translation>
    </message>
    <message>
        <source>Drawn while the network learns from the first generation, if steps are counted along the plots.</source>
        <translation>网络开始学习第一代时就在此画出曲线（横轴为步数时）。</translation>
    </message>
    <message>
        <source>The first generation will be drawn here once it is complete.</source>
        <translation>第一代完成后在此画出曲线。</translation>
    </message>
    <message>
        <source>evaluations a second</source>
        <translation>每秒评估次数</translation>
    </message>
    <message>
        <source>positions a second</source>
        <translation>每秒局面数</translation>
    </message>
    <message>
        <source>None of these runs teaches the points&apos; fates.</source>
        <translation>这些训练都不学习各点的终局状态。</translation>
    </message>
    <message>
        <source>How far the network&apos;s forecast is from what it learns: how the game ended, mixed with what the search thought, as the setting “Search in the value” says (squared error: 0 is perfect; who only guesses has 1 without the search&apos;s part, less with it). Lower is better; it may rise again as games become closer. “Points&apos; fates”: how far it is from what each point became by the end of the game (cross-entropy, in nats for each point: who only guesses has 1.39), in runs that teach that.</source>
        <translation>网络的预测与学习目标相差多远：目标是对局结果，并按设置“价值中搜索的比例”混入搜索的看法（平方误差：0 为完美；只凭猜测时，不混入搜索为 1，混入后则更小）。越低越好；对局变得更接近时可能再次上升。“各点终局状态”：对每个点终局时状态的预测与实际相差多远（交叉熵，每点以 nat 计：只凭猜测时为 1.39），只在学习它的训练中有。</translation>
    </message>
    <message>
        <source>points&apos; fates</source>
        <translation>各点终局状态</translation>
    </message>
    <message>
        <source>“Winner told”: positions whose winner the network names; half is guessing. “Wins of Black”: games of self-play that Black won. “Won at the gate”: games that the new network won against earlier ones, in runs that play such games. A cross: the network was refused, and the one before plays on. Dashed: the share that a network had to win, which earlier versions didn&apos;t record; where every network was taken there is neither.</source>
        <translation>“胜负判对率”：网络说对胜者的局面所占比例，一半相当于随机猜测。“黑方胜率”：自对弈中黑方获胜的对局所占比例。“考核对局胜率”：新网络与较早网络的考核对局中获胜的比例（有考核对局的训练才有）。叉号：新网络未通过，由原来的网络继续对弈。虚线：当时新网络须达到的胜率（较早版本没有记录）；每个新网络都采用时，叉号和虚线都没有。</translation>
    </message>
    <message>
        <source>Evaluations a second: positions that the searches of self-play ask the network for, over all the time in which a generation is played, also while some cores learn. Where a point is missing, the session that finished the generation had made too little of it to measure that. Where another network comes in place of the one before, there is a dotted line in all plots, across which no mean is taken. Its name stands here if the plot is high enough, and wherever a point behind the line is read. A larger one takes longer. Where the run&apos;s settings were changed there is such a line too, at which what was changed is read; means go on across it. Runs of earlier versions tell only positions a second: those to learn from that self-play made.</source>
        <translation>每秒评估次数：自对弈的搜索每秒请网络评估的局面数，按一代对弈的全部时间计，其中一部分时间有些核心在学习。缺少某一代的点，是因为完成这一代的那次训练只下了其中很少一部分，测不出速度。换成另一种网络的地方，各图都有一条虚线（滑动平均不跨过它）。图够高时这里标出它的名称，在各图上读这条线之后的点时也会显示。网络越大越慢。中途改过设置的地方也有这样一条虚线，指着它就能看到改了什么；滑动平均照常跨过它。较早版本的训练只记录了每秒局面数，即自对弈每秒产生的供学习的局面。</translation>
    </message>
    <message>
        <source>Moves in a game of self-play. They don&apos;t tell strength: while the shipped network learned they became fewer at first, when it gained fastest, and slowly more afterwards. Where a session finds no games to go on with, as the first one and after a kill, its first ones begin in the middle, after random moves: the generation after that has shorter ones.</source>
        <translation>自对弈每局的手数，多少并不表示强弱：自带网络学习时，开头进步最快，手数却在减少，后来才慢慢增加。首次训练或意外中断后再继续时，没有可接着下的对局，最初的对局从随机落子若干手的局面开始，所以紧接着的一代对局较短。</translation>
    </message>
    <message>
        <source>generation %1</source>
        <translation>第 %1 代</translation>
    </message>
</context>
<context>
    <name>RunSettingsDialog</name>
    <message>
        <source>Setting</source>
        <translation>设置项</translation>
    </message>
    <message>
        <source>Only those in which the runs differ (%1)</source>
        <translation>只看不同的设置（%1 项）</translation>
    </message>
    <message>
        <source>Settings of training runs</source>
        <translation>训练的设置</translation>
    </message>
    <message>
        <source>Here they are only shown. “Go on…” changes those of a run, once its session has stopped.</source>
        <translation>这里只供查看。停止训练后，可用“继续…”修改它的设置。</translation>
    </message>
    <message>
        <source>Earlier versions didn&apos;t record the settings of a generation: what was changed then is not shown.</source>
        <translation>较早版本没有记录每一代的设置，那时改过什么，这里看不到。</translation>
    </message>
</context>
<context>
    <name>RunsDialog</name>
    <message>
        <source>No run yet. “Start a self-play session” in the menu “Training” begins one.</source>
        <translation>还没有训练。用“训练”菜单里的“开始自对弈训练”开始一次。</translation>
    </message>
    <message>
        <source>Training runs</source>
        <translation>训练列表</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>棋盘</translation>
    </message>
    <message>
        <source>Generation</source>
        <translation>代数</translation>
    </message>
    <message>
        <source>Games</source>
        <translation>局数</translation>
    </message>
    <message>
        <source>Last change</source>
        <translation>最后修改</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Parent</source>
        <translation>来源网络</translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation>删除(&amp;R)…</translation>
    </message>
    <message>
        <source>Open its &amp;folder</source>
        <translation>打开文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Open in the training room</source>
        <translation>在训练室中打开(&amp;O)</translation>
    </message>
    <message>
        <source>Elo vs gen. 0</source>
        <translation>等级分（对第 0 代）</translation>
    </message>
    <message>
        <source>Strength of the run&apos;s newest rated generation against its generation 0. The Elo of levels and of an arena are other scales.</source>
        <translation>最新一个有等级分的网络相对本次训练第 0 代的棋力（Elo）。等级与竞技场的等级分用的是另一套标准，不能直接比较。</translation>
    </message>
    <message>
        <source>Only runs that you have added can be taken off the list.</source>
        <translation>只有自己添加的训练才能从列表中移除。</translation>
    </message>
    <message>
        <source>Choose the folder of a run</source>
        <translation>选择一次训练的文件夹</translation>
    </message>
    <message>
        <source>“%1” is no folder of a training run. Choose the one in which its config.toml is.</source>
        <translation>“%1”不是训练的文件夹。请选择其中有 config.toml 的那一个。</translation>
    </message>
    <message>
        <source>&amp;Add…</source>
        <translation>添加(&amp;A)…</translation>
    </message>
    <message>
        <source>Put a run on the list whose folder is elsewhere</source>
        <translation>把文件夹在别处的训练加入列表</translation>
    </message>
    <message>
        <source>&amp;Take off the list</source>
        <translation>从列表移除(&amp;T)</translation>
    </message>
    <message>
        <source>A session works on it now; it has to be stopped before it can be renamed or removed.</source>
        <translation>它正在训练中，须先停下才能重命名或删除。</translation>
    </message>
    <message>
        <source>Re&amp;name…</source>
        <translation>重命名(&amp;N)…</translation>
    </message>
</context>
<context>
    <name>SaveDesk</name>
    <message>
        <source>Championship record (*.txt)</source>
        <translation>锦标赛棋谱 (*.txt)</translation>
    </message>
    <message>
        <source>Save the game</source>
        <translation>保存棋谱</translation>
    </message>
    <message>
        <source>A&amp;dd the game to it</source>
        <translation>添加到该文件(&amp;D)</translation>
    </message>
    <message>
        <source>Save this game alone in “%1”? The file&apos;s other games stay as they are then.</source>
        <translation>只保存“%1”里的这一局？其余各局不变。</translation>
    </message>
    <message>
        <source>“Replace the whole file” would take the others out of it.</source>
        <translation>若选“替换整个文件”，文件里就只剩这一局。</translation>
    </message>
    <message>
        <source>Save this &amp;game alone</source>
        <translation>只保存这一局(&amp;G)</translation>
    </message>
    <message>
        <source>“%1” was changed by another window or program. Replace it?</source>
        <translation>文件“%1”已被其他窗口或程序改动。要替换它吗？</translation>
    </message>
    <message>
        <source>A championship record has no place for: %1.

Save the game without? As SGF (.sgf) it is kept whole.</source>
        <translation>锦标赛棋谱格式存不下：%1。

舍去这些内容保存吗？存为 SGF（.sgf）可全部保留。</translation>
    </message>
    <message>
        <source>&amp;Save all the same</source>
        <translation>仍然保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save a picture of the board</source>
        <translation>保存棋盘图片</translation>
    </message>
    <message>
        <source>%1 can&apos;t be saved: %2</source>
        <translation>无法保存 %1：%2</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
</context>
<context>
    <name>SessionNews</name>
    <message>
        <source>The last session could not begin: %1</source>
        <translation>上次训练未能开始：%1</translation>
    </message>
    <message>
        <source>The training session of “%1” could not begin; the run is as it was.</source>
        <translation>训练“%1”未能开始，已有的内容没有改变。</translation>
    </message>
    <message>
        <source>The training session of “%1” has ended by itself. What it had learned is kept; “Go on…” takes it up again, with other settings where those were the reason.</source>
        <translation>“%1”的训练意外结束了。已学到的都保留着；点“继续…”可以接着训练，如果原因在于设置，请在那里修改。</translation>
    </message>
    <message>
        <source>It was ended from outside (signal %1), as systems do when memory runs short.</source>
        <translation>它被外部终止了（信号 %1），内存不足时系统会这样做。</translation>
    </message>
    <message>
        <source>The disk that its folder is on is full; that may be the reason.</source>
        <translation>它的文件夹所在的磁盘已满，这可能就是原因。</translation>
    </message>
    <message>
        <source>The training session can&apos;t be started: %1</source>
        <translation>训练无法启动：%1</translation>
    </message>
    <message>
        <source>The training session can&apos;t be asked to stop: %1</source>
        <translation>无法让训练停止：%1</translation>
    </message>
</context>
<context>
    <name>SettingFields</name>
    <message>
        <source>random weights</source>
        <translation>随机权重</translation>
    </message>
    <message>
        <source>%1 in config.toml and after --set</source>
        <translation>在 config.toml 和 --set 中写作 %1</translation>
    </message>
</context>
<context>
    <name>SetupDesk</name>
    <message>
        <source>You are setting up a position. Drop its stones?</source>
        <translation>正在摆放局面。放弃已摆的棋子？</translation>
    </message>
    <message>
        <source>&amp;Drop</source>
        <translation>放弃棋子(&amp;D)</translation>
    </message>
</context>
<context>
    <name>SeveralDesk</name>
    <message>
        <source>Saved: “%1”, game %2; the file&apos;s other games stay as they are.</source>
        <translation>已保存：“%1”第 %2 局，文件里其余各局不变。</translation>
    </message>
    <message>
        <source>Add the game to a file</source>
        <translation>把棋局添加到文件</translation>
    </message>
    <message>
        <source>A championship record (.txt) holds one game alone. Choose an SGF file (.sgf).</source>
        <translation>锦标赛棋谱（.txt）只能存放一局。请选择 SGF 文件（.sgf）。</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>Added to “%1”, where it is game %2 now.</source>
        <translation>已添加到“%1”，是其中的第 %2 局。</translation>
    </message>
    <message>
        <source>Add the chosen games to a file</source>
        <translation>把所选棋局添加到文件</translation>
    </message>
    <message>
        <source>These games can&apos;t stand with others in a file:</source>
        <translation>以下棋局不能与其他棋局放进同一个文件：</translation>
    </message>
    <message>
        <source>Games added to “%1”: %2. It holds %3 now.</source>
        <translation>已把 %2 局添加到“%1”，其中现有 %3 局。</translation>
    </message>
    <message>
        <source>“%1” already holds what is to be added. Add it once more?</source>
        <translation>“%1”里已有要添加的棋局。再添加一次吗？</translation>
    </message>
    <message>
        <source>&amp;Add once more</source>
        <translation>再添加一次(&amp;A)</translation>
    </message>
    <message>
        <source>Games</source>
        <translation>对局</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>添加(&amp;A)</translation>
    </message>
</context>
<context>
    <name>SolveDialog</name>
    <message>
        <source>Solver</source>
        <translation>求解器</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
    <message>
        <source>Proven: %1 wins</source>
        <translation>已证明：%1必胜</translation>
    </message>
    <message>
        <source>Not finished: nothing is proven</source>
        <translation>没有算完：什么也没有证明</translation>
    </message>
    <message>
        <source>Solving; %1 to move…</source>
        <translation>正在求解，轮到%1落子…</translation>
    </message>
    <message>
        <source>There are no %1 MB of memory left for the solver.</source>
        <translation>内存不足：求解器需要 %1 MB。</translation>
    </message>
    <message>
        <source>%1 points can still be played on. With more than about %2 a result may take very long.</source>
        <translation>还有 %1 个点可以落子。超过约 %2 个点时，可能要算很久。</translation>
    </message>
    <message>
        <source>Looking for every winning move…</source>
        <translation>正在找出所有必胜的着法…</translation>
    </message>
    <message>
        <source>Winning moves: %1</source>
        <translation>必胜的着法：%1</translation>
    </message>
    <message>
        <source>Every move of %1 loses.</source>
        <translation>%1怎么走都输。</translation>
    </message>
    <message>
        <source>The game is over here.</source>
        <translation>棋局到此已经结束。</translation>
    </message>
    <message>
        <source>%1 points can still be played on. The solver takes positions with at most %2; go on playing and try again.</source>
        <translation>还有 %1 个点可下。求解器最多接受 %2 个；请继续对局后再试。</translation>
    </message>
    <message>
        <source>Moves tried: %1 in %2 s</source>
        <translation>已尝试 %1 手，用时 %2 秒</translation>
    </message>
    <message>
        <source>Too many points to solve</source>
        <translation>可下的点太多，无法求解</translation>
    </message>
    <message>
        <source>A game to the end:</source>
        <translation>走到终局的一种下法：</translation>
    </message>
    <message>
        <source>Point at a move to see how far the game has come there; a click keeps it on the board.</source>
        <translation>鼠标指向一手，棋盘上显示走到那一手的局面；单击可保持显示。</translation>
    </message>
    <message>
        <source>Put it into the &amp;tree</source>
        <translation>加入变化树(&amp;T)</translation>
    </message>
    <message>
        <source>There is no line yet.</source>
        <translation>还没有下法可加入。</translation>
    </message>
    <message>
        <source>As a variation of the game in the window, to walk through it</source>
        <translation>作为窗口中对局的一个变化，可逐手查看</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
</context>
<context>
    <name>TallyTable</name>
    <message>
        <source>A double click or Enter lists these games.</source>
        <translation>双击或按 Enter 列出这些对局。</translation>
    </message>
    <message>
        <source>Opponent</source>
        <translation>对手</translation>
    </message>
    <message>
        <source>Won</source>
        <translation>胜</translation>
    </message>
    <message>
        <source>As Black</source>
        <translation>执黑</translation>
    </message>
    <message>
        <source>As White</source>
        <translation>执白</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Last %1</source>
        <translation>近 %1 局</translation>
    </message>
    <message>
        <source>Games won of those that you played as %1</source>
        <translation>你执%1的对局中赢了几局</translation>
    </message>
    <message>
        <source>Games won of those played</source>
        <translation>胜局数/总局数</translation>
    </message>
    <message>
        <source>When the last game was begun</source>
        <translation>最近一局开始的时间</translation>
    </message>
    <message>
        <source>The latest games, the last one at the right: + won, − lost</source>
        <translation>最近各局的胜负，最新的在最右边：+ 胜，− 负</translation>
    </message>
    <message>
        <source>No game that counts has been played yet.</source>
        <translation>还没有计入成绩的对局。</translation>
    </message>
    <message>
        <source>Games won against each opponent</source>
        <translation>对每个对手的胜局</translation>
    </message>
</context>
<context>
    <name>TdDesk</name>
    <message>
        <source>A session of the temporal-difference learner is running.</source>
        <translation>时序差分学习程序正在训练。</translation>
    </message>
    <message>
        <source>It can go on without the window, and is found again where it was begun.</source>
        <translation>关闭窗口后它可以继续运行，以后可在原处找到它。</translation>
    </message>
    <message>
        <source>● Learner: %1</source>
        <translation>● 时序差分学习：%1</translation>
    </message>
</context>
<context>
    <name>TdTrainingPage</name>
    <message>
        <source>Choose a folder of game records</source>
        <translation>选择棋谱文件夹</translation>
    </message>
    <message>
        <source>There is no folder %1.</source>
        <translation>没有文件夹 %1。</translation>
    </message>
    <message>
        <source>Squared error</source>
        <translation>平方误差</translation>
    </message>
    <message>
        <source>V of states</source>
        <translation>状态价值 V</translation>
    </message>
    <message>
        <source>Q of actions</source>
        <translation>动作价值 Q</translation>
    </message>
    <message>
        <source>Win rate</source>
        <translation>胜率</translation>
    </message>
    <message>
        <source>against random moves</source>
        <translation>对随机落子的棋手</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>This session has not begun.</source>
        <translation>这次训练还没有开始。</translation>
    </message>
    <message>
        <source>Playing against itself</source>
        <translation>正在自对弈</translation>
    </message>
    <message>
        <source>Reading game records</source>
        <translation>正在读取棋谱</translation>
    </message>
    <message>
        <source>Testing against random moves</source>
        <translation>正在测试：与随机落子的棋手对局</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>%1. Games of self-play: %2, games of records: %3, rounds: %4</source>
        <translation>%1。自对弈 %2 局，棋谱 %3 局，共 %4 轮</translation>
    </message>
    <message>
        <source>The session of the learner has ended by itself.</source>
        <translation>这次训练意外结束了。</translation>
    </message>
    <message>
        <source>Temporal-difference learner</source>
        <translation>时序差分学习程序</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>训练名称</translation>
    </message>
    <message>
        <source>Game records</source>
        <translation>棋谱</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>最长用时（分钟）</translation>
    </message>
    <message>
        <source>none: learn from self-play only</source>
        <translation>无：只从自对弈学习</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>C&amp;hoose…</source>
        <translation>选择(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Play against it</source>
        <translation>与它对弈(&amp;P)</translation>
    </message>
    <message>
        <source>games</source>
        <translation>局数</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>继续(&amp;G)</translation>
    </message>
    <message>
        <source>It has all that is asked for: to go on, ask for more games or choose records; another name begins a new session.</source>
        <translation>设定的内容已全部完成。要继续，请增加局数或选择棋谱；换一个名称会新建一次训练。</translation>
    </message>
    <message>
        <source>Games of self-play in all</source>
        <translation>自对弈总局数</translation>
    </message>
    <message>
        <source>The session is running already.</source>
        <translation>这次训练正在进行。</translation>
    </message>
    <message>
        <source>The session isn&apos;t running.</source>
        <translation>这次训练没有在进行。</translation>
    </message>
    <message>
        <source>This session has learned nothing yet.</source>
        <translation>这次训练还没有学到什么。</translation>
    </message>
    <message>
        <source>The session of the learner can&apos;t be asked to stop: %1</source>
        <translation>无法让这次训练停止：%1</translation>
    </message>
    <message>
        <source>The session is stopping already.</source>
        <translation>这次训练正在停止。</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Records not used, or not to their end: %1</source>
        <translation>没有用上，或只用了前一部分的棋谱：%1</translation>
    </message>
    <message>
        <source>How far the learner is from what it is taught, in the mean of a round&apos;s games: V says of a position how it ends, Q of a move what it brings; 1 is a win, -1 a loss. Lower is better, and 0 perfect. It may rise where the games change, as they do while it learns.</source>
        <translation>学习程序的估计与学习目标相差多少（一轮对局的平均值）：V 估计一个局面的结果，Q 估计一手棋的价值；1 为胜，-1 为负。越低越好，0 为完美。学习过程中下出的棋会变化，误差可能因此上升。</translation>
    </message>
    <message>
        <source>Every fifth round it plays 100 games against a player who moves at random. Bars: 95% intervals. Near 100% this tells no more: how strong it is, games against other players tell.</source>
        <translation>每五轮与随机落子的棋手下 100 局。误差线为 95% 区间。接近 100% 之后就看不出差别了：棋力如何，要看它与其他棋手的对局。</translation>
    </message>
    <message>
        <source>The first round of games will be drawn here.</source>
        <translation>第一轮对局完成后在此画出曲线。</translation>
    </message>
    <message>
        <source>The first test, after five rounds, will be drawn here.</source>
        <translation>五轮之后进行第一次测试，在此画出曲线。</translation>
    </message>
</context>
<context>
    <name>ThinkingPanel</name>
    <message>
        <source>Move</source>
        <translation>着法</translation>
    </message>
    <message>
        <source>Visits</source>
        <translation>访问次数</translation>
    </message>
    <message>
        <source>Win rate</source>
        <translation>胜率</translation>
    </message>
    <message>
        <source>Prior</source>
        <translation>先验</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>后续</translation>
    </message>
    <message>
        <source>Moves that the AI considers</source>
        <translation>AI 考虑的着法</translation>
    </message>
    <message>
        <source>Win rate of Black</source>
        <translation>黑方胜率</translation>
    </message>
    <message>
        <source>This position has not been analysed.</source>
        <translation>此处没有比较过着法。</translation>
    </message>
    <message>
        <source>%1 wins</source>
        <translation>%1胜率</translation>
    </message>
    <message>
        <source>A simulation visits the position once. Visits that the search of an earlier position left count too.</source>
        <translation>每次模拟访问当前局面一次；搜索前面的局面时留下的访问也计算在内。</translation>
    </message>
    <message>
        <source>* Ahead of moves with more visits: this one is a certain win</source>
        <translation>* 排在访问次数更多的着法之前：这步必胜</translation>
    </message>
    <message>
        <source>* Ahead of moves with more visits: all lose, and this one is the hardest to answer</source>
        <translation>* 排在访问次数更多的着法之前：各步都必败，这步最难应对</translation>
    </message>
    <message>
        <source>* Ahead of moves with more visits: those are certain losses</source>
        <translation>* 排在访问次数更多的着法之前：那些着法必败</translation>
    </message>
    <message>
        <source>* Ahead of moves with more visits: some are certain losses, and of the others its win rate, estimated cautiously, is the highest</source>
        <translation>* 排在访问次数更多的着法之前：其中有些必败；其余的当中，按保守估计这步胜率最高</translation>
    </message>
    <message>
        <source>* Ahead of moves with more visits: estimated cautiously, its win rate is the highest</source>
        <translation>* 排在访问次数更多的着法之前：按保守估计，这步胜率最高</translation>
    </message>
    <message>
        <source>%1 a second</source>
        <translation>每秒 %1 次模拟</translation>
    </message>
    <message>
        <source>certain: %1 wins</source>
        <translation>%1必胜</translation>
    </message>
    <message>
        <source>Right click: put this line into the tree</source>
        <translation>右键单击：把后续加入变化树</translation>
    </message>
    <message>
        <source>Put this line into the &amp;tree</source>
        <translation>把后续加入变化树(&amp;T)</translation>
    </message>
    <message>
        <source>How the game would go on. Pointing at a row shows it on the board; a right click puts it into the tree of variations.</source>
        <translation>接下来可能的走法。鼠标指向一行，棋盘上显示这些着法；右键单击可把它们加入变化树。</translation>
    </message>
    <message>
        <source>What the search expects after this move, for the side to move; the board shows the same</source>
        <translation>搜索估计的下这一手之后轮到的一方的胜率，与棋盘上的数字相同</translation>
    </message>
    <message>
        <source>How likely this move seems to the network alone, before any search</source>
        <translation>搜索之前，网络认为下这一手的可能性</translation>
    </message>
    <message>
        <source>Best first</source>
        <translation>最好的排在最前</translation>
    </message>
    <message>
        <source>How many of the search&apos;s simulations began with this move. Where * stands before the number, the move is ahead of others with more; point at it to read why.</source>
        <translation>搜索的模拟中，有多少次从这一手开始。数字前有 * 的着法，排在访问次数更多的着法之前；把鼠标移到上面可看原因。</translation>
    </message>
    <message>
        <source>the bar is V of the position, the moves have Q, with the shaping reward in it</source>
        <translation>横条为局面价值 V；各手为动作价值 Q，含塑形奖励</translation>
    </message>
    <message>
        <source>Hardly searched: with so few visits the win rate is a guess</source>
        <translation>几乎没有搜索：访问太少，胜率只是猜测</translation>
    </message>
    <message>
        <source>the bar averages over weaker moves too</source>
        <translation>横条把较弱的着法也平均在内</translation>
    </message>
    <message>
        <source>The AI is thinking</source>
        <translation>AI 正在思考</translation>
    </message>
    <message>
        <source>What the search expects in this position, for both sides. With UCT and networks it averages over everything that was tried here, weaker moves too: the best move in the list may have a higher win rate.</source>
        <translation>搜索对当前局面双方胜率的估计。UCT 和网络把试过的着法全部平均，较弱的着法也计入，所以列表中最好的一手胜率可能更高。</translation>
    </message>
</context>
<context>
    <name>ThoughtsDesk</name>
    <message>
        <source>Thought before move %1, %2:</source>
        <translation>第 %1 手 %2 之前的思考：</translation>
    </message>
    <message>
        <source>Search of self-play: %1, for generation %2.</source>
        <translation>“%1”为第 %2 代自对弈时的搜索。</translation>
    </message>
    <message>
        <source>The analysis is hidden while you look for the better move yourself.</source>
        <translation>你自己寻找更好的一手时，分析结果先隐藏。</translation>
    </message>
    <message>
        <source>Of the game&apos;s position, not of the stones that are being placed.</source>
        <translation>以下针对对局的局面，而非正在摆放的棋子。</translation>
    </message>
    <message>
        <source>Up to move %1 moves were drawn by lot, and nothing was searched.</source>
        <translation>前 %1 手是随机着法，没有搜索过。</translation>
    </message>
    <message>
        <source>From move %1 on the solver played, and nothing was searched.</source>
        <translation>第 %1 手起由求解器下完，未经搜索。</translation>
    </message>
    <message>
        <source>Self-play: %1, for generation %2.</source>
        <translation>“%1”为第 %2 代下的自对弈。</translation>
    </message>
    <message>
        <source>The search of self-play preferred %1: Black %2%.</source>
        <translation>自对弈的搜索更倾向于 %1：黑方胜率 %2%。</translation>
    </message>
    <message>
        <source>The analysis is hidden while you play. A pause shows it, or the end of the game.</source>
        <translation>对局中分析结果先隐藏，暂停或终局后显示。</translation>
    </message>
    <message>
        <source>The AI is idle.</source>
        <translation>AI 空闲中。</translation>
    </message>
    <message>
        <source>Judged by %1</source>
        <translation>评判者：%1</translation>
    </message>
    <message>
        <source>Proven by the solver</source>
        <translation>由求解器证明</translation>
    </message>
    <message>
        <source>The solver proved the result.</source>
        <translation>求解器已证明胜负。</translation>
    </message>
</context>
<context>
    <name>Tour</name>
    <message>
        <source>The board</source>
        <translation>棋盘</translation>
    </message>
    <message>
        <source>Who plays whom</source>
        <translation>对局双方</translation>
    </message>
    <message>
        <source>What the AI thinks</source>
        <translation>AI 怎么想</translation>
    </message>
    <message>
        <source>%1 has the position on the board analysed: the best moves with their win rates, coloured by what they give away.</source>
        <translation>%1：分析盘面，标出最好的几手和各自的胜率，颜色表示损失多少。</translation>
    </message>
    <message>
        <source>How the game went</source>
        <translation>一局的走势</translation>
    </message>
    <message>
        <source>The win rate after each move, Black up. Click to look at that position; mistakes are marked. %1 analyses the whole game.</source>
        <translation>每一手之后黑方的胜率，曲线越高对黑方越有利。点击即可回看该局面，失误都有标记。%1 分析整局棋。</translation>
    </message>
    <message>
        <source>The training room</source>
        <translation>训练室</translation>
    </message>
    <message>
        <source>Here networks learn from games against themselves, on this computer, while you watch their curves, generations and games.</source>
        <translation>网络在这台电脑上通过自对弈学习，你可以随时观看曲线、各代网络和棋谱。</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>The rules with examples, what all the marks mean, and this tour again. %1 shows every key. Have a good game!</source>
        <translation>带图例的规则、各种标记的含义，以及本导览。%1 列出全部按键。祝你下得愉快！</translation>
    </message>
    <message>
        <source>Who has room left</source>
        <translation>谁还有余地</translation>
    </message>
    <message>
        <source>Choose here how strong your opponent is, who begins, and whether clocks run. “Undo” takes your last move back, “Hint” shows what a strong AI would play.</source>
        <translation>在这里选择对手的棋力、谁先行、是否计时。“悔棋”收回你的上一手，“提示”显示一个很强的 AI 会下在哪里。</translation>
    </message>
    <message>
        <source>Left and right: private points, where only Black, or only White, may still play: moves in reserve. In the middle: points still open to both. When those are gone, who has more moves in reserve wins. Of a block&apos;s last two eyes only one can be filled, so they are one move.</source>
        <translation>左右两端是私有点：只有黑方或只有白方还能下，是各自的余着。中间是双方都还能下的点。公共的点下完后，余着多的一方获胜。一块棋只剩两只眼时，只能再填其中一只，所以只算一手余着。</translation>
    </message>
    <message>
        <source>Click a point to place your stone. A player who captures, or leaves their own stones without a liberty, loses; so does a player without a legal move. Crosses mark the points where you may not play; %1 hides or shows them.</source>
        <translation>点击交叉点落子。提子或使己方棋块没有气的一方立即判负；轮到落子而没有合法点的一方也判负。小叉标出你的禁入点；%1 隐藏或显示小叉。</translation>
    </message>
</context>
<context>
    <name>TrainingDesk</name>
    <message>
        <source>A self-play session is running.</source>
        <translation>自对弈训练正在进行。</translation>
    </message>
    <message>
        <source>It can go on without the window; the next start finds it again.</source>
        <translation>关闭窗口后它可以继续运行，下次启动时会重新显示。</translation>
    </message>
    <message>
        <source>Go on from the shipped network</source>
        <translation>从自带网络出发继续训练</translation>
    </message>
    <message>
        <source>Self-play sessions are running: %1</source>
        <translation>自对弈训练正在进行：%1</translation>
    </message>
    <message>
        <source>They can go on without the window; the next start finds them again.</source>
        <translation>关闭窗口后它们可以继续运行，下次启动时会重新显示。</translation>
    </message>
    <message>
        <source>New run from %1</source>
        <translation>从“%1”开始新训练</translation>
    </message>
    <message>
        <source>● Training: %1</source>
        <translation>● 训练：%1</translation>
    </message>
    <message>
        <source>⚠ Training ended unexpectedly: %1</source>
        <translation>⚠ 训练意外结束：%1</translation>
    </message>
    <message>
        <source>The settings of the run “%1” still name the folder “%2”: %3</source>
        <translation>训练“%1”的设置里仍是改名前的文件夹“%2”：%3</translation>
    </message>
</context>
<context>
    <name>TrainingDialog</name>
    <message>
        <source>Start a self-play session</source>
        <translation>开始自对弈训练</translation>
    </message>
    <message>
        <source>Stop by itself after</source>
        <translation>到时自动停止</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Fills in all settings; each can be changed afterwards.</source>
        <translation>选一个方案，全部设置就按它填好；之后每一项都可以改。</translation>
    </message>
    <message>
        <source>C&amp;hoose…</source>
        <translation>选择(&amp;H)…</translation>
    </message>
    <message>
        <source>Start from a checkpoint</source>
        <translation>从检查点开始</translation>
    </message>
    <message>
        <source>All settings</source>
        <translation>全部设置</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>没有文件 %1。</translation>
    </message>
    <message>
        <source>A new run</source>
        <translation>新的训练</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Go on with the run “%1”</source>
        <translation>继续训练“%1”</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>继续(&amp;G)</translation>
    </message>
    <message>
        <source>A session works on this run already; stop it first, or begin a new run.</source>
        <translation>这次训练正在进行；请先停止它，或开始新的训练。</translation>
    </message>
    <message>
        <source>There is a run “%1” already: give another name, or choose it above to go on with it.</source>
        <translation>已有名为“%1”的训练：请换个名称，或在上面选择它来继续。</translation>
    </message>
    <message>
        <source>Begin or go on with</source>
        <translation>开始或继续</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>Give the run a name.</source>
        <translation>请给这次训练起个名称。</translation>
    </message>
    <message>
        <source>There is a run “%1” already, but its settings (config.toml) are lost: put them back, or give another name.</source>
        <translation>已有名为“%1”的训练，但它的设置（config.toml）丢失了：请放回设置文件，或换个名称。</translation>
    </message>
    <message>
        <source>With the sessions that run already, %1 threads are wanted of %2 cores: all become slower.</source>
        <translation>连同正在进行的训练，一共要用 %1 个线程，而这台电脑有 %2 个核心，都会变慢。</translation>
    </message>
    <message>
        <source>By the clock, from the start on: preparing for this computer, the first time, counts too. The run can go on later.</source>
        <translation>从启动时起按实际经过的时间计算，首次在这台电脑上的准备也算在内。以后还可以继续训练。</translation>
    </message>
    <message>
        <source>As it learned last</source>
        <translation>沿用它最近一次的设置</translation>
    </message>
    <message>
        <source>A known run goes on, with the settings that are shown; changes count from now on.</source>
        <translation>选已有的训练，就显示它的设置并接着训练；改动从现在起生效。</translation>
    </message>
    <message>
        <source>They grow with what has been learned.</source>
        <translation>会随学过的局面增多。</translation>
    </message>
    <message>
        <source>For each position “%1” computes about %2 times as much as %3: without a graphics card it is very slow.</source>
        <translation>每个局面，“%1”的计算量约为 %3 的 %2 倍：没有显卡会非常慢。</translation>
    </message>
    <message>
        <source>Before it takes the place of “%1” it learns from what has been played, which may take minutes.</source>
        <translation>它在接替“%1”之前先学习已有的对局样本，可能要花几分钟。</translation>
    </message>
    <message>
        <source>It is the network itself: nothing takes over.</source>
        <translation>它与“网络”相同，不会发生接替。</translation>
    </message>
    <message>
        <source>These are no fewer than the %1 of a search in full: nothing is saved.</source>
        <translation>不少于完整搜索的 %1 次，起不到节省的作用。</translation>
    </message>
    <message>
        <source>The session can&apos;t begin without records: make the folder %1 and put some there first.</source>
        <translation>没有棋谱就无法开始训练：请先建立文件夹 %1 并放入棋谱。</translation>
    </message>
    <message>
        <source>With both learning rates 0 nothing is learned.</source>
        <translation>两个学习率都为 0，什么也学不到。</translation>
    </message>
    <message>
        <source>%1 threads are wanted of %2 cores: they only slow each other down.</source>
        <translation>要用 %1 个线程，而这台电脑只有 %2 个核心：线程之间只会互相拖慢。</translation>
    </message>
    <message>
        <source>After each generation the gate plays %1 games with %2 simulations a move: see “All settings”.</source>
        <translation>每一代之后的考核要下 %1 局，每手模拟 %2 次，见“全部设置”。</translation>
    </message>
    <message>
        <source>After each generation the gate plays %1 games with %2 simulations a move.</source>
        <translation>每一代之后的考核要下 %1 局，每手模拟 %2 次。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>It takes very long on a laptop: %1 simulations a move. Buwei&apos;s own begins with %2, and they grow as it learns.</source>
        <translation>在笔记本电脑上非常慢：每手模拟 %1 次。不围自己的方案从 %2 次开始，随学习逐渐增加。</translation>
    </message>
    <message>
        <source>It takes very long on a laptop: %1 simulations a move, and for each generation %3 games of the gate with %4. Buwei&apos;s own begins with %2, which grow as it learns, and its gate has %5 games with %6.</source>
        <translation>在笔记本电脑上非常慢：每手模拟 %1 次，每一代还要下 %3 局考核对局，每手 %4 次。不围自己的方案从 %2 次开始，随学习逐渐增加，考核只下 %5 局，每手 %6 次。</translation>
    </message>
    <message>
        <source>%1: the AlphaZero NoGo paper&apos;s, three convolutions of 32, 64 and %3 channels; it learns one size of board alone.</source>
        <translation>%1：AlphaZero 不围棋论文的网络，三个卷积层，通道数为 32、64 和 %3；只适用于一种棋盘大小。</translation>
    </message>
    <message>
        <source>%1: AlphaGo Zero&apos;s, %2 blocks of %3 channels; it sees the positions before too, and learns one size of board alone.</source>
        <translation>%1：AlphaGo Zero 的网络，%2 个残差块，%3 个通道；还能看到之前的局面，只适用于一种棋盘大小。</translation>
    </message>
    <message>
        <source>%1: %2 blocks of %3 channels, which see liberties too; a run can go on with a larger one.</source>
        <translation>%1：%2 个残差块，%3 个通道，还能看到气；训练可以换成更大的网络继续。</translation>
    </message>
    <message>
        <source>%1: %2 blocks of %3 channels; a run can go on with a larger one.</source>
        <translation>%1：%2 个残差块，%3 个通道；训练可以换成更大的网络继续。</translation>
    </message>
    <message>
        <source>run-%1</source>
        <comment>a folder&apos;s name</comment>
        <translation>训练 %1</translation>
    </message>
    <message>
        <source>The checkpoint learned on %1 boards only: on %2 it has much to learn anew.</source>
        <translation>这个检查点只在 %1 棋盘上训练过：在 %2 上有许多要重新学。</translation>
    </message>
    <message>
        <source>The run has begun: this can&apos;t be changed any more.</source>
        <translation>训练已开始，不能再改。</translation>
    </message>
    <message>
        <source>It has no part where a run begins with a checkpoint.</source>
        <translation>从检查点开始的训练不用它。</translation>
    </message>
    <message>
        <source>At first it hardly changes, so that it forgets nothing over a few games: it learns more the nearer its own positions come to %1.</source>
        <translation>起初几乎不变，以免因少数对局而遗忘：自己下出的局面越接近 %1 个，学得越多。</translation>
    </message>
    <message>
        <source>From this checkpoint on it begins with %1.</source>
        <translation>从这个检查点开始，起初为 %1 次。</translation>
    </message>
</context>
<context>
    <name>TrainingPanel</name>
    <message>
        <source>Run “%1”: %2</source>
        <translation>训练“%1”：%2</translation>
    </message>
    <message>
        <source>Worked for %1</source>
        <translation>已训练 %1</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>Policy loss %1 · value loss %2</source>
        <translation>策略损失 %1 · 价值损失 %2</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Gen.</source>
        <translation>代</translation>
    </message>
    <message>
        <source>Games</source>
        <translation>局数</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>策略损失</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>价值损失</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>考核</translation>
    </message>
    <message>
        <source>Generations</source>
        <translation>各代网络</translation>
    </message>
    <message>
        <source>C&amp;urves…</source>
        <translation>曲线(&amp;U)…</translation>
    </message>
    <message>
        <source>Ne&amp;w…</source>
        <translation>新建(&amp;W)…</translation>
    </message>
    <message>
        <source>G&amp;o on…</source>
        <translation>继续(&amp;O)…</translation>
    </message>
    <message>
        <source>Games won of those played against earlier generations; ✗: too few against the best, which plays on. –: no such games.</source>
        <translation>与较早的各代对局的胜局数/局数；✗：对最佳网络的胜局不够，仍由原来的网络来下。–：没有这种对局。</translation>
    </message>
    <message>
        <source>Generation: the network after so many rounds of self-play and learning</source>
        <translation>代：经过这么多轮自对弈和学习之后的网络</translation>
    </message>
    <message>
        <source>Games of self-play so far</source>
        <translation>到目前为止的自对弈局数</translation>
    </message>
    <message>
        <source>Policy loss: how far the network&apos;s moves are from those that the search prefers</source>
        <translation>策略损失：网络的着法与搜索选出的着法相差多少</translation>
    </message>
    <message>
        <source>No session yet. “New…” starts one, and Buwei learns by playing against itself while you play on.</source>
        <translation>还没有训练。点“新建…”开始一次，不围会在你下棋的同时通过自对弈学习。</translation>
    </message>
    <message>
        <source>There is no session yet; “New…” starts one.</source>
        <translation>还没有训练，可用“新建…”开始。</translation>
    </message>
    <message>
        <source>The session is running already.</source>
        <translation>这次训练正在进行。</translation>
    </message>
    <message>
        <source>The session has stopped already.</source>
        <translation>这次训练已经停止。</translation>
    </message>
    <message>
        <source>Finished generations are listed here.</source>
        <translation>完成的各代列在这里。</translation>
    </message>
    <message>
        <source>Value loss: how far the network&apos;s forecast is from how the game ended and what the search thought</source>
        <translation>价值损失：网络的预测与对局结果及搜索的看法相差多远</translation>
    </message>
    <message>
        <source>%1 simulations a move</source>
        <translation>每手 %1 次模拟</translation>
    </message>
    <message>
        <source>Also at work, see “Curves…”: %1</source>
        <translation>同时进行的训练（见“曲线…”）：%1</translation>
    </message>
    <message>
        <source>The session is stopping already.</source>
        <translation>这次训练正在停止。</translation>
    </message>
    <message>
        <source>complete in about %1</source>
        <translation>约 %1 后完成</translation>
    </message>
    <message>
        <source>Generation %1 under way</source>
        <translation>第 %1 代进行中</translation>
    </message>
    <message>
        <source>Generation %1: %2 of its %3 positions</source>
        <translation>第 %1 代：%2 / %3 个局面</translation>
    </message>
    <message>
        <source>Generation %1 is not finished</source>
        <translation>第 %1 代尚未完成</translation>
    </message>
    <message>
        <source>Before generation %1 the new network has caught up %2 of %3 steps</source>
        <translation>第 %1 代之前，新网络先补学：%3 步中已完成 %2 步</translation>
    </message>
    <message>
        <source>The folder of the run “%1” is gone: it was removed, or has another name or place now.</source>
        <translation>训练“%1”的文件夹不见了：可能已被删除、改名或移走。</translation>
    </message>
    <message>
        <source>Generation %1: learned %2 of %3 steps</source>
        <translation>第 %1 代：已学习 %2 / %3 步</translation>
    </message>
    <message>
        <source>Generation %1 is finished</source>
        <translation>第 %1 代已完成</translation>
    </message>
    <message>
        <source>games %1 · positions %2</source>
        <translation>%1 局 · %2 个局面</translation>
    </message>
    <message>
        <source>%1 in games under way</source>
        <translation>未下完的棋中 %1 个</translation>
    </message>
    <message>
        <source>%1 evaluations a second</source>
        <translation>每秒评估 %1 次</translation>
    </message>
    <message>
        <source>%1 positions a second</source>
        <translation>每秒 %1 个局面</translation>
    </message>
    <message>
        <source>Positions are those to learn from. They count once their games have ended; those of games under way come to them then. Positions a second: made by self-play, in games under way too. Evaluations a second: positions that the searches ask the network for, nearly as many for each move as it has simulations. Both speeds are means since this generation was begun, or went on; until they are known, those of the generation before.</source>
        <translation>局面指供网络学习的局面，一局下完才计入；未下完的棋中的局面到时再加进来。每秒局面数：自对弈产生的局面，包括未下完的棋。每秒评估次数：搜索请网络评估的局面数，每手的评估次数接近其模拟次数。两种速度都从这一代开始（或继续）时起取平均；还测不出来时，显示上一代的。</translation>
    </message>
    <message>
        <source>against generation %1: %2 of %3 won</source>
        <translation>对第 %1 代：%3 局胜 %2 局</translation>
    </message>
</context>
<context>
    <name>TrainingRoom</name>
    <message>
        <source>Training room</source>
        <translation>训练室</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练列表</translation>
    </message>
    <message>
        <source>Generations</source>
        <translation>各代网络</translation>
    </message>
    <message>
        <source>No run yet. “New…” on the left starts one: a network learns by playing against itself, and its curves appear here.</source>
        <translation>还没有训练。点左边的“新建…”开始一次：网络通过自对弈学习，曲线会出现在这里。</translation>
    </message>
    <message>
        <source>Your runs are listed here. “New…” starts one.</source>
        <translation>你的训练会列在这里；点“新建…”开始一次。</translation>
    </message>
    <message>
        <source>How the shipped network learned: %1 generations, %2 games, %3 positions, %4 hours; where curves jump, its settings were changed. Some of its generations came along and are listed on the right. “New…” on the left starts a run of your own, “Go on…” one that goes on from this network.</source>
        <translation>自带网络的学习过程：%1 代、%2 局、%3 个局面、%4 小时；曲线跳变处是改了设置。其中一部分代随程序提供，列在右边。左边的“新建…”开始你自己的训练，“继续…”则从这个网络出发。</translation>
    </message>
    <message>
        <source>Generations of %1</source>
        <translation>%1 的各代网络</translation>
    </message>
    <message>
        <source>Run “%1”: %2</source>
        <translation>训练“%1”：%2</translation>
    </message>
    <message>
        <source>Ctrl+click sets up to three others beside the one that is chosen.</source>
        <translation>按住 Ctrl 单击可再选最多三个训练，与已选的比较。</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>局面数</translation>
    </message>
    <message>
        <source>generations</source>
        <translation>代数</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Common part</source>
        <translation>只画共同部分</translation>
    </message>
    <message>
        <source>Draw the runs only as far as all of them go: a short one beside a long one is a dot otherwise</source>
        <translation>只画各次训练都已达到的范围；否则较短的训练在较长的旁边会缩成一个点</translation>
    </message>
    <message>
        <source>These runs learn on different boards (%1): their losses and moves a game can&apos;t be compared.</source>
        <translation>这些训练的棋盘大小不同（%1），它们的损失和每局手数不能相互比较。</translation>
    </message>
    <message>
        <source>What is counted along the plots: steps of learning, generations, positions that self-play has made, or time worked on the run, with what each session takes to start and to prepare itself for this computer</source>
        <translation>曲线的横轴：学习步数、代数、自对弈产生的局面数，或训练所用的时间（包括每次启动和首次为本机做准备的时间）</translation>
    </message>
    <message>
        <source>Too short to be seen beside the longest run: %1. “Common part” below the plots shows more.</source>
        <translation>与最长的训练相比太短，看不清：%1。勾选曲线下方的“只画共同部分”可看清。</translation>
    </message>
    <message>
        <source>Settings were changed on the way: %1. “Show settings” tells which, and in which generation.</source>
        <translation>中途改过设置：%1。点“查看设置”可看改了哪些、从哪一代起。</translation>
    </message>
</context>
<context>
    <name>TreePanel</name>
    <message>
        <source>Tree of variations</source>
        <translation>变化树</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>评注</translation>
    </message>
    <message>
        <source>A comment on this position…</source>
        <translation>对此局面的评注…</translation>
    </message>
    <message>
        <source>Delete move %1 and what follows it (positions: %2)? They can&apos;t be brought back.</source>
        <translation>删除第 %1 手及其后的变化（共 %2 个局面）吗？删除后无法恢复。</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>Name of this position</source>
        <translation>此局面的名称</translation>
    </message>
    <message>
        <source>A name for this position…</source>
        <translation>此局面的名称…</translation>
    </message>
</context>
<context>
    <name>WatchPanel</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>Pause between moves</source>
        <translation>每手间隔</translation>
    </message>
    <message>
        <source> games</source>
        <translation> 局</translation>
    </message>
    <message>
        <source>Stop the se&amp;ries</source>
        <translation>停止系列赛(&amp;R)</translation>
    </message>
    <message>
        <source>Play a se&amp;ries</source>
        <translation>进行系列赛(&amp;R)</translation>
    </message>
    <message>
        <source>Games of a series</source>
        <translation>系列赛局数</translation>
    </message>
    <message>
        <source>The players change colours after each game.</source>
        <translation>每局之后双方交换黑白。</translation>
    </message>
    <message>
        <source>Players that always choose alike would play the same game again from the empty board. In a series each beginning is played twice, with colours changed. Counts from the next game on.</source>
        <translation>着法固定的棋手从空棋盘开始，每次都会下出同一局棋。系列赛中每个开局下两次，双方交换黑白。从下一局起生效。</translation>
    </message>
    <message>
        <source>%1&apos;s view: %2</source>
        <translation>%1的看法：%2</translation>
    </message>
    <message>
        <source>expects %1</source>
        <translation>预计 %1</translation>
    </message>
    <message>
        <source>%1  %2  %3   (%4 of %5 games)</source>
        <translation>%1  %2  %3（%4/%5 局）</translation>
    </message>
    <message>
        <source>Next series: %1 against %2</source>
        <translation>下一次系列赛：%1 对 %2</translation>
    </message>
    <message>
        <source>Random moves to begin with</source>
        <translation>开局随机手数</translation>
    </message>
    <message>
        <source>Programs of the SAU platform play whole games only: these begin on the empty board.</source>
        <translation>SAU 平台的程序只能下完整的对局：这样的对局从空棋盘开始。</translation>
    </message>
    <message>
        <source>Ne&amp;xt move</source>
        <translation>走一手(&amp;X)</translation>
    </message>
    <message>
        <source>%1 at first</source>
        <comment>a colour</comment>
        <translation>首局%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>both players of a series</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1  %2  %3   (stopped after %4 of %5 games)</source>
        <translation>%1  %2  %3（下了 %4/%5 局后停止）</translation>
    </message>
</context>
<context>
    <name>WinRateBar</name>
    <message>
        <source>%1 wins %2</source>
        <translation>%1胜率 %2</translation>
    </message>
</context>
<context>
    <name>WinRateGraph</name>
    <message>
        <source>Black %1%</source>
        <translation>黑方胜率 %1%</translation>
    </message>
    <message>
        <source>the move gave away %1%</source>
        <translation>此手损失 %1%</translation>
    </message>
    <message>
        <source>Win rate of Black over the game</source>
        <translation>整局的黑方胜率</translation>
    </message>
    <message>
        <source>Nothing analysed yet. “Analyse” looks at this position, “Analyse the whole game” at all of them.</source>
        <translation>尚无分析。“分析”看当前局面，“分析整局”看整局棋。</translation>
    </message>
    <message>
        <source>a random move of the opening</source>
        <translation>随机开局着法</translation>
    </message>
    <message>
        <source>random opening</source>
        <translation>随机开局</translation>
    </message>
    <message>
        <source>Judged by %1</source>
        <translation>评判者：%1</translation>
    </message>
    <message>
        <source>Judged by the search of self-play: %1, for generation %2</source>
        <translation>由自对弈的搜索评判：%1，为第 %2 代</translation>
    </message>
    <message>
        <source>The record doesn&apos;t say who judged this</source>
        <translation>棋谱没有说明由谁评判</translation>
    </message>
    <message>
        <source>random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>values of the record</source>
        <translation>棋谱自带的胜率</translation>
    </message>
    <message>
        <source>search of self-play</source>
        <translation>自对弈的搜索</translation>
    </message>
    <message>
        <source>analysis: %1</source>
        <translation>分析：%1</translation>
    </message>
    <message>
        <source>for reference only: a weak judge</source>
        <translation>评判者较弱，仅供参考</translation>
    </message>
    <message>
        <source>Proven by the solver</source>
        <translation>由求解器证明</translation>
    </message>
    <message>
        <source>Nothing analysed yet. “Analyse the whole game” looks at all positions.</source>
        <translation>尚无分析。“分析整局”看整局棋。</translation>
    </message>
</context>
<context>
    <name>Writing</name>
    <message>
        <source>%1 can&apos;t be saved: %2</source>
        <translation>无法保存 %1：%2</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be read as a game record. Replace it?</source>
        <translation>“%1”不是能读取的棋谱。要替换它吗？</translation>
    </message>
    <message>
        <source>“%1” holds %2 games. With this one in the place of the whole file, %3 of them are lost.</source>
        <translation>“%1”里有 %2 局棋。如果整个文件只留下这一局，其中 %3 局会丢失。</translation>
    </message>
    <message>
        <source>&amp;Replace the whole file</source>
        <translation>替换整个文件(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>替换(&amp;R)</translation>
    </message>
    <message>
        <source>Save under &amp;another name…</source>
        <translation>另存为…(&amp;A)</translation>
    </message>
</context>
<context>
    <name>checkpoint_file</name>
    <message>
        <source>Checkpoints (*.safetensors)</source>
        <translation>检查点 (*.safetensors)</translation>
    </message>
    <message>
        <source>Choose a checkpoint</source>
        <translation>选择检查点</translation>
    </message>
    <message>
        <source>Choose checkpoints</source>
        <translation>选择检查点（可多选）</translation>
    </message>
    <message>
        <source>The network “%1” is being loaded…</source>
        <translation>正在载入网络“%1”…</translation>
    </message>
</context>
<context>
    <name>closing</name>
    <message>
        <source>&amp;Let them go on</source>
        <translation>让它们继续(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Stop all of them</source>
        <translation>全部停止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Let it go on</source>
        <translation>让它继续(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Stop it</source>
        <translation>停止它(&amp;S)</translation>
    </message>
</context>
<context>
    <name>commands</name>
    <message>
        <source>&amp;Game</source>
        <translation>对局(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;New game…</source>
        <translation>新对局(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>行棋(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>悔棋(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Hint</source>
        <translation>提示(&amp;H)</translation>
    </message>
    <message>
        <source>AI moves &amp;now</source>
        <translation>AI 立即落子(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Resign…</source>
        <translation>认输(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Moves</source>
        <translation>着法(&amp;M)</translation>
    </message>
    <message>
        <source>To the &amp;start</source>
        <translation>回到开局(&amp;S)</translation>
    </message>
    <message>
        <source>One move &amp;back</source>
        <translation>后退一手(&amp;B)</translation>
    </message>
    <message>
        <source>One move &amp;on</source>
        <translation>前进一手(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Move &amp;numbers</source>
        <translation>手数(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Forbidden points</source>
        <translation>禁入点(&amp;F)</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>全屏(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;AI</source>
        <translation>&amp;AI</translation>
    </message>
    <message>
        <source>Load &amp;checkpoint…</source>
        <translation>载入检查点(&amp;C)…</translation>
    </message>
    <message>
        <source>Use the &amp;shipped network</source>
        <translation>使用自带网络(&amp;S)</translation>
    </message>
    <message>
        <source>Set si&amp;mulations…</source>
        <translation>设置模拟次数(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Training</source>
        <translation>训练(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Start a self-play session…</source>
        <translation>开始自对弈训练(&amp;S)…</translation>
    </message>
    <message>
        <source>S&amp;top the session</source>
        <translation>停止训练(&amp;T)</translation>
    </message>
    <message>
        <source>Open the run&apos;s &amp;folder</source>
        <translation>打开训练文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Rules of NoGo</source>
        <translation>不围棋规则(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>Open the &amp;log folder</source>
        <translation>打开日志文件夹(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;About Buwei</source>
        <translation>关于不围(&amp;A)</translation>
    </message>
    <message>
        <source>Training &amp;room: curves, generations, games…</source>
        <translation>训练室：曲线、各代网络、对局(&amp;R)…</translation>
    </message>
    <message>
        <source>Forbidden points of &amp;both sides</source>
        <translation>双方禁入点(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Private points</source>
        <translation>私有点(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Rematch</source>
        <translation>再来一局(&amp;R)</translation>
    </message>
    <message>
        <source>Rematch with colours s&amp;wapped</source>
        <translation>交换黑白再来一局(&amp;W)</translation>
    </message>
    <message>
        <source>A&amp;rena…</source>
        <translation>竞技场(&amp;R)…</translation>
    </message>
    <message>
        <source>A&amp;nalysis</source>
        <translation>分析(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Analyse</source>
        <translation>分析(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Candidates on the board</source>
        <translation>棋盘上显示候选点(&amp;C)</translation>
    </message>
    <message>
        <source>P&amp;riors of the candidates</source>
        <translation>候选点的先验(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Policy as a heat map</source>
        <translation>策略热力图(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Lines under the mouse</source>
        <translation>鼠标所指候选点的后续变化(&amp;L)</translation>
    </message>
    <message>
        <source>Colours for c&amp;olour-blind eyes</source>
        <translation>色盲友好配色(&amp;O)</translation>
    </message>
    <message>
        <source>Analyse the &amp;whole game</source>
        <translation>分析整局(&amp;W)</translation>
    </message>
    <message>
        <source>R&amp;eport on the game…</source>
        <translation>整局分析报告(&amp;E)…</translation>
    </message>
    <message>
        <source>Co&amp;mpare two players…</source>
        <translation>比较两名棋手(&amp;M)…</translation>
    </message>
    <message>
        <source>Player and l&amp;imits of the analysis…</source>
        <translation>分析所用棋手与限制(&amp;I)…</translation>
    </message>
    <message>
        <source>Play on from &amp;here</source>
        <translation>从此处继续对局(&amp;H)</translation>
    </message>
    <message>
        <source>Make this line the &amp;main line</source>
        <translation>设为主变化(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Delete from here on</source>
        <translation>从这一手起删除(&amp;D)</translation>
    </message>
    <message>
        <source>Set &amp;up a position…</source>
        <translation>摆放局面(&amp;U)…</translation>
    </message>
    <message>
        <source>&amp;External programs…</source>
        <translation>外部程序(&amp;E)…</translation>
    </message>
    <message>
        <source>Open a &amp;folder…</source>
        <translation>打开文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Copy as SGF</source>
        <translation>复制为 SGF(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste a game</source>
        <translation>粘贴对局(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Change keys…</source>
        <translation>更改快捷键(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Networks…</source>
        <translation>网络(&amp;N)…</translation>
    </message>
    <message>
        <source>Sol&amp;ve the position</source>
        <translation>求解当前局面(&amp;V)</translation>
    </message>
    <message>
        <source>Opening &amp;book</source>
        <translation>开局库(&amp;B)</translation>
    </message>
    <message>
        <source>Temporal-&amp;difference learner…</source>
        <translation>时序差分学习程序(&amp;D)…</translation>
    </message>
    <message>
        <source>S&amp;ounds</source>
        <translation>声音(&amp;O)</translation>
    </message>
    <message>
        <source>A short &amp;tour</source>
        <translation>快速导览(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;How to use Buwei</source>
        <translation>使用说明(&amp;H)</translation>
    </message>
    <message>
        <source>On the board</source>
        <translation>在棋盘上</translation>
    </message>
    <message>
        <source>Choose a point</source>
        <translation>选点</translation>
    </message>
    <message>
        <source>Play on the chosen point</source>
        <translation>在选中的点落子</translation>
    </message>
    <message>
        <source>Step through the moves (not during a game)</source>
        <translation>前后翻看着法（对局进行中除外）</translation>
    </message>
    <message>
        <source>mouse wheel</source>
        <translation>鼠标滚轮</translation>
    </message>
    <message>
        <source>In the tree of variations</source>
        <translation>在变化树中</translation>
    </message>
    <message>
        <source>The variation above or below</source>
        <translation>上面或下面的变化</translation>
    </message>
    <message>
        <source>R&amp;uns…</source>
        <translation>训练列表(&amp;U)…</translation>
    </message>
    <message>
        <source>Board &amp;alone</source>
        <translation>只显示棋盘(&amp;A)</translation>
    </message>
    <message>
        <source>In lists, on buttons and sliders</source>
        <translation>在列表、按钮和滑块上</translation>
    </message>
    <message>
        <source>The next or the one before</source>
        <translation>下一项或上一项</translation>
    </message>
    <message>
        <source>Open what is chosen in a list</source>
        <translation>打开列表中选中的项</translation>
    </message>
    <message>
        <source>Press a button</source>
        <translation>按下按钮</translation>
    </message>
    <message>
        <source>Move to the next control</source>
        <translation>转到下一个控件</translation>
    </message>
    <message>
        <source>Playe&amp;d games</source>
        <translation>下过的对局(&amp;D)</translation>
    </message>
    <message>
        <source>AI thinks on your &amp;turn too (levels don&apos;t)</source>
        <translation>轮到你时 AI 也思考（按等级选的除外）(&amp;T)</translation>
    </message>
    <message>
        <source>C&amp;hampionship record…</source>
        <translation>锦标赛棋谱(&amp;H)…</translation>
    </message>
    <message>
        <source>Copy the board as a p&amp;icture</source>
        <translation>将棋盘复制为图片(&amp;I)</translation>
    </message>
    <message>
        <source>Save a picture of the &amp;board…</source>
        <translation>保存棋盘图片(&amp;B)…</translation>
    </message>
    <message>
        <source>AI moves &amp;for me</source>
        <translation>AI 代我落子(&amp;F)</translation>
    </message>
    <message>
        <source>Ne&amp;xt move of the record</source>
        <translation>棋谱的下一手(&amp;X)</translation>
    </message>
    <message>
        <source>What the &amp;network sees and thinks…</source>
        <translation>网络看到什么、怎么想(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Play against the run&apos;s best network</source>
        <translation>与该训练的最佳网络对局(&amp;P)</translation>
    </message>
    <message>
        <source>To the &amp;present move</source>
        <translation>到对局的最新一手(&amp;P)</translation>
    </message>
    <message>
        <source>Reset the window&apos;s la&amp;yout</source>
        <translation>恢复窗口的初始布局(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Ten moves back</source>
        <translation>后退十手(&amp;T)</translation>
    </message>
    <message>
        <source>Ten moves o&amp;n</source>
        <translation>前进十手(&amp;N)</translation>
    </message>
    <message>
        <source>Pre&amp;vious game of the list</source>
        <translation>列表中的上一局(&amp;V)</translation>
    </message>
    <message>
        <source>Ne&amp;xt game of the list</source>
        <translation>列表中的下一局(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Change players…</source>
        <translation>更换棋手(&amp;C)…</translation>
    </message>
    <message>
        <source>New &amp;game AI against AI</source>
        <translation>新的 AI 对 AI 对局(&amp;G)</translation>
    </message>
    <message>
        <source>Add to a fi&amp;le…</source>
        <translation>添加到文件(&amp;L)…</translation>
    </message>
    <message>
        <source>Practise mis&amp;takes…</source>
        <translation>练习失误(&amp;T)…</translation>
    </message>
    <message>
        <source>Write a &amp;comment…</source>
        <translation>写评注(&amp;C)…</translation>
    </message>
    <message>
        <source>Ga&amp;me information…</source>
        <translation>对局信息(&amp;M)…</translation>
    </message>
    <message>
        <source>Set c&amp;locks…</source>
        <translation>校正棋钟(&amp;L)…</translation>
    </message>
    <message>
        <source>Mar&amp;k points</source>
        <translation>做标记(&amp;K)</translation>
    </message>
    <message>
        <source>Pro&amp;blems…</source>
        <translation>习题(&amp;B)…</translation>
    </message>
</context>
<context>
    <name>desktop</name>
    <message>
        <source>Co&amp;py the path</source>
        <translation>复制路径(&amp;P)</translation>
    </message>
    <message>
        <source>No program could be found that opens this folder:</source>
        <translation>找不到能打开这个文件夹的程序：</translation>
    </message>
    <message>
        <source>No program could be found that opens this file:</source>
        <translation>找不到能打开这个文件的程序：</translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>Buwei did not end properly the last time. The details help whoever mends it; they are kept in %1.</source>
        <translation>不围上次未能正常结束。详细信息有助于修复，已保存在 %1。</translation>
    </message>
    <message>
        <source>Buwei can&apos;t start.</source>
        <translation>不围无法启动。</translation>
    </message>
    <message>
        <source>Something went wrong, and Buwei goes on: %1</source>
        <translation>出了点问题，程序会继续运行：%1</translation>
    </message>
    <message>
        <source>No log can be kept: %1</source>
        <translation>无法写入日志：%1</translation>
    </message>
    <message>
        <source>Co&amp;py details</source>
        <translation>复制详情(&amp;P)</translation>
    </message>
</context>
<context>
    <name>fates</name>
    <message>
        <source>Black&apos;s stone</source>
        <translation>黑子</translation>
    </message>
    <message>
        <source>playable for the winner alone</source>
        <translation>只有胜方能下</translation>
    </message>
    <message>
        <source>playable for nobody</source>
        <translation>双方都不能下</translation>
    </message>
    <message>
        <source>White&apos;s stone</source>
        <translation>白子</translation>
    </message>
</context>
<context>
    <name>first_start</name>
    <message>
        <source>Files that belong to Buwei can&apos;t be read. Unpack the program again.</source>
        <translation>程序自带的文件无法读取，请重新解压程序。</translation>
    </message>
</context>
<context>
    <name>game_setup</name>
    <message>
        <source>%1 can only play whole games from the empty board.</source>
        <translation>%1 只能从空棋盘开始下完整的对局。</translation>
    </message>
</context>
<context>
    <name>known_runs</name>
    <message>
        <source>There is no config.toml in this folder, so it is no training run.</source>
        <translation>这个文件夹里没有 config.toml，不是训练的文件夹。</translation>
    </message>
    <message>
        <source>“%1” is the run of the shipped network. Choose another name.</source>
        <translation>“%1”是自带网络的训练，请换一个名称。</translation>
    </message>
    <message>
        <source>This run has lost its settings: put its config.toml back.</source>
        <translation>这次训练的设置丢失了，请放回它的 config.toml。</translation>
    </message>
</context>
<context>
    <name>marks</name>
    <message>
        <source>label %1</source>
        <translation>标签 %1</translation>
    </message>
    <message>
        <source>triangle</source>
        <translation>三角</translation>
    </message>
    <message>
        <source>square</source>
        <translation>方块</translation>
    </message>
    <message>
        <source>circle</source>
        <translation>圆圈</translation>
    </message>
    <message>
        <source>cross</source>
        <translation>叉</translation>
    </message>
    <message>
        <source>Marked points: %1</source>
        <translation>标记：%1 处</translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>Black</source>
        <translation>黑方</translation>
    </message>
    <message>
        <source>White</source>
        <translation>白方</translation>
    </message>
    <message>
        <source>Passing loses.</source>
        <translation>停一手判负。</translation>
    </message>
    <message>
        <source>That point is off the board.</source>
        <translation>该点不在棋盘上。</translation>
    </message>
    <message>
        <source>%1 would capture %2, which is forbidden. It is not played: choose another point.</source>
        <translation>下在 %1 会提掉 %2，这是禁止的。这一手没有落下，请另选一点。</translation>
    </message>
    <message>
        <source>%1 is suicide, which is forbidden. It is not played: choose another point.</source>
        <translation>下在 %1 是自杀，这是禁止的。这一手没有落下，请另选一点。</translation>
    </message>
    <message>
        <source>%1 is occupied.</source>
        <translation>%1 已有棋子。</translation>
    </message>
    <message>
        <source>%1 wins: %2</source>
        <translation>%1胜：%2</translation>
    </message>
    <message>
        <source>%1&apos;s move %2 captures %3.</source>
        <translation>%1下在 %2，提掉了 %3。</translation>
    </message>
    <message>
        <source>%1&apos;s move %2 is suicide.</source>
        <translation>%1下在 %2 是自杀。</translation>
    </message>
    <message>
        <source>%1 played on the occupied point %2.</source>
        <translation>%1落在已有棋子的 %2。</translation>
    </message>
    <message>
        <source>%1 has no legal move left.</source>
        <translation>%1已无合法点。</translation>
    </message>
    <message>
        <source>%1 ran out of time.</source>
        <translation>%1超时。</translation>
    </message>
    <message>
        <source>%1 resigned.</source>
        <translation>%1认输。</translation>
    </message>
    <message>
        <source>%1 failed to move.</source>
        <translation>%1未能落子。</translation>
    </message>
    <message>
        <source>%1 passed.</source>
        <translation>%1停一手。</translation>
    </message>
    <message>
        <source>%1 played off the board.</source>
        <translation>%1落在棋盘外。</translation>
    </message>
    <message>
        <source>the record does not say why.</source>
        <translation>棋谱没有说明原因。</translation>
    </message>
    <message>
        <source>Human</source>
        <translation>玩家</translation>
    </message>
    <message>
        <source>shipped network</source>
        <translation>自带网络</translation>
    </message>
    <message>
        <source>%1 simulations</source>
        <translation>%1 次模拟</translation>
    </message>
    <message>
        <source>Buwei AI</source>
        <translation>不围 AI</translation>
    </message>
    <message>
        <source>Network without search</source>
        <translation>不搜索的网络</translation>
    </message>
    <message>
        <source>Random moves</source>
        <translation>随机落子</translation>
    </message>
    <message>
        <source>Playing against itself</source>
        <translation>正在自对弈</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>正在学习</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>certain win</source>
        <translation>必胜</translation>
    </message>
    <message>
        <source>certain loss</source>
        <translation>必败</translation>
    </message>
    <message>
        <source>The new network learns from the replay</source>
        <translation>新网络正在学习已有样本</translation>
    </message>
    <message>
        <source>win</source>
        <translation>必胜</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>必败</translation>
    </message>
    <message>
        <source>%1 (Elo %2)</source>
        <translation>%1（等级分 %2）</translation>
    </message>
    <message>
        <source>no legal move</source>
        <translation>无合法点</translation>
    </message>
    <message>
        <source>capture</source>
        <translation>提子</translation>
    </message>
    <message>
        <source>suicide</source>
        <translation>自杀</translation>
    </message>
    <message>
        <source>occupied point</source>
        <translation>下在有子处</translation>
    </message>
    <message>
        <source>off the board</source>
        <translation>下在棋盘外</translation>
    </message>
    <message>
        <source>pass</source>
        <translation>停一手</translation>
    </message>
    <message>
        <source>time</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>resignation</source>
        <translation>认输</translation>
    </message>
    <message>
        <source>failure</source>
        <translation>程序故障</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Program that speaks GTP</source>
        <translation>GTP 程序</translation>
    </message>
    <message>
        <source>Program for the SAU platform</source>
        <translation>SAU 平台程序</translation>
    </message>
    <message>
        <source>Bot for Botzone</source>
        <translation>Botzone 程序</translation>
    </message>
    <message>
        <source>Alpha-beta search</source>
        <translation>Alpha-Beta 搜索</translation>
    </message>
    <message>
        <source>Temporal-difference learner</source>
        <translation>时序差分学习程序</translation>
    </message>
    <message>
        <source>shipped network, generation %1</source>
        <translation>自带网络第 %1 代</translation>
    </message>
    <message>
        <source>%1, generation %2</source>
        <translation>%1 第 %2 代</translation>
    </message>
    <message>
        <source>Starting (the first time it prepares itself for this computer, which takes a minute)</source>
        <translation>正在启动（首次运行要为本机做准备，约需一分钟）</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the settings of a player</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a player and its settings</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>New network against earlier ones</source>
        <translation>新网络与以前各代对局</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>1 visit</source>
        <translation>1 次访问</translation>
    </message>
    <message>
        <source>%1 visits</source>
        <translation>%1 次访问</translation>
    </message>
    <message>
        <source>Stopped, since its time was over</source>
        <translation>时间已到，已停止</translation>
    </message>
    <message>
        <source>without a search</source>
        <translation>未经搜索</translation>
    </message>
    <message>
        <source>Ended by an error; what it had learned is kept</source>
        <translation>因错误结束，已学到的都保留着</translation>
    </message>
    <message>
        <source>Ended unexpectedly; what it had learned is kept</source>
        <translation>意外结束，已学到的都保留着</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>RAVE search</source>
        <translation>RAVE 搜索</translation>
    </message>
    <message>
        <source>UCT search</source>
        <translation>UCT 搜索</translation>
    </message>
    <message>
        <source>%1 wins</source>
        <comment>who has won a game</comment>
        <translation>%1胜</translation>
    </message>
    <message>
        <source>“%1” (%2)</source>
        <comment>a setting, and its name in the file</comment>
        <translation>“%1”（%2）</translation>
    </message>
    <message>
        <source>… and %1 more.</source>
        <translation>……另有 %1 处。</translation>
    </message>
    <message>
        <source>%1, for generation %2</source>
        <translation>%1（为第 %2 代）</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1 failed to move (%2).</source>
        <translation>%1未能落子（%2）。</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>Alpha-beta</source>
        <translation>Alpha-Beta</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>up to %1 s a move</source>
        <translation>每手最多 %1 秒</translation>
    </message>
</context>
<context>
    <name>problems</name>
    <message>
        <source>First steps</source>
        <translation>入门</translation>
    </message>
    <message>
        <source>Easy</source>
        <translation>简单</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中等</translation>
    </message>
    <message>
        <source>Hard</source>
        <translation>困难</translation>
    </message>
    <message>
        <source>Very hard</source>
        <translation>极难</translation>
    </message>
</context>
<context>
    <name>reading</name>
    <message>
        <source>“%1” is large. It is being read…</source>
        <translation>“%1”较大，正在读取…</translation>
    </message>
</context>
<context>
    <name>removing</name>
    <message>
        <source>There is a file %1 already. Replace it?</source>
        <translation>文件“%1”已经存在。要替换它吗？</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be put into the trash. Delete it for good?</source>
        <translation>“%1”无法放入回收站。要彻底删除吗？</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be removed: %2</source>
        <translation>无法删除“%1”：%2</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>删除(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Delete for good</source>
        <translation>彻底删除(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>替换(&amp;R)</translation>
    </message>
    <message>
        <source>These files (%1) can&apos;t be put into the trash. Delete them for good?</source>
        <translation>这 %1 个文件无法放入回收站。要彻底删除吗？</translation>
    </message>
    <message>
        <source>What is removed goes into the system&apos;s trash, from where it can be put back.</source>
        <translation>删除的内容会移到系统的回收站，可以从那里还原。</translation>
    </message>
</context>
<context>
    <name>runs</name>
    <message>
        <source>Remove the run “%1” with all its networks and games (%2)?</source>
        <translation>删除训练“%1”及其全部网络和棋谱（%2）？</translation>
    </message>
</context>
<context>
    <name>sentences</name>
    <message>
        <source>%1 &apos;%2&apos; is no point of a %3 board; the line ends before it.</source>
        <translation>%1“%2”不是 %3 棋盘上的点；这一变化到此为止。</translation>
    </message>
    <message>
        <source>%1 &apos;%2&apos; is of the side that has just moved; the line ends before it.</source>
        <translation>%1“%2”属于刚下过的一方；这一变化到此为止。</translation>
    </message>
    <message>
        <source>%1 &apos;%2&apos; loses by the rules; the line ends before it.</source>
        <translation>%1“%2”按规则判负；这一变化到此为止。</translation>
    </message>
    <message>
        <source>%1 at %2 captures %3, which loses; the line ends before it.</source>
        <translation>%1（%2）提掉 %3，判负；这一变化到此为止。</translation>
    </message>
    <message>
        <source>%1 at %2 is on an occupied point; the line ends before it.</source>
        <translation>%1（%2）处已有棋子；这一变化到此为止。</translation>
    </message>
    <message>
        <source>%1 at %2 is suicide, which loses; the line ends before it.</source>
        <translation>%1（%2）是自杀，判负；这一变化到此为止。</translation>
    </message>
    <message>
        <source>%1 black and %2 white stones can&apos;t come about in a game: Black has as many as White, or one more</source>
        <translation>对局中不可能出现 %1 颗黑子和 %2 颗白子：黑子应与白子相等或多一颗</translation>
    </message>
    <message>
        <source>%1 can&apos;t be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>%1 has checkpoint version %2, this program reads %3; use a newer Buwei</source>
        <translation>%1 的检查点版本为 %2，本程序只能读 %3；请改用新版本的程序</translation>
    </message>
    <message>
        <source>%1 is a pass, which loses; the line ends before it.</source>
        <translation>%1是停一手，判负；这一变化到此为止。</translation>
    </message>
    <message>
        <source>%1 is larger than any checkpoint of Buwei</source>
        <translation>%1 太大，不可能是本程序的检查点</translation>
    </message>
    <message>
        <source>%1 is not a checkpoint of Buwei: its header is another program&apos;s</source>
        <translation>%1 不是本程序的检查点：文件头属于其他程序</translation>
    </message>
    <message>
        <source>&apos;%1&apos; in player &apos;%2&apos; is not of the form name=value</source>
        <translation>棋手“%2”中的“%1”不是“名称=值”的形式</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a board size; write 9 or 4x5 (rows x columns)</source>
        <translation>“%1”不是棋盘大小；请写 9 或 4x5（行 x 列）</translation>
    </message>
    <message>
        <source>&apos;%1&apos; names no form of record; let it end in .sgf or .txt.</source>
        <translation>“%1”没有说明棋谱格式；文件名应以 .sgf 或 .txt 结尾。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; stands twice in player &apos;%2&apos;</source>
        <translation>“%1”在棋手“%2”中出现了两次</translation>
    </message>
    <message>
        <source>A move</source>
        <translation>某一手</translation>
    </message>
    <message>
        <source>It does not begin with ([NG], as records of the Chinese championship do.</source>
        <translation>它不以 ([NG] 开头，不是锦标赛棋谱。</translation>
    </message>
    <message>
        <source>It holds no game.</source>
        <translation>其中没有对局。</translation>
    </message>
    <message>
        <source>It holds no game: SGF begins with (; and a championship record with ([NG].</source>
        <translation>其中没有对局：SGF 以 (; 开头，锦标赛棋谱以 ([NG] 开头。</translation>
    </message>
    <message>
        <source>It holds too much for one file; divide it.</source>
        <translation>一个文件里的内容太多；请拆分。</translation>
    </message>
    <message>
        <source>It is a record of the game &apos;%1&apos;, not of NoGo.</source>
        <translation>这是“%1”的棋谱，不是不围棋的。</translation>
    </message>
    <message>
        <source>It is empty.</source>
        <translation>文件是空的。</translation>
    </message>
    <message>
        <source>It is no text.</source>
        <translation>它不是文本。</translation>
    </message>
    <message>
        <source>It puts a stone on &apos;%1&apos;, which is no point of a %2 board.</source>
        <translation>它把棋子放在“%1”，而那不是 %2 棋盘上的点。</translation>
    </message>
    <message>
        <source>Its board can&apos;t be shown: %1.</source>
        <translation>无法显示它的棋盘：%1。</translation>
    </message>
    <message>
        <source>Its board size &apos;%1&apos; is none.</source>
        <translation>它的棋盘大小“%1”无效。</translation>
    </message>
    <message>
        <source>Left out of the collection: %1</source>
        <translation>棋谱集中略去：%1</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>第 %1 手</translation>
    </message>
    <message>
        <source>Records of the Chinese championship begin on an empty board; this game begins with stones on it.</source>
        <translation>锦标赛棋谱从空棋盘开始；这一局开始时已有棋子。</translation>
    </message>
    <message>
        <source>Records of the Chinese championship hold 9x9 games; this one is %1.</source>
        <translation>锦标赛棋谱只记 9x9 对局；这一局是 %1。</translation>
    </message>
    <message>
        <source>The file %1 can&apos;t be read (%2).</source>
        <translation>无法读取文件 %1（%2）。</translation>
    </message>
    <message>
        <source>The position that it begins with can&apos;t be used: %1.</source>
        <translation>它的初始局面无法使用：%1。</translation>
    </message>
    <message>
        <source>The record breaks off near &apos;%1&apos;; what stands before that is read.</source>
        <translation>棋谱在“%1”附近中断；之前的内容已读入。</translation>
    </message>
    <message>
        <source>The record breaks off; what stands before that is read.</source>
        <translation>棋谱中断；之前的内容已读入。</translation>
    </message>
    <message>
        <source>The record does not say how large the board is; it is read as %1.</source>
        <translation>棋谱没有说明棋盘大小；按 %1 读入。</translation>
    </message>
    <message>
        <source>The record does not say its encoding rightly; its text is read as %1.</source>
        <translation>棋谱没有正确说明编码；文字按 %1 读入。</translation>
    </message>
    <message>
        <source>The stones or the side to move that are set by hand &apos;%1&apos; can&apos;t come about in a game; they are left out.</source>
        <translation>手工摆放的棋子或指定的行棋方“%1”在对局中不可能出现；已略去。</translation>
    </message>
    <message>
        <source>This form of record has no place for %1.</source>
        <translation>这种棋谱格式无法保存%1。</translation>
    </message>
    <message>
        <source>a board has %1 to %2 rows and columns, not %3; choose another size</source>
        <translation>棋盘应有 %1 到 %2 行和列，而不是 %3；请选择其他大小</translation>
    </message>
    <message>
        <source>all games after the first %1.</source>
        <translation>前 %1 局之后的所有对局。</translation>
    </message>
    <message>
        <source>analysis</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>comments</source>
        <translation>评注</translation>
    </message>
    <message>
        <source>game %1. %2</source>
        <translation>第 %1 局。%2</translation>
    </message>
    <message>
        <source>network &apos;%1&apos; was made for %2 boards and can&apos;t play on %3</source>
        <translation>网络“%1”是为 %2 棋盘训练的，不能在 %3 上下棋</translation>
    </message>
    <message>
        <source>player kind &apos;%1&apos; does not know the option %2; it knows %3</source>
        <translation>棋手类型“%1”没有选项 %2，可用的选项：%3</translation>
    </message>
    <message>
        <source>the block at row %1 from the top, column %2 has no liberty, which can&apos;t come about in a game</source>
        <translation>从上数第 %1 行、第 %2 列的棋块没有气，对局中不可能出现</translation>
    </message>
    <message>
        <source>the clocks</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>the header of %1 makes no sense: %2</source>
        <translation>%1 的文件头无法理解：%2</translation>
    </message>
    <message>
        <source>the way the game ended</source>
        <translation>对局结束的方式</translation>
    </message>
    <message>
        <source>the weights in %1 are not all numbers</source>
        <translation>%1 中的权重含有非数值</translation>
    </message>
    <message>
        <source>the weights in %1 don&apos;t fit the network &apos;%2&apos;</source>
        <translation>%1 中的权重与网络“%2”不符</translation>
    </message>
    <message>
        <source>there is no network &apos;%1&apos;: give a checkpoint file or a shipped network (%2)</source>
        <translation>没有网络“%1”：请给出检查点文件或自带网络（%2）</translation>
    </message>
    <message>
        <source>there is no player kind &apos;%1&apos;; there are %2</source>
        <translation>没有棋手类型“%1”；现有 %2</translation>
    </message>
    <message>
        <source>variations</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>what other programs noted</source>
        <translation>其他程序的标注</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 chose a move that loses</source>
        <translation>%1 选了会判负的一手</translation>
    </message>
    <message>
        <source>%1 plays on 9x9 only, as its platform does</source>
        <translation>%1 只下 9x9 棋盘，与其平台一致</translation>
    </message>
    <message>
        <source>%1 was stopped before it had answered</source>
        <translation>%1 尚未回答就被停止了</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: &apos;%2&apos; can&apos;t be started (%3)</source>
        <translation>%1：无法启动“%2”（%3）</translation>
    </message>
    <message>
        <source>%1: there is no folder %2</source>
        <translation>%1：没有文件夹 %2</translation>
    </message>
    <message>
        <source>form=%1 in player &apos;%2&apos; should be json or numbers</source>
        <translation>棋手“%2”中的 form=%1 应为 json 或 numbers</translation>
    </message>
    <message>
        <source>it can&apos;t move: %1</source>
        <translation>程序无法落子：%1</translation>
    </message>
    <message>
        <source>it can&apos;t play on a board of %1</source>
        <translation>程序不能在 %1 棋盘上对局</translation>
    </message>
    <message>
        <source>it closed its output</source>
        <translation>程序关闭了输出</translation>
    </message>
    <message>
        <source>it ended with exit status %1</source>
        <translation>程序已退出，退出状态为 %1</translation>
    </message>
    <message>
        <source>it gave no answer in time</source>
        <translation>程序没有按时回答</translation>
    </message>
    <message>
        <source>it gave no answer in time, only &apos;%1&apos;</source>
        <translation>程序没有按时回答，只输出了“%1”</translation>
    </message>
    <message>
        <source>it refuses %1</source>
        <translation>程序拒绝执行 %1</translation>
    </message>
    <message>
        <source>it refuses the legal move %1</source>
        <translation>程序拒绝合法的着法 %1</translation>
    </message>
    <message>
        <source>its answer &apos;%1&apos; is no move</source>
        <translation>程序的回答“%1”不是一手棋</translation>
    </message>
    <message>
        <source>player &apos;%1&apos; needs the command that starts it, as in %2:command=PROGRAM</source>
        <translation>棋手“%1”缺少启动它的命令，写法如 %2:command=程序</translation>
    </message>
    <message>
        <source>the command &apos;%1&apos; can&apos;t be taken apart: %2</source>
        <translation>命令“%1”无法解析：%2</translation>
    </message>
    <message>
        <source>the command of an external program is empty</source>
        <translation>外部程序的命令是空的</translation>
    </message>
    <message>
        <source>%1 can&apos;t be read as the plan of an arena (%2)</source>
        <translation>无法把 %1 读作竞技场计划（%2）</translation>
    </message>
    <message>
        <source>%1 has format %2; this program knows %3</source>
        <translation>%1 的格式是 %2；本程序支持 %3</translation>
    </message>
    <message>
        <source>%1 should be at least %2</source>
        <translation>%1 至少应为 %2</translation>
    </message>
    <message>
        <source>an arena needs two players at least</source>
        <translation>竞技场至少需要两名棋手</translation>
    </message>
    <message>
        <source>another process plays the arena %1; stop it or choose another folder</source>
        <translation>另一个进程正在进行竞技场 %1；请先停止它，或选择其他文件夹</translation>
    </message>
    <message>
        <source>the arena %1 can&apos;t be kept: %2</source>
        <translation>无法保存竞技场 %1：%2</translation>
    </message>
    <message>
        <source>the arena %1 was begun with %2; go on as it was begun or choose another folder</source>
        <translation>竞技场 %1 开始时的设置为 %2；请按原设置继续，或选择其他文件夹</translation>
    </message>
    <message>
        <source>%1 in player &apos;%2&apos; should be on or off</source>
        <translation>棋手“%2”中的 %1 应为 on 或 off</translation>
    </message>
    <message>
        <source>%1 = %2 should be at least %3</source>
        <translation>%1 = %2 应至少为 %3</translation>
    </message>
    <message>
        <source>%1 doesn&apos;t say how far its training is; start a session in another folder</source>
        <translation>%1 没有记录训练进度；请在另一个文件夹中开始训练</translation>
    </message>
    <message>
        <source>%1 is damaged in line %2: %3</source>
        <translation>%1 第 %2 行已损坏：%3</translation>
    </message>
    <message>
        <source>%1 is damaged or no network of the TD learner: %2</source>
        <translation>%1 已损坏，或者不是 TD 学习程序的网络：%2</translation>
    </message>
    <message>
        <source>%1 is damaged: %2 is missing or makes no sense</source>
        <translation>%1 已损坏：%2 缺失或没有意义</translation>
    </message>
    <message>
        <source>%1 is damaged: its weights don&apos;t fit the network or are not all numbers</source>
        <translation>%1 已损坏：权重与网络不符，或含有非数字</translation>
    </message>
    <message>
        <source>%1 is no legal move there</source>
        <translation>%1 在该局面不是合法着法</translation>
    </message>
    <message>
        <source>%1 is no opening book: its first line should be %2</source>
        <translation>%1 不是开局库：第一行应为 %2</translation>
    </message>
    <message>
        <source>%1 should be from %2 to %3, not %4</source>
        <translation>%1 应在 %2 到 %3 之间，而不是 %4</translation>
    </message>
    <message>
        <source>%1 wins of %2 games make no sense</source>
        <translation>%2 局中胜 %1 局，不合情理</translation>
    </message>
    <message>
        <source>%1: %2 = %3 should be %4</source>
        <translation>%1：%2 = %3 应为%4</translation>
    </message>
    <message>
        <source>&apos;%1&apos; doesn&apos;t describe a board of %2</source>
        <translation>“%1”不是 %2 棋盘的局面</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a setting; write name=value, for example simulations=64</source>
        <translation>“%1”不是设置；请写成 名称=值，例如 simulations=64</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>another process works on the run %1; stop it first or choose another folder</source>
        <translation>另一个进程正在进行训练 %1；请先停止它，或选择另一个文件夹</translation>
    </message>
    <message>
        <source>another process works on the session %1; stop it first or choose another folder</source>
        <translation>另一个进程正在进行训练 %1；请先停止它，或选择另一个文件夹</translation>
    </message>
    <message>
        <source>the board is %1, not %2 as before</source>
        <translation>棋盘是 %1，而前面是 %2</translation>
    </message>
    <message>
        <source>the book %1 can&apos;t be read: %2</source>
        <translation>无法读取开局库 %1：%2</translation>
    </message>
    <message>
        <source>the book %1 can&apos;t be written: %2</source>
        <translation>无法写入开局库 %1：%2</translation>
    </message>
    <message>
        <source>the folder %1 can&apos;t be made: %2</source>
        <translation>无法创建文件夹 %1：%2</translation>
    </message>
    <message>
        <source>the learning failed: its error is no number any more; start again with a smaller rate</source>
        <translation>学习失败：误差已不是数字；请用更小的学习率重新开始</translation>
    </message>
    <message>
        <source>the run folder %1 can&apos;t be made: %2</source>
        <translation>无法创建训练的文件夹 %1：%2</translation>
    </message>
    <message>
        <source>the run in %1 has board %2, which can&apos;t become %3; start a new run in another folder</source>
        <translation>%1 中的训练使用 %2 棋盘，不能改为 %3；请在另一个文件夹中开始新的训练</translation>
    </message>
    <message>
        <source>the session in %1 has other settings (%2); leave them out or start one in another folder</source>
        <translation>%1 中的训练使用其他设置（%2）；请去掉这些设置，或在另一个文件夹中开始新的训练</translation>
    </message>
    <message>
        <source>there is no file %1</source>
        <translation>没有文件 %1</translation>
    </message>
    <message>
        <source>there should be at least one job</source>
        <translation>至少要有一个并行任务</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>%1 plays whole games only; set the random moves at the start to 0</source>
        <translation>%1 只能下完整的对局；请把“开局随机手数”设为 0</translation>
    </message>
    <message>
        <source>considered_moves and forced_playouts exclude each other; set one of them to 0</source>
        <translation>considered_moves 与 forced_playouts 不能同时使用；请把其中一个设为 0</translation>
    </message>
    <message>
        <source>opening_moves = %1 should be at most %2, half of the board&apos;s points</source>
        <translation>opening_moves = %1 应不超过 %2，即棋盘点数的一半</translation>
    </message>
    <message>
        <source>%1 in player &apos;%2&apos; should be one of %3</source>
        <translation>棋手“%2”中的 %1 应为以下之一：%3</translation>
    </message>
    <message>
        <source>player &apos;%1&apos; can&apos;t think on while the opponent does</source>
        <translation>棋手“%1”不能在对手思考时继续思考</translation>
    </message>
    <message>
        <source>start_from names a network %1, but this run&apos;s is %2; set network to the same or to one that it can grow to (with more blocks, more channels or liberties)</source>
        <translation>起始权重是网络 %1，而这次训练的网络是 %2；请把网络设成同一种，或能由它扩展成的一种（更多残差块、更多通道，或增加气数输入）</translation>
    </message>
    <message>
        <source>%1 is damaged or not a checkpoint</source>
        <translation>%1 已损坏或不是检查点</translation>
    </message>
    <message>
        <source>line %1 of %2 does not tell %3</source>
        <translation>%2 第 %1 行没有给出 %3</translation>
    </message>
    <message>
        <source>%1 can&apos;t be read as a game record. %2</source>
        <translation>无法读作棋谱：%1。%2</translation>
    </message>
    <message>
        <source>%1 and %2 should be numbers</source>
        <translation>%1 和 %2 应为数字</translation>
    </message>
    <message>
        <source>it should have %1 columns</source>
        <translation>应有 %1 列</translation>
    </message>
    <message>
        <source>%1 has no place for the table: %2</source>
        <translation>%1 中没有放表格的位置：%2</translation>
    </message>
    <message>
        <source>%1: %2. What was finished is kept, and the session can go on once this is mended</source>
        <translation>%1：%2。已完成的内容都已保留，问题解决后可以继续</translation>
    </message>
    <message>
        <source>a process that plays for the run ended with exit code %1, perhaps for want of memory; set processes to 1 or a few, or lower parallel_games or workers, and start the run again: what was finished is kept</source>
        <translation>一个自对弈进程意外结束（退出代码 %1），可能是内存不足。请把processes设为 1 或较小的数，或减小parallel_games或workers后继续训练：已完成的内容都已保留</translation>
    </message>
    <message>
        <source>learning has diverged by step %1: the policy&apos;s loss is %2, where guessing has %3; go on with a lower learning_rate or muon_rate in config.toml, or start a new run from an earlier generation</source>
        <translation>到第 %1 步，学习已经发散：策略损失为 %2，比随机猜测的 %3 还高。请调低learning_rate或muon_rate后继续，或从较早的一代开始新的训练</translation>
    </message>
    <message>
        <source>the loss became %1 at step %2; go on with a lower learning_rate or muon_rate in config.toml</source>
        <translation>损失在第 %2 步变为 %1。请调低learning_rate或muon_rate后继续</translation>
    </message>
    <message>
        <source>the weights are no numbers any more after step %1; go on with a lower learning_rate or muon_rate in config.toml</source>
        <translation>第 %1 步之后权重不再是有效数字。请调低learning_rate或muon_rate后继续</translation>
    </message>
    <message>
        <source>%1 can&apos;t be read (%2). Unpack the program again.</source>
        <translation>无法读取 %1（%2）。请重新解压程序。</translation>
    </message>
    <message>
        <source>The folder %1 can&apos;t be made (%2). Choose another with --data-dir or the environment variable %3.</source>
        <translation>无法建立文件夹 %1（%2）。请用 --data-dir 或环境变量 %3 另选一个。</translation>
    </message>
    <message>
        <source>The folder %1 can&apos;t be written to. Choose another with --data-dir or the environment variable %2.</source>
        <translation>无法写入文件夹 %1。请用 --data-dir 或环境变量 %2 另选一个。</translation>
    </message>
    <message>
        <source>%1 = %2 should be a finite number</source>
        <translation>%1 = %2 应为有限的数</translation>
    </message>
    <message>
        <source>a process that was to play games ended with exit code %1 before it could begin, perhaps for want of memory; play fewer games at once and go on: what was finished is kept</source>
        <translation>一个负责下棋的进程还没能开始就结束了（退出代码 %1），可能是内存不足；请减少同时进行的局数再继续：已下完的对局都已保存</translation>
    </message>
    <message>
        <source>there is no network &apos;%1&apos;: its file was removed, renamed or moved; choose another</source>
        <translation>没有网络“%1”：文件已被删除、改名或移动，请另选一个</translation>
    </message>
    <message>
        <source>%1 says that generation %2 is finished, %3 that it is %4; restore them or start a new run</source>
        <translation>%1 中说已完成第 %2 代，%3 中却是第 %4 代；请恢复这些文件，或者新建训练</translation>
    </message>
    <message>
        <source>the run in %1 has lost its settings; put its config.toml back or give them anew</source>
        <translation>%1 中的训练缺少设置文件；请放回 config.toml，或重新给出设置</translation>
    </message>
    <message>
        <source>%1 of %2 players have no rating yet, %3 among them; play the ladder before it is published</source>
        <translation>%2 名棋手中有 %1 名还没有等级分（例如 %3）；请先进行天梯对局，再发布结果</translation>
    </message>
    <message>
        <source>%1 is empty; put the settings back</source>
        <translation>%1 是空的，请放回原来的设置</translation>
    </message>
    <message>
        <source>start_from counts only when a run begins, and the run in %1 has begun; start a new one in another folder</source>
        <translation>start_from 只在新建训练时起作用，而 %1 中的训练已经开始；请在另一个文件夹新建</translation>
    </message>
    <message>
        <source>the arena %1 has results but has lost its plan; put arena.json back or choose another folder</source>
        <translation>竞技场 %1 中有对局结果，却缺少对局计划；请放回 arena.json，或换一个文件夹</translation>
    </message>
    <message>
        <source>the learner&apos;s file %1 is damaged (%2); restore it, or start a new run from the latest network</source>
        <translation>学习器文件 %1 已损坏（%2）；请恢复该文件，或从最新的网络新建训练</translation>
    </message>
    <message>
        <source>the run in %1 has figures of finished generations, but its state.json is lost; put it back or start a new run in another folder</source>
        <translation>%1 中有已完成各代的数据，却缺少 state.json；请放回该文件，或在另一个文件夹新建训练</translation>
    </message>
    <message>
        <source>%1 = %2 should be at most %3</source>
        <translation>%1 = %2 最多为 %3</translation>
    </message>
    <message>
        <source>opening moves should be at most %1, half of the board&apos;s points</source>
        <translation>开局随机手数应不超过 %1，即棋盘点数的一半</translation>
    </message>
    <message>
        <source>%1 holds games on boards with %2 points, and the run&apos;s has %3; move it out of the folder, and the run goes on without it</source>
        <translation>%1 中是 %2 个交叉点棋盘的对局，而这次训练的棋盘有 %3 个；请把它移出文件夹，训练即可继续</translation>
    </message>
    <message>
        <source>%1 holds generation %2, but %3 says that it is generation %4; put the right file back</source>
        <translation>%1 是第 %2 代，而 %3 说是第 %4 代；请放回正确的文件</translation>
    </message>
    <message>
        <source>%1 holds what is no game of self-play (%2); move it out of the folder, and the run goes on without it</source>
        <translation>%1 中的内容不是自对弈对局（%2）；请把它移出文件夹，训练即可继续</translation>
    </message>
    <message>
        <source>the network&apos;s answers are no numbers any more: learning has diverged; go on with a lower learning_rate or muon_rate in config.toml, or start a new run from an earlier generation</source>
        <translation>网络的输出不再是有效数字：学习已发散；请调低learning_rate或muon_rate后继续，或从较早的一代开始新的训练</translation>
    </message>
    <message>
        <source>there is not enough memory; set processes to 1 or a few, or lower parallel_games, simulations, gate_simulations, batch, window_positions or workers</source>
        <translation>内存不足；请把processes设为 1 或较小的数，或减小parallel_games、simulations、gate_simulations、batch、window_positions或workers</translation>
    </message>
    <message>
        <source>full_share = %1 should be at least %2 where there are cheap_simulations: only moves searched in full are learned from</source>
        <translation>设有 cheap_simulations 时，full_share = %1 至少应为 %2：只有完整搜索的着法才用于学习</translation>
    </message>
    <message>
        <source>it, or the file lock in it, was renamed, removed or replaced</source>
        <translation>该文件夹或其中的文件 lock 被改名、移走或替换了</translation>
    </message>
    <message>
        <source>start_from = %1 can&apos;t be the name of a file</source>
        <translation>start_from = %1 不能作为文件名</translation>
    </message>
    <message>
        <source>the learner&apos;s file %1 is not what this run has written there; put that back, or start a new run from the latest network</source>
        <translation>学习器文件 %1 不是本次训练写下的那一个；请放回原来的文件，或从最新的网络开始新的训练</translation>
    </message>
    <message>
        <source>%1 is no network of the TD learner; make one with: %2 td train</source>
        <translation>%1 不是 TD 学习程序的网络；可用此命令生成：%2 td train</translation>
    </message>
    <message>
        <source>%1 is no text in UTF-8; save it as that</source>
        <translation>%1 不是 UTF-8 编码的文本；请用 UTF-8 编码保存</translation>
    </message>
    <message>
        <source>line %1 of %2 can&apos;t be understood; each setting stands once, on a line of its own: simulations = 64, or board = &quot;9x9&quot; for a text</source>
        <translation>%2 第 %1 行无法理解；每项设置单独写一行，只写一次，例如 simulations = 64，文字则加引号：board = &quot;9x9&quot;</translation>
    </message>
    <message>
        <source>%1 has figures, but the network that they are of, %2, is not there; put it back or start a session in another folder</source>
        <translation>%1 中有训练数据，但与之对应的网络 %2 不在了；请把它放回去，或换一个文件夹开始训练</translation>
    </message>
    <message>
        <source>the folder %1 has no record of a game from the empty board of %2; put some there or set recorded_openings to 0</source>
        <translation>文件夹 %1 中没有 %2 空棋盘开局的棋谱；请放入一些，或把 recorded_openings 设为 0</translation>
    </message>
    <message>
        <source>there is no game record (.sgf, or the championship&apos;s .txt) in the folder %1</source>
        <translation>文件夹 %1 中没有棋谱（.sgf 或锦标赛的 .txt）</translation>
    </message>
    <message>
        <source>%1 in player &apos;%2&apos; should be a number from %3 to %4</source>
        <translation>棋手“%2”中的 %1 应为 %3 到 %4 之间的数</translation>
    </message>
    <message>
        <source>%1 in player &apos;%2&apos; should be a whole number from %3 to %4</source>
        <translation>棋手“%2”中的 %1 应为 %3 到 %4 之间的整数</translation>
    </message>
    <message>
        <source>%1 is the folder of %2; choose another folder</source>
        <translation>%1 已是%2的文件夹；请选择另一个文件夹</translation>
    </message>
    <message>
        <source>%1 should be at most %2</source>
        <translation>%1 最多应为 %2</translation>
    </message>
    <message>
        <source>a session of the temporal-difference learner</source>
        <translation>时序差分学习程序的训练</translation>
    </message>
    <message>
        <source>a training run</source>
        <translation>一次训练</translation>
    </message>
    <message>
        <source>an arena</source>
        <translation>竞技场</translation>
    </message>
    <message>
        <source>line %1 of %2 counts game %3 twice; take one of the two lines out</source>
        <translation>%2 第 %1 行重复记录了第 %3 局；请删去两行中的一行</translation>
    </message>
    <message>
        <source>line %1 of %2 is damaged; put a sound file back or choose another folder</source>
        <translation>%2 第 %1 行已损坏；请放回完好的文件，或选择另一个文件夹</translation>
    </message>
    <message>
        <source>the arena %1 has %2 games, but the results of only %3; put %4 back or choose another folder</source>
        <translation>竞技场 %1 有 %2 局棋谱，却只有 %3 局的结果；请放回 %4，或选择另一个文件夹</translation>
    </message>
    <message>
        <source>there is no network &apos;%1&apos;; write paper, agz6x64 (blocks x channels), b4c32 (blocks, channels), b4c32-liberties or b4c32-local</source>
        <translation>没有网络“%1”；请写 paper、agz6x64（残差块数 x 通道数）、b4c32（残差块数、通道数）、b4c32-liberties 或 b4c32-local</translation>
    </message>
    <message>
        <source>%1 has %2 = %3 after generation %4, %5 has %6; restore them or start a new run</source>
        <translation>第 %4 代之后，%1 中 %2 = %3，而 %5 中为 %6；请恢复这些文件，或另开一次训练</translation>
    </message>
    <message>
        <source>the weights in %1 are not those that were saved there</source>
        <translation>%1 中的权重与保存时不同</translation>
    </message>
    <message>
        <source>%1: there is no program &apos;%2&apos; here</source>
        <translation>%1：这里没有程序“%2”</translation>
    </message>
    <message>
        <source>%1 failed to move: %2</source>
        <translation>%1 未能落子：%2</translation>
    </message>
    <message>
        <source>%1 holds no figures; unpack the program again</source>
        <translation>%1 中没有数据，请重新解压程序</translation>
    </message>
    <message>
        <source>%1 is larger than %2 MB; that is no record.</source>
        <translation>%1 超过 %2 MB，不会是棋谱。</translation>
    </message>
    <message>
        <source>%1 is larger than any network of the TD learner</source>
        <translation>%1 太大，不可能是 TD 学习程序的网络</translation>
    </message>
    <message>
        <source>it is no text</source>
        <translation>它不是文本文件</translation>
    </message>
    <message>
        <source>player &apos;%1&apos; can&apos;t have a book: programs of the SAU platform can only play whole games from the empty board</source>
        <translation>棋手“%1”不能使用开局库：SAU 平台的程序只能从空棋盘开始下完整的对局</translation>
    </message>
    <message>
        <source>there is no preset &apos;%1&apos; in player &apos;%2&apos;; there are %3</source>
        <translation>棋手“%2”中没有预设“%1”；现有 %3</translation>
    </message>
    <message>
        <source>what it says of %1 makes no sense</source>
        <translation>其中 %1 的内容没有意义</translation>
    </message>
    <message>
        <source>%1 does not tell %2; restore it or start a new run</source>
        <translation>%1 中缺少 %2 或其值无意义；请恢复该文件，或开始新的训练</translation>
    </message>
    <message>
        <source>line %1 of %2 sets %3 a second time; leave out one of the two</source>
        <translation>%2 第 %1 行重复设置了 %3；请删去其中一行</translation>
    </message>
    <message>
        <source>the learner&apos;s file %1 is lost; put it back, or start a new run from the latest network</source>
        <translation>学习器文件 %1 已丢失；请放回该文件，或从最新的网络开始新的训练</translation>
    </message>
    <message>
        <source>%1 would be among the files of a new run, and might be written over; move it away or choose another folder</source>
        <translation>%1 会与新训练的文件混在一起，可能被覆盖；请把它移走，或另选一个文件夹</translation>
    </message>
    <message>
        <source>%1 would be among the games of a new arena, and might be written over; move it away or choose another folder</source>
        <translation>%1 会与新竞技场的对局混在一起，可能被覆盖；请把它移走，或另选一个文件夹</translation>
    </message>
    <message>
        <source>%1: there is no setting &apos;%2&apos;; perhaps &apos;%3&apos; is meant</source>
        <translation>%1：没有名为“%2”的设置；也许是“%3”</translation>
    </message>
    <message>
        <source>%1: there is no setting &apos;%2&apos;</source>
        <translation>%1：没有名为“%2”的设置</translation>
    </message>
    <message>
        <source>%1 tells %2, which this version of the program doesn&apos;t know: go on with the newer one that has written it</source>
        <translation>%1 中有本版本程序不认识的内容：%2；请用写出它的较新版本继续</translation>
    </message>
    <message>
        <source>%1: %2. The session has ended</source>
        <translation>%1：%2。训练已结束</translation>
    </message>
    <message>
        <source>Windows keeps the name %1 for itself; choose another</source>
        <translation>%1 是 Windows 保留的名称，请另选一个</translation>
    </message>
    <message>
        <source>a name can&apos;t end with a dot or a space</source>
        <translation>名称不能以句点或空格结尾</translation>
    </message>
    <message>
        <source>a name can&apos;t have %1 in it</source>
        <translation>名称不能含有 %1</translation>
    </message>
    <message>
        <source>the name has a character in it that can&apos;t be seen, such as a tab; leave it out</source>
        <translation>名称中有看不见的字符（如制表符），请去掉</translation>
    </message>
    <message>
        <source>the name is empty</source>
        <translation>请输入名称</translation>
    </message>
    <message>
        <source>the name is too long: it may have %1 letters; Chinese characters count as three, other letters beyond English as two</source>
        <translation>名称太长：最多 %1 个英文字母，一个汉字算三个，其他文字的字母算两个</translation>
    </message>
    <message>
        <source>the network &apos;%1&apos; is too large: it may have %2 blocks and %3 channels at the most</source>
        <translation>网络“%1”太大：最多 %2 个残差块、%3 个通道</translation>
    </message>
    <message>
        <source>the network &apos;%1&apos; is too small: it needs 1 block and %2 channels at least</source>
        <translation>网络“%1”太小：至少要有 1 个残差块、%2 个通道</translation>
    </message>
    <message>
        <source>%1 is not the network that this run has written there; put that back, or start a new run in another folder</source>
        <translation>%1 不是这次训练写在那里的网络；请放回原文件，或在别的文件夹里开始新的训练</translation>
    </message>
    <message>
        <source>it gave no answer for %1 seconds</source>
        <translation>它 %1 秒没有回答</translation>
    </message>
    <message>
        <source>its process ended with exit code %1</source>
        <translation>它的进程已结束（退出代码 %1）</translation>
    </message>
    <message>
        <source>The folder %1 can&apos;t be read (%2).</source>
        <translation>无法读取文件夹 %1（%2）。</translation>
    </message>
    <message>
        <source>There is no folder %1.</source>
        <translation>没有文件夹 %1。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>Game %1: %2</source>
        <translation>第 %1 局：%2</translation>
    </message>
    <message>
        <source>It has no move that can be played.</source>
        <translation>其中没有可下的着法。</translation>
    </message>
    <message>
        <source>It is played on %1, not on %2.</source>
        <translation>它在 %1 棋盘上进行，而不是 %2。</translation>
    </message>
    <message>
        <source>generation %1</source>
        <translation>第 %1 代</translation>
    </message>
    <message>
        <source>line %1 of %2 should be of %3</source>
        <translation>%2 的第 %1 行应为%3</translation>
    </message>
    <message>
        <source>round %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>%1 games of each pair, not %2 (an arena can only grow)</source>
        <translation>每对棋手 %1 局，而不是 %2 局（竞技场的局数只能增加）</translation>
    </message>
    <message>
        <source>%1 games of each pair, not %2 (one of more than two players grows only after an even number: of an odd one the last game of each pair has no partner with the colours turned)</source>
        <translation>每对棋手 %1 局，而不是 %2 局（超过两名棋手的竞技场，只有局数为偶数时才能增加：为奇数时，每对的最后一局还缺交换黑白的另一局）</translation>
    </message>
    <message>
        <source>It</source>
        <translation>该文件</translation>
    </message>
    <message>
        <source>%1. It has moved, but did not print %2: without “It keeps running from turn to turn” (keep_running) it starts anew each turn</source>
        <translation>%1。它已落子，但没有输出 %2；请取消勾选“每回合之间保持运行”（keep_running），程序就会每回合重新启动</translation>
    </message>
    <message>
        <source>%1; a path with blanks needs quotation marks around it</source>
        <translation>%1；含空格的路径需要加引号</translation>
    </message>
    <message>
        <source>%1; a script needs its interpreter before it, such as python3</source>
        <translation>%1；脚本前面要写上它的解释器，例如 python3</translation>
    </message>
    <message>
        <source>a quotation mark is missing</source>
        <translation>缺少引号</translation>
    </message>
    <message>
        <source>nothing follows its last backslash</source>
        <translation>末尾的反斜杠后面没有内容</translation>
    </message>
    <message>
        <source>line %1 of %2 can&apos;t be understood: within &quot;…&quot; a \ begins a special character; write the text within &apos;…&apos;, or / in place of each \</source>
        <translation>%2 第 %1 行无法理解：双引号 &quot;…&quot; 里的 \ 表示特殊字符；请改用单引号 &apos;…&apos;，或把每个 \ 写成 /</translation>
    </message>
    <message>
        <source>start_from = %1 can&apos;t be the name of a file: within &quot;…&quot; a \ begins a special character; write the text within &apos;…&apos;, or / in place of each \</source>
        <translation>start_from = %1 不能作为文件名：双引号 &quot;…&quot; 里的 \ 表示特殊字符；请改用单引号 &apos;…&apos;，或把每个 \ 写成 /</translation>
    </message>
    <message>
        <source>the network &apos;%1&apos; can&apos;t grow from &apos;%2&apos;: it begins anew, with random weights, and learns from the games of that one.</source>
        <translation>网络“%1”不能由“%2”扩展而成：它会以随机权重从头开始，学习后者下的对局。</translation>
    </message>
    <message>
        <source>the network &apos;%1&apos; is too large for a checkpoint: with %2 blocks it may have %3 channels at the most</source>
        <translation>网络“%1”太大，检查点文件放不下：有 %2 个残差块时最多 %3 个通道</translation>
    </message>
    <message>
        <source>The main line can&apos;t be read from move %1 on; a variation stands in its place.</source>
        <translation>主变化从第 %1 手起无法读取，由另一个变化代替。</translation>
    </message>
    <message>
        <source>%1 seconds are no time to play; give more than 0 and at most %2</source>
        <translation>%1 秒不能作为用时；请给大于 0、不超过 %2 的秒数</translation>
    </message>
    <message>
        <source>a process that is to play games can&apos;t be started: %1; play fewer games at once and go on: what was finished is kept</source>
        <translation>无法启动下棋的进程：%1；请减少同时进行的局数再继续，已下完的对局都已保存</translation>
    </message>
    <message>
        <source>names of positions</source>
        <translation>局面的名称</translation>
    </message>
    <message>
        <source>%1 can&apos;t be read as SGF.</source>
        <translation>%1 无法作为 SGF 读取。</translation>
    </message>
    <message>
        <source>%1 can&apos;t be read whole.</source>
        <translation>无法完整读取 %1。</translation>
    </message>
    <message>
        <source>%1 is a championship record, which holds one game alone.</source>
        <translation>%1 是锦标赛棋谱，只能存放一局。</translation>
    </message>
    <message>
        <source>%1 is not in UTF-8, in which games are added; put its games into a new file first.</source>
        <translation>%1 不是 UTF-8 编码，无法添加棋局；请先把其中的棋局放进一个新文件。</translation>
    </message>
    <message>
        <source>%1 would be larger than %2 MB.</source>
        <translation>%1 将超过 %2 MB。</translation>
    </message>
    <message>
        <source>%1 would hold more than %2 games.</source>
        <translation>%1 将超过 %2 局。</translation>
    </message>
    <message>
        <source>A game in %1 breaks off.</source>
        <translation>%1 中有一局不完整。</translation>
    </message>
    <message>
        <source>%1 is damaged: %2; restore it or start a new run</source>
        <translation>%1 已损坏：%2；请恢复它，或开始新的训练</translation>
    </message>
    <message>
        <source>a number is not finite: %1</source>
        <translation>有一个数不是有限的：%1</translation>
    </message>
    <message>
        <source>a number is too large: %1</source>
        <translation>有一个数太大：%1</translation>
    </message>
    <message>
        <source>it isn&apos;t what Buwei has written there</source>
        <translation>不是本程序写入的内容</translation>
    </message>
    <message>
        <source>line %1 of %2 is damaged: %3</source>
        <translation>%2 第 %1 行已损坏：%3</translation>
    </message>
    <message>
        <source>%1 does not hold the losses that this run has written there; restore it, or remove it: the run goes on without the curves of its steps</source>
        <translation>%1 中不是本次训练写入的损失；请恢复它，或将它删除：训练可以继续，只是没有各步的曲线</translation>
    </message>
    <message>
        <source>%1 names %2 settings, and named %3 when the run was last worked on; restore it, or remove it and give all settings anew</source>
        <translation>%1 中有 %2 项设置，而上次训练时有 %3 项；请恢复它，或将它删除后重新给出全部设置</translation>
    </message>
    <message>
        <source>generation %1 is clearly weaker than generation %2: learning makes the network worse; go on with a lower learning_rate or muon_rate, or start a new run from generation %2</source>
        <translation>第 %1 代明显弱于第 %2 代：学习使网络变差了；请调低“学习率”（learning_rate）或“Muon 学习率”（muon_rate）后继续，或从第 %2 代开始新的训练</translation>
    </message>
    <message>
        <source>the value&apos;s loss of the latest %1 generations is higher than that of always saying 0: go on with a lower learning_rate or muon_rate, or start a new run from an earlier generation</source>
        <translation>最近 %1 代的价值损失比总是回答 0 还高；请调低“学习率”（learning_rate）或“Muon 学习率”（muon_rate）后继续，或从较早的一代开始新的训练</translation>
    </message>
    <message>
        <source>the round</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>%1: programs of the SAU platform can only continue a game that they have played from the empty board, with no move taken back</source>
        <translation>%1：SAU 平台的程序只能继续自己从空棋盘下起、没有悔过棋的对局</translation>
    </message>
    <message>
        <source>line %1 of %2 has values that make no sense: %3</source>
        <translation>%2 第 %1 行中有无意义的值：%3</translation>
    </message>
    <message>
        <source>%1 holds other files, such as %2; choose a new or an empty folder</source>
        <translation>%1 中有其他文件，例如 %2；请另选一个新的或空的文件夹</translation>
    </message>
    <message>
        <source>%1 has steps = %2, %3 has %4; restore them or start a new run</source>
        <translation>%1 中 steps = %2，而 %3 中是 %4；请恢复这些文件或新建训练</translation>
    </message>
    <message>
        <source>%1 is a file where the run needs a folder: remove or rename it</source>
        <translation>%1 是文件，而训练需要同名的文件夹：请移走或改名</translation>
    </message>
    <message>
        <source>%1 is a folder: remove or rename it</source>
        <translation>%1 是文件夹：请移走或改名</translation>
    </message>
    <message>
        <source>%1 is not the network that this run has written there: it has %2 = %3 and not %4</source>
        <translation>%1 不是这次训练写在那里的网络：其中 %2 = %3，而不是 %4</translation>
    </message>
    <message>
        <source>%1. What was finished is kept, and the session can go on once this is mended</source>
        <translation>%1。已完成的内容都已保留，问题解决后可以继续</translation>
    </message>
    <message>
        <source>infinite</source>
        <translation>无穷大</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>非数值</translation>
    </message>
    <message>
        <source>the learner&apos;s file %1 is not of the network &apos;%2&apos;, which learns here; put the right one back, or start a new run from the latest network</source>
        <translation>学习器文件 %1 不属于正在学习的网络 %2；请放回正确的文件，或从最新的网络开始新的训练</translation>
    </message>
    <message>
        <source>the network %1, which plays in this run, is lost; put it back, or start a new run in another folder</source>
        <translation>这次训练中对局所用的网络 %1 已丢失；请放回该文件，或在另一个文件夹新建训练</translation>
    </message>
    <message>
        <source>the network %1 can&apos;t run on this machine: %2</source>
        <translation>网络 %1 无法在这台电脑上运行：%2</translation>
    </message>
    <message>
        <source>there is not enough memory for the network %1; close other programs or choose a smaller network</source>
        <translation>内存不足，无法载入网络 %1；请关闭其他程序，或换用较小的网络</translation>
    </message>
    <message>
        <source>the answers of the network %1 are no numbers; choose another network</source>
        <translation>网络 %1 的输出不是有效数字；请换一个网络</translation>
    </message>
    <message>
        <source>%1 is not the network that this run has written there</source>
        <translation>%1 不是这次训练写在那里的网络</translation>
    </message>
    <message>
        <source>marks on points</source>
        <translation>棋盘上的标记</translation>
    </message>
    <message>
        <source>the run in %1 has begun with &apos;%2&apos;, and another first_network would have it lose what that has learned; leave the setting as it is, or start a new run in another folder</source>
        <translation>%1 里的训练是用“%2”开始的，换成别的 first_network 会丢掉它已学到的东西；请保持这项设置不变，或在另一个文件夹里开始新的训练</translation>
    </message>
    <message>
        <source>there is nothing to learn from; ask for games of self-play, or name a folder of game records</source>
        <translation>没有可学习的内容；请填写自对弈局数，或选择棋谱文件夹</translation>
    </message>
</context>
<context>
    <name>setting_changes</name>
    <message>
        <source>%1 (until now %2)</source>
        <translation>%1（此前为 %2）</translation>
    </message>
    <message>
        <source>%1 (since generation %2; before that %3)</source>
        <translation>%1（从第 %2 代起，之前为 %3）</translation>
    </message>
    <message>
        <source>From generation %1 on: %2 → %3</source>
        <translation>从第 %1 代起：%2 → %3</translation>
    </message>
    <message>
        <source>%1: %2 → %3</source>
        <translation>%1：%2 → %3</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>From generation %1 on:</source>
        <translation>从第 %1 代起：</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
</context>
<context>
    <name>system</name>
    <message>
        <source>No such file or directory</source>
        <translation>文件或文件夹不存在</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统只读</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>这是一个文件夹</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>这不是文件夹</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>读写错误</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>磁盘配额已用完</translation>
    </message>
    <message>
        <source>No locks available</source>
        <translation>所在磁盘不支持文件锁</translation>
    </message>
</context>
<context>
    <name>tables</name>
    <message>
        <source>Save the table</source>
        <translation>保存表格</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>%1 can&apos;t be saved: %2</source>
        <translation>无法保存 %1：%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>tally</name>
    <message>
        <source>%1 on %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>You have won %1 of %2 games against it on %3 (as Black %4/%5, as White %6/%7).</source>
        <translation>你在 %3 棋盘上与它下过 %2 局，胜 %1 局（执黑 %4/%5，执白 %6/%7）。</translation>
    </message>
    <message>
        <source>Those played games count that one person played against one AI from the empty board to the end, with no move taken back, no hint or move made for them, no analysis, no figures of the opening book and no change of players. Games saved elsewhere do not count.</source>
        <translation>计入成绩的是一人与一个 AI 从空棋盘下到终局的对局，其间没有悔棋、提示、AI 代下、分析、在棋盘上显示开局库数据，也没有更换棋手。另存到别处的对局不计入。</translation>
    </message>
</context>
<context>
    <name>training_texts</name>
    <message>
        <source>Buwei&apos;s own: fastest on one machine</source>
        <translation>不围自己的方案：单机上最快</translation>
    </message>
    <message>
        <source>The AlphaZero NoGo paper: 1,600 simulations, gate</source>
        <translation>AlphaZero 不围棋论文：1,600 次模拟，有考核对局</translation>
    </message>
    <message>
        <source>AlphaGo Zero: history, gate, symmetries</source>
        <translation>AlphaGo Zero：历史局面、考核对局、对称</translation>
    </message>
    <message>
        <source>AlphaZero: one network, no gate</source>
        <translation>AlphaZero：单一网络，无考核对局</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>棋盘</translation>
    </message>
    <message>
        <source>Rows x columns; it can&apos;t be changed later.</source>
        <translation>行 x 列；以后不能更改。</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>起始权重</translation>
    </message>
    <message>
        <source>A new run begins with the weights of this checkpoint and goes on where that was; empty: with random ones.</source>
        <translation>新的训练从这个检查点的权重开始，接着它已学到的往下学；留空则从随机权重开始。</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>How many processor cores to use; 0: all of them. The window comes first all the same.</source>
        <translation>使用多少个处理器核心；0：全部。窗口的响应始终优先。</translation>
    </message>
    <message>
        <source>Games side by side</source>
        <translation>并行对局数</translation>
    </message>
    <message>
        <source>Simulations</source>
        <translation>模拟次数</translation>
    </message>
    <message>
        <source>Moves at temperature 1</source>
        <translation>温度为 1 的手数</translation>
    </message>
    <message>
        <source>So many moves of a game are chosen in proportion to their visits.</source>
        <translation>每局前这么多手按访问次数的比例随机选择。</translation>
    </message>
    <message>
        <source>Moves of falling temperature</source>
        <translation>温度下降的手数</translation>
    </message>
    <message>
        <source>After these moves the most visited move is always played.</source>
        <translation>此后总是下访问最多的一手。</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>Share of noise in the priors of the root, so that new moves are tried.</source>
        <translation>根节点先验中噪声的比例，使新的着法得到尝试。</translation>
    </message>
    <message>
        <source>Positions in a generation</source>
        <translation>每代局面数</translation>
    </message>
    <message>
        <source>Made by self-play before the network learns again.</source>
        <translation>自对弈产生这么多局面后，网络再次学习。</translation>
    </message>
    <message>
        <source>Learning ratio</source>
        <translation>学习比例</translation>
    </message>
    <message>
        <source>Positions learned from for each position made; fewer at first in a run that begins with a checkpoint.</source>
        <translation>每产生一个局面学习多少个局面；从检查点开始的训练起初较少。</translation>
    </message>
    <message>
        <source>Replay window</source>
        <translation>样本窗口</translation>
    </message>
    <message>
        <source>The network learns from so many of the latest positions.</source>
        <translation>网络从最近这么多局面中学习。</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>Positions in one step of learning.</source>
        <translation>每一步学习的局面数。</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Lower it when the losses stop falling.</source>
        <translation>损失不再下降时调低。</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>Keeps the weights small.</source>
        <translation>使权重保持较小。</translation>
    </message>
    <message>
        <source>Weight of the points&apos; fates</source>
        <translation>各点终局状态的权重</translation>
    </message>
    <message>
        <source>The network also learns what each point becomes; 0 leaves that out.</source>
        <translation>网络还学习每个点在终局时的状态（己方、对方、私有点或双方都不能下）；0 表示不学。</translation>
    </message>
    <message>
        <source>Search in the value</source>
        <translation>价值中搜索的比例</translation>
    </message>
    <message>
        <source>Share of the search&apos;s value in what the value learns; the rest is the result.</source>
        <translation>价值目标中搜索价值所占的比例，其余为对局结果。</translation>
    </message>
    <message>
        <source>Averaging</source>
        <translation>权重平均</translation>
    </message>
    <message>
        <source>Catching up</source>
        <translation>补学遍数</translation>
    </message>
    <message>
        <source>Passes over the replay that another network learns from before it takes the run over.</source>
        <translation>换用另一个网络时，它接替之前先把已有样本学几遍。</translation>
    </message>
    <message>
        <source>Symmetries</source>
        <translation>对称</translation>
    </message>
    <message>
        <source>Show positions turned and mirrored at random.</source>
        <translation>随机旋转和镜像局面。</translation>
    </message>
    <message>
        <source>Games of the gate</source>
        <translation>考核对局数</translation>
    </message>
    <message>
        <source>Simulations of the gate</source>
        <translation>考核对局的模拟次数</translation>
    </message>
    <message>
        <source>For each move of these games.</source>
        <translation>这些对局中每手的次数。</translation>
    </message>
    <message>
        <source>Share to win</source>
        <translation>所需胜率</translation>
    </message>
    <message>
        <source>Games kept</source>
        <translation>保留棋谱数</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Of all random numbers.</source>
        <translation>所有随机数的种子。</translation>
    </message>
    <message>
        <source>Gumbel search: moves</source>
        <translation>Gumbel 搜索的候选手数</translation>
    </message>
    <message>
        <source>So many moves drawn from the policy share the simulations, without noise: good lessons from few simulations. 0: PUCT.</source>
        <translation>从策略中抽取这么多着法，由它们分摊模拟次数，不加噪声：模拟次数少时也能得到有用的学习目标。0：PUCT。</translation>
    </message>
    <message>
        <source>Cheap simulations</source>
        <translation>快速搜索的模拟次数</translation>
    </message>
    <message>
        <source>Most moves are searched with so few simulations and not learned from: more games. 0: every move in full.</source>
        <translation>大多数着法只用这么少的模拟，也不用于学习：对局更多。0：每一手都完整搜索。</translation>
    </message>
    <message>
        <source>Share of full searches</source>
        <translation>完整搜索的比例</translation>
    </message>
    <message>
        <source>Of all moves, if there are cheap simulations.</source>
        <translation>占全部着法的比例，仅在使用快速搜索时有效。</translation>
    </message>
    <message>
        <source>Forced playouts</source>
        <translation>强制访问</translation>
    </message>
    <message>
        <source>New moves get more visits, which are not learned; 2 is usual, 0: none. Not with Gumbel search.</source>
        <translation>新着法得到更多访问，这些访问不用于学习；通常为 2，0：不用。不能与 Gumbel 搜索同时使用。</translation>
    </message>
    <message>
        <source>Random opening moves</source>
        <translation>开局随机手数</translation>
    </message>
    <message>
        <source>Window at the start</source>
        <translation>初始样本窗口</translation>
    </message>
    <message>
        <source>From so many positions on the window grows more slowly than the positions made; 0: its full size from the beginning.</source>
        <translation>超过这么多局面后，窗口比新局面增长得慢；0：一开始就用全部大小。</translation>
    </message>
    <message>
        <source>Weight of surprise</source>
        <translation>意外程度的权重</translation>
    </message>
    <message>
        <source>Share of the learning that goes where the search changed the policy most; 0: all positions alike.</source>
        <translation>偏重学习搜索结果与网络策略相差最大的局面，这里是这部分学习所占的比例；0：所有局面同等对待。</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>进程数</translation>
    </message>
    <message>
        <source>First network</source>
        <translation>起步网络</translation>
    </message>
    <message>
        <source>Positions of the first network</source>
        <translation>起步网络的局面数</translation>
    </message>
    <message>
        <source>After so many the network takes over from the first one.</source>
        <translation>产生这么多局面后，由“网络”接替起步网络。</translation>
    </message>
    <message>
        <source>Recorded openings</source>
        <translation>从棋谱开局</translation>
    </message>
    <message>
        <source>Solved points</source>
        <translation>求解点数</translation>
    </message>
    <message>
        <source>Self-play</source>
        <translation>自对弈</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>考核</translation>
    </message>
    <message>
        <source>Records and chance</source>
        <translation>棋谱与随机数</translation>
    </message>
    <message>
        <source>Games of a new network against earlier ones; 0: every new network is taken, and none is rated.</source>
        <translation>新网络与较早网络的对局数；0：总是采用新网络，也不评定等级分。</translation>
    </message>
    <message>
        <source>Share of these games that a new network must win against the best to be taken; 0: every one is, and the games only rate it.</source>
        <translation>新网络对当前最强网络须达到的胜率，达到才被采用；0：一律采用，对局只用来评定等级分。</translation>
    </message>
    <message>
        <source>A smaller one that begins a run with random weights and learns sooner; the network then learns from its games. Empty: none.</source>
        <translation>从随机权重开始的训练先用的较小网络，学得更快；随后“网络”从它的对局中学习。留空：不用。</translation>
    </message>
    <message>
        <source>Simulations grow from</source>
        <translation>模拟次数增长起点</translation>
    </message>
    <message>
        <source>From so many positions on they grow in proportion to them; those that a checkpoint has learned from count. 0: they stay.</source>
        <translation>从这么多局面起，模拟次数与局面数成正比地增加；起始检查点学过的也算在内。0：不变。</translation>
    </message>
    <message>
        <source>In each thread: the batch of the network. More are faster and need memory; a graphics card wants 256.</source>
        <translation>每个线程同时进行的对局数，也就是网络的批量。越多越快，也越占内存；用显卡时宜设为 256。</translation>
    </message>
    <message>
        <source>Learning rate of Muon</source>
        <translation>Muon 学习率</translation>
    </message>
    <message>
        <source>A way to learn for the convolutions that needs fewer steps, at first above all; 0: they learn as the rest does.</source>
        <translation>卷积层用 Muon 方法学习，所需步数更少，训练初期尤其如此；0：与其余部分用同样的方法。</translation>
    </message>
    <message>
        <source>Learning rates fall from</source>
        <translation>学习率下降起点</translation>
    </message>
    <message>
        <source>Steps from which they fall with the square root of the steps; 0: they stay as they are.</source>
        <translation>从这一步起与步数的平方根成反比下降；0：保持不变。</translation>
    </message>
    <message>
        <source>Share the threads among so many programs; with several, half of them play on while the others&apos; cores learn. 0: one for each thread (0.5 GB each), at most one a core and one for each GB of memory.</source>
        <translation>把线程分给这么多个进程；有多个进程时，网络学习期间仍有一半继续对弈。0：每个线程一个进程（各占约 0.5 GB 内存），最多每个核心一个、每 1 GB 内存一个。</translation>
    </message>
    <message>
        <source>A game begins after so many random moves at the most, in a position that the network finds even; 0: on the empty board. The first games of a run begin anywhere, so that they don&apos;t all end together.</source>
        <translation>每局最多先随机走这么多手，取网络认为均势的局面；0：从空棋盘开始。一次训练最初的几局从任意阶段开始，以免同时结束。</translation>
    </message>
    <message>
        <source>For each move of self-play. More make better and fewer games.</source>
        <translation>自对弈每手的次数。越多，对局质量越高、数量越少。</translation>
    </message>
    <message>
        <source>With so few points left to play on, the solver decides who wins a game, so that results are right; at the most a quarter of the board, and 29. 0: games are searched to their end.</source>
        <translation>剩下这么多可下的点时，由求解器判定胜负并下完这局棋，结果因此准确无误；至多为棋盘点数的四分之一，且不超过 29。0：一直搜索到终局。</translation>
    </message>
    <message>
        <source>Games of each generation kept as records with what the search thought, as many as 20 MB hold.</source>
        <translation>每代保留为棋谱的对局数，连同搜索的结果；文件至多 20 MB。</translation>
    </message>
    <message>
        <source>A running mean of the weights plays, over the last tenth of all steps; the share kept at a step, at the most (more where rates fall; 0: the latest weights play).</source>
        <translation>用权重的滑动平均来下棋，覆盖全部步数的最后十分之一；每步保留的比例一般不超过此值，学习率下降时可以更高；0：直接用最新的权重。</translation>
    </message>
    <message>
        <source>Exploration</source>
        <translation>探索系数</translation>
    </message>
    <message>
        <source>The search&apos;s c_puct: the higher, the more it follows the network&apos;s policy and tries moves; the lower, the more it trusts their values.</source>
        <translation>搜索的 c_puct：越大越依从网络的策略、尝试更多着法；越小越相信各着法的价值。</translation>
    </message>
    <message>
        <source>Search as in the papers</source>
        <translation>按论文搜索</translation>
    </message>
    <message>
        <source>Without the solver in the tree, and without what other orders of moves have found of a position being caught up with: slower to learn.</source>
        <translation>搜索树中不用求解器；以别的次序走到同一局面时，也不补上那里已有的访问次数：学得较慢。</translation>
    </message>
    <message>
        <source>A larger one learns more and slower.</source>
        <translation>网络越大，能学到的越多，学得也越慢。</translation>
    </message>
    <message>
        <source>Share of games that begin within one of the game records that you put into the folder openings of the run; 0: none.</source>
        <translation>有这么大比例的对局从棋谱中的局面开始，棋谱放在该训练的 openings 文件夹中；0：没有。</translation>
    </message>
</context>
</TS>
