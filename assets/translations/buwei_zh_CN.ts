<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
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
        <translation>每步 30 秒</translation>
    </message>
    <message>
        <source>10 seconds a move</source>
        <translation>每步 10 秒</translation>
    </message>
    <message>
        <source>Own clock</source>
        <translation>自定义用时</translation>
    </message>
    <message>
        <source>Total time for each side</source>
        <translation>每方总用时</translation>
    </message>
    <message>
        <source> minutes</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>Time for each move</source>
        <translation>每步用时</translation>
    </message>
    <message>
        <source> seconds</source>
        <translation> 秒</translation>
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
        <translation>棋步</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Tool bar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Players</source>
        <translation>棋手</translation>
    </message>
    <message>
        <source>AI</source>
        <translation>AI</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>棋步</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>&amp;Coordinates</source>
        <translation>坐标(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Appearance</source>
        <translation>外观(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Championship (A-I)</source>
        <translation>锦标赛（A-I）</translation>
    </message>
    <message>
        <source>GTP (A-J without I)</source>
        <translation>GTP（A-J，无 I）</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Back to the game</source>
        <translation>回到对局</translation>
    </message>
    <message>
        <source>You are looking back at move %1.</source>
        <translation>正在回看第 %1 手。</translation>
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
        <source>%1 to move: your turn.</source>
        <translation>轮到%1落子：请您走棋。</translation>
    </message>
    <message>
        <source>Loading the player of %1…</source>
        <translation>正在载入%1的棋手……</translation>
    </message>
    <message>
        <source>%1: the AI is thinking…</source>
        <translation>%1：AI 正在思考……</translation>
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
        <source>New game</source>
        <translation>新对局</translation>
    </message>
    <message>
        <source>Give up this game?</source>
        <translation>确定认输吗？</translation>
    </message>
    <message>
        <source>Open a game</source>
        <translation>打开棋谱</translation>
    </message>
    <message>
        <source>Game records (*.sgf *.txt);;All files (*)</source>
        <translation>棋谱 (*.sgf *.txt);;所有文件 (*)</translation>
    </message>
    <message>
        <source>The file holds %1 games; this is the first.</source>
        <translation>文件中有 %1 局棋，这里显示第一局。</translation>
    </message>
    <message>
        <source>Save the game</source>
        <translation>保存棋谱</translation>
    </message>
    <message>
        <source>SGF (*.sgf);;Championship record (*.txt)</source>
        <translation>SGF (*.sgf);;锦标赛棋谱 (*.txt)</translation>
    </message>
    <message>
        <source>%1 can&apos;t be saved: %2</source>
        <translation>无法保存 %1：%2</translation>
    </message>
    <message>
        <source>A game is under way. Leave it?</source>
        <translation>对局正在进行，要离开吗？</translation>
    </message>
    <message>
        <source>Load a checkpoint</source>
        <translation>载入检查点</translation>
    </message>
    <message>
        <source>Checkpoints (*.safetensors)</source>
        <translation>检查点 (*.safetensors)</translation>
    </message>
    <message>
        <source>Network %1, generation %2, board %3</source>
        <translation>网络 %1，第 %2 代，棋盘 %3</translation>
    </message>
    <message>
        <source>Simulations</source>
        <translation>模拟次数</translation>
    </message>
    <message>
        <source>Simulations of the AI for each move:</source>
        <translation>AI 每步的模拟次数：</translation>
    </message>
    <message>
        <source>The run %1 already has the network %2. Choose another name for a new run.</source>
        <translation>训练 %1 已使用网络 %2。请为新的训练另取名称。</translation>
    </message>
    <message>
        <source>The training session has ended by itself.</source>
        <translation>训练会话自行结束了。</translation>
    </message>
    <message>
        <source>Rules of NoGo</source>
        <translation>不围棋规则</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
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
        <source>A self-play session is running.</source>
        <translation>自对弈训练会话正在运行。</translation>
    </message>
    <message>
        <source>It can go on without the window; the next start finds it again.</source>
        <translation>关闭窗口后它可以继续运行，下次启动时会重新找到它。</translation>
    </message>
    <message>
        <source>Let it go on</source>
        <translation>让它继续</translation>
    </message>
    <message>
        <source>Stop it</source>
        <translation>停止训练</translation>
    </message>
    <message>
        <source>The settings could not be read and were set aside as %1.</source>
        <translation>设置文件无法读取，已另存为 %1。</translation>
    </message>
    <message>
        <source>The AI is at rest.</source>
        <translation>AI 空闲中。</translation>
    </message>
    <message>
        <source>Legal points: Black %1, White %2  ·  private points: Black %3, White %4</source>
        <translation>合法点：黑 %1，白 %2  ·  私有点：黑 %3，白 %4</translation>
    </message>
    <message>
        <source>The training session can&apos;t be started: %1</source>
        <translation>训练会话无法启动：%1</translation>
    </message>
</context>
<context>
    <name>NewGameDialog</name>
    <message>
        <source>New game</source>
        <translation>新对局</translation>
    </message>
    <message>
        <source>Strict rules: a losing move loses at once, as in competition</source>
        <translation>严格规则：走出负着立即判负（与比赛相同）</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>棋盘</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>开始对局</translation>
    </message>
    <message>
        <source>I play Black</source>
        <translation>我执黑</translation>
    </message>
    <message>
        <source>I play White</source>
        <translation>我执白</translation>
    </message>
    <message>
        <source>Draw the colour</source>
        <translation>随机猜先</translation>
    </message>
    <message>
        <source>AI against AI</source>
        <translation>AI 对 AI</translation>
    </message>
    <message>
        <source>Two people</source>
        <translation>双人对弈</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Opponent</source>
        <translation>对手</translation>
    </message>
    <message>
        <source>Advanced settings</source>
        <translation>高级设置</translation>
    </message>
</context>
<context>
    <name>PlayerChoice</name>
    <message>
        <source>Own settings</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>shipped network</source>
        <translation>自带网络</translation>
    </message>
    <message>
        <source>another checkpoint…</source>
        <translation>其他检查点……</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source> s a move</source>
        <translation> 秒/步</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Text of the player</source>
        <translation>棋手文本</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Simulations</source>
        <translation>模拟次数</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>As text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Choose a checkpoint</source>
        <translation>选择检查点</translation>
    </message>
    <message>
        <source>Checkpoints (*.safetensors)</source>
        <translation>检查点 (*.safetensors)</translation>
    </message>
</context>
<context>
    <name>ThinkingPanel</name>
    <message>
        <source>%1 visits</source>
        <translation>%1 次访问</translation>
    </message>
    <message>
        <source>%1 simulations a second</source>
        <translation>每秒 %1 次模拟</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>着点</translation>
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
        <translation>AI 考虑的着点</translation>
    </message>
    <message>
        <source>Win rate of Black</source>
        <translation>黑方胜率</translation>
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
        <translation>自动停止于</translation>
    </message>
    <message>
        <source> minutes</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练名称</translation>
    </message>
    <message>
        <source>A new name begins a new run; a known one goes on with it.</source>
        <translation>新名称开始新的训练；已有名称则继续该训练。</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>b4c32: 4 blocks of 32 channels. Larger ones learn more and slower.</source>
        <translation>b4c32：4 个残差块、32 个通道。越大学得越多，也越慢。</translation>
    </message>
    <message>
        <source>Simulations</source>
        <translation>模拟次数</translation>
    </message>
    <message>
        <source>For each move of self-play. More make better and fewer games.</source>
        <translation>自对弈每步的模拟次数。越多则对局质量越高、数量越少。</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>How many processor cores to use. The window comes first all the same.</source>
        <translation>使用几个处理器核心。窗口始终优先。</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>The name of a run is the name of a folder; choose one without \ / : * ? &quot; &lt; &gt; |</source>
        <translation>训练名称就是文件夹名，不能含有 \ / : * ? &quot; &lt; &gt; |</translation>
    </message>
</context>
<context>
    <name>TrainingPanel</name>
    <message>
        <source>No session yet. Start one, and Buwei learns by playing against itself while you play on.</source>
        <translation>还没有训练会话。开始一个，不围会在您下棋的同时通过自对弈学习。</translation>
    </message>
    <message>
        <source>Run “%1”: %2</source>
        <translation>训练“%1”：%2</translation>
    </message>
    <message>
        <source>Generation %1 · %2 games · %3 positions · %4 positions a second</source>
        <translation>第 %1 代 · %2 局 · %3 个局面 · 每秒 %4 个局面</translation>
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
        <source>Start…</source>
        <translation>开始……</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
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
        <translation>策略</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>价值</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>门控</translation>
    </message>
    <message>
        <source>Generations</source>
        <translation>各代训练</translation>
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
        <translation>新对局(&amp;N)……</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)……</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)……</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>走棋(&amp;P)</translation>
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
        <source>AI &amp;against AI</source>
        <translation>AI 对 AI(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Resign…</source>
        <translation>认输(&amp;R)……</translation>
    </message>
    <message>
        <source>&amp;Moves</source>
        <translation>棋步(&amp;M)</translation>
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
        <source>Ten moves back</source>
        <translation>后退十手</translation>
    </message>
    <message>
        <source>Ten moves on</source>
        <translation>前进十手</translation>
    </message>
    <message>
        <source>To where &amp;play stands</source>
        <translation>到当前局面(&amp;P)</translation>
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
        <translation>载入检查点(&amp;C)……</translation>
    </message>
    <message>
        <source>Use the &amp;shipped network</source>
        <translation>使用自带网络(&amp;S)</translation>
    </message>
    <message>
        <source>Set si&amp;mulations…</source>
        <translation>设置模拟次数(&amp;M)……</translation>
    </message>
    <message>
        <source>&amp;Training</source>
        <translation>训练(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Start a self-play session…</source>
        <translation>开始自对弈训练(&amp;S)……</translation>
    </message>
    <message>
        <source>S&amp;top the session</source>
        <translation>停止训练会话(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Play against its best network</source>
        <translation>与其最佳网络对局(&amp;P)</translation>
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
        <source>&amp;Rematch</source>
        <translation>再来一局(&amp;R)</translation>
    </message>
    <message>
        <source>Rematch with colours s&amp;wapped</source>
        <translation>交换黑白再来一局(&amp;W)</translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
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
        <translation>弃权判负。</translation>
    </message>
    <message>
        <source>That point is off the board.</source>
        <translation>该点不在棋盘上。</translation>
    </message>
    <message>
        <source>%1 would capture %2, and who captures loses.</source>
        <translation>落子 %1 会吃掉 %2，而吃子者判负。</translation>
    </message>
    <message>
        <source>%1 is suicide, which loses.</source>
        <translation>落子 %1 是自杀，判负。</translation>
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
        <translation>%1落子 %2 吃掉了 %3。</translation>
    </message>
    <message>
        <source>%1&apos;s move %2 is suicide.</source>
        <translation>%1落子 %2 是自杀。</translation>
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
        <translation>%1弃权。</translation>
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
        <translation>人类</translation>
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
        <source>%1 playouts</source>
        <translation>%1 次随机对局</translation>
    </message>
    <message>
        <source>%1 s a move</source>
        <translation>%1 秒/步</translation>
    </message>
    <message>
        <source>Buwei AI</source>
        <translation>不围 AI</translation>
    </message>
    <message>
        <source>UCT with playouts</source>
        <translation>UCT 随机模拟</translation>
    </message>
    <message>
        <source>Network without search</source>
        <translation>仅网络（不搜索）</translation>
    </message>
    <message>
        <source>Random moves</source>
        <translation>随机落子</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Playing against itself</source>
        <translation>自对弈</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>New network against the best so far</source>
        <translation>新网络对阵当前最佳</translation>
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
        <source>&lt;p&gt;NoGo is played with stones on a Go board, on 9x9 in competition. Black begins; then the sides take turns and each move puts one stone on an empty point. Stones never move.&lt;/p&gt;&lt;p&gt;Stones of one colour that touch along the lines are a block; the empty points beside it are its liberties. A move that leaves a block without liberties loses at once:&lt;/p&gt;&lt;ul&gt;&lt;li&gt;whoever &lt;b&gt;captures&lt;/b&gt;, taking the last liberty of an opponent&apos;s block, loses;&lt;/li&gt;&lt;li&gt;whoever plays &lt;b&gt;suicide&lt;/b&gt;, leaving the own block without a liberty, loses;&lt;/li&gt;&lt;li&gt;whoever &lt;b&gt;passes&lt;/b&gt; or runs out of &lt;b&gt;time&lt;/b&gt; loses.&lt;/li&gt;&lt;/ul&gt;&lt;p&gt;So the side that has no legal move left has lost. There is no draw. Count your private points, those where only you may still play: they are your spare moves.&lt;/p&gt;</source>
        <translation>&lt;p&gt;不围棋在围棋棋盘上进行，比赛用 9x9 棋盘。黑方先行，双方轮流落子，每次在一个空点放一枚棋子，棋子落下后不再移动。&lt;/p&gt;&lt;p&gt;沿线相连的同色棋子是一个棋块，紧邻的空点是它的气。使任何棋块无气的一手立即判负：&lt;/p&gt;&lt;ul&gt;&lt;li&gt;&lt;b&gt;吃子&lt;/b&gt;者（占去对方棋块最后一口气）判负；&lt;/li&gt;&lt;li&gt;&lt;b&gt;自杀&lt;/b&gt;者（使己方棋块无气）判负；&lt;/li&gt;&lt;li&gt;&lt;b&gt;弃权&lt;/b&gt;或&lt;b&gt;超时&lt;/b&gt;者判负。&lt;/li&gt;&lt;/ul&gt;&lt;p&gt;因此，轮到落子却没有合法点的一方已经输了。没有和棋。请数一数您的私有点，即只有您还能落子的点：它们是您多出来的棋步。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>%1 (Elo %2)</source>
        <translation>%1（Elo %2）</translation>
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
        <translation>%1“%2”属于刚走过的一方；这一变化到此为止。</translation>
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
        <translation>%1 的检查点版本为 %2，本程序只能读 %3；请使用更新的不围</translation>
    </message>
    <message>
        <source>%1 in player &apos;%2&apos; should be a number of at least %3</source>
        <translation>棋手“%2”中的 %1 应为不小于 %3 的数</translation>
    </message>
    <message>
        <source>%1 in player &apos;%2&apos; should be a whole number of at least %3</source>
        <translation>棋手“%2”中的 %1 应为不小于 %3 的整数</translation>
    </message>
    <message>
        <source>%1 is a pass, which loses; the line ends before it.</source>
        <translation>%1是停一手，判负；这一变化到此为止。</translation>
    </message>
    <message>
        <source>%1 is damaged or not a checkpoint: %2</source>
        <translation>%1 已损坏或不是检查点：%2</translation>
    </message>
    <message>
        <source>%1 is damaged: %2</source>
        <translation>%1 已损坏：%2</translation>
    </message>
    <message>
        <source>%1 is larger than any checkpoint of Buwei</source>
        <translation>%1 比不围的任何检查点都大</translation>
    </message>
    <message>
        <source>%1 is not a checkpoint of Buwei: its header is another program&apos;s</source>
        <translation>%1 不是不围的检查点：文件头属于其他程序</translation>
    </message>
    <message>
        <source>%1 seconds are no time to play; give more than 0</source>
        <translation>%1 秒无法对局；请给出大于 0 的时间</translation>
    </message>
    <message>
        <source>&apos;%1&apos; in player &apos;%2&apos; is not of the form name=value</source>
        <translation>棋手“%2”中的“%1”不是“名称=值”的形式</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a board size; write 9 or 4x5 (rows x columns)</source>
        <translation>“%1”不是棋盘大小；请写 9 或 4x5（行x列）</translation>
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
        <translation>一手棋</translation>
    </message>
    <message>
        <source>It does not begin with ([NG], as records of the Chinese championship do.</source>
        <translation>它不以 ([NG] 开头，不是中国锦标赛的棋谱。</translation>
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
        <translation>中国锦标赛的棋谱从空棋盘开始；这一局开始时已有棋子。</translation>
    </message>
    <message>
        <source>Records of the Chinese championship hold 9x9 games; this one is %1.</source>
        <translation>中国锦标赛的棋谱只记 9x9 对局；这一局是 %1。</translation>
    </message>
    <message>
        <source>The file %1 can&apos;t be read (%2).</source>
        <translation>无法读取文件 %1（%2）。</translation>
    </message>
    <message>
        <source>The file %1 can&apos;t be read as a record. %2</source>
        <translation>无法把文件 %1 读作棋谱。%2</translation>
    </message>
    <message>
        <source>The file %1 can&apos;t be written (%2).</source>
        <translation>无法写入文件 %1（%2）。</translation>
    </message>
    <message>
        <source>The file %1 is larger than %2 MB; that is no record.</source>
        <translation>文件 %1 超过 %2 MB，不会是棋谱。</translation>
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
        <translation>注释</translation>
    </message>
    <message>
        <source>game %1. %2</source>
        <translation>第 %1 局。%2</translation>
    </message>
    <message>
        <source>network &apos;%1&apos; is out of range: 1 to %2 blocks, 4 to %3 channels</source>
        <translation>网络“%1”超出范围：1 到 %2 个残差块，4 到 %3 个通道</translation>
    </message>
    <message>
        <source>network &apos;%1&apos; was made for %2 boards and can&apos;t play on %3</source>
        <translation>网络“%1”是为 %2 棋盘训练的，不能在 %3 上下棋</translation>
    </message>
    <message>
        <source>player kind &apos;%1&apos; does not know the option %2</source>
        <translation>棋手类型“%1”没有选项 %2</translation>
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
        <source>there is no network &apos;%1&apos;; write paper, agz6x64 (blocks x channels) or b4c32 (blocks, channels)</source>
        <translation>没有网络“%1”；请写 paper、agz6x64（块x通道）或 b4c32（块、通道）</translation>
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
        <source>with %1 black and %2 white stones it is Black&apos;s move</source>
        <translation>黑子 %1 颗、白子 %2 颗时应由黑方走</translation>
    </message>
    <message>
        <source>with %1 black and %2 white stones it is White&apos;s move</source>
        <translation>黑子 %1 颗、白子 %2 颗时应由白方走</translation>
    </message>
</context>
</TS>
