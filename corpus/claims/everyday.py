"""Words by which anybody reports and explains, whatever it is about: they are no sign of what no passage tells."""

EVERYDAY = """
answer answers summary sum short brief briefly nutshell hint hints clue point points list listed item items outline
overview detail details note notes mention mentions mentioned say says said saying tell tells told speak speaks spoken
describe describes description explain explains explanation gloss glosses interpret interprets interpretation
understand understood reading reads text texts passage passages source sources evidence quote quotes quotation cited
cite citation commentary commentator author write writes written record records chapter section clause sentence word
words term terms phrase phrasing name names named call calls called mean means meaning refer refers reference
question questions ask asks asked reply answerable whether why how what when where which who reason reasons cause
because therefore thus hence since although though however moreover furthermore besides instead rather otherwise
accordingly namely actually really simply basically essentially generally usually normally typically roughly exactly
precisely clearly plainly obviously certainly surely probably perhaps maybe likely possibly apparently presumably
indeed fact true truth right correct wrong false mistake error sure clear unclear certain uncertain known unknown
important main chief key basic simple plain complex special particular general common ordinary usual different
difference differ same similar alike likewise similarly equal equally compare compares compared comparison contrast
unlike example examples instance case cases kind kinds sort type types form forms way ways manner method means
step steps stage stages order sequence process procedure phase part parts whole half rest remainder beginning
start starts started begin begins begun end ends ended finish finishes finished complete completes completed close
next previous following last final finally first second third once twice again still yet already soon later earlier
now meanwhile during until immediately directly straight together apart alone separately only even quite almost nearly
just enough much many more most less least few several various every everyone everybody everything anyone anything
someone something somebody nothing nobody none people person man men woman women thing things matter matters
role roles position positions place places side sides direction turn turns time times moment occasion
use uses used using make makes made making give gives given get gets got keep keeps kept let lets put puts become
becomes became happen happens happened occur occurs occurred involve involves involved include includes included
including contain contains consist consists concern concerns regarding relate relates relation depend depends
require requires required need needs needed want wants allow allows allowed follow follows followed lead leads led
show shows shown see seen look looks looked find finds found know knows think thinks thought suppose take takes
taken bring brings brought come comes came go goes went gone move moves moved stay stays remain remains leave leaves
serve serves act acts action do done doing work works carry carries carried out perform performs performed
appear appears seem seems add adds added further another other others else also too moreover respectively
number numbers total count altogether pair pairs couple group both either neither each per
good better best well bad big large small great little long short high low old new young full empty
english chinese ancient classical ritual ceremony rite rites custom tradition practice rule rules
child kid story imagine picture put simply remember quick quickly honest honestly frankly sorry unfortunately help
connect connects connected connection link links linked image images symbol symbols symbolise symbolize plain plainly
substance gist lesson lessons catch catches drill drills train trained curtail curtailed stress stresses stressed
emphasis emphasise emphasize emphasises highlight highlights focus focuses contrast contrasts notable noteworthy worth
interesting interestingly curious striking strikingly modest modestly humble elaborate gesture gestures polite politely
politeness courtesy respect respectful respectfully honour honor honours honors dignity formal formally informal
formality solemn protocol etiquette host guest figure figures participant participants official officials helper
helpers assist assists assisted task tasks duty duties job jobs charge responsible responsibility responsibilities
function functions purpose purposes aim aims goal intend intended intention effect effects result results outcome
affect affects influence event events action actions activity activities movement movements motion scene setting
arrangement arrange arranges arranged layout location locations located locate area areas spot spots space spaces
distance distances apart facing opposite adjacent beside nearby behind front back top bottom middle centre center
central edge corner level levels line lines row rows circle turn around toward towards across along through via
object objects item material materials vessel vessels container equipment tool tools gear stuff set sets
quantity amount amounts size sizes length height width depth measure measures measured measurement exact exactly
approximately approximate about estimate double twice triple half quarter single multiple
add additional extra remaining further originally initially eventually finally ultimately subsequently afterwards
afterward thereafter beforehand earlier sooner later simultaneously meanwhile throughout whenever wherever until
prepare prepares prepared preparation preparations ready respond responds response responses react repeat repeats
repeated repetition continue continues continued resume stop stops stopped pause pauses proceed proceeds
proceeded return returns returned approach approaches approached arrive arrives arrived arrival enter leave depart
exchange exchanges exchanged offer offers offered accept accepts accepted refuse refuses refused decline share shares
shared join joins joined separate separates separated divide divided combine combined choose chooses chosen choice
select selects selected selection pick picks picked appoint appointed assign assigned
southwest southeast northwest northeast eastward westward northward southward eastwards westwards northwards
southwards director directors steward stewards usher ushers aide aides deputy deputies clerk clerks leader leaders chief chiefs
secretary secretaries organiser organisers manager keeper keepers master masters officer officers gentleman gentlemen
lord lords noble nobles nobility senior seniors junior juniors elder elders younger older
district drinking archery great single victim food offering yili
version versions account accounts view views opinion opinions according accordance regard regarded consider considers
considered argue argues argued claim claims claimed assume assumes assumed infer infers inferred inference
conclusion conclude overall context background information info available provided provide provides specify specifies
specified state states stated indicate indicates indicated suggest suggests imply implies confirm confirms support
supports supported distinguish distinguishes identify identifies identified determine determines decide decides
總之 總的來說 簡單地說 簡而言之 一句話 換句話說 也就是說 具體來說 簡單來說 大致上 大概 基本上 其實 當然 可惜 很遺憾 抱歉 至於 關於 根據
依據 按照 資料 材料 段落 文字 這裡 那裡 這段 沒有提到 沒有說明 沒有記載 無法確定 答案 結論 要點 重點 步驟 順序 流程 過程 首先 其次 再次 然後 接著
最後 接下來 另外 此外 除此之外 同樣 相同 不同 區別 差別 相比 比較 例如 比如 譬如 包括 分別 各自 一共 總共 合計 原因 理由 因為 所以 因此 於是
但是 不過 然而 雖然 儘管 如果 要是 只要 只有 無論 即使 並且 而且 或者 以及 可以 不能 必須 應該 需要 可能 也許 似乎 明確 清楚 直接 間接 特別 尤其
解釋 說明 指出 認為 提到 記載 描述 表示 意思 含義 所謂 稱為 叫做 屬於 負責 擔任 進行 完成 開始 結束 發生 出現 成為 變成 使用 利用 價錢 做法 方式 方法 情況
時候 之後 之前 以後 以前 期間 同時 隨後 立即 馬上 一直 仍然 已經 還是 不再 再次 每次 每個 各個 所有 全部 部分 一些 許多 幾個 其他 其餘 別的 任何
第一次 第二次 第三次 第四次 第一回 第二回 第三回 第一 第二 第三 第四 第五 每回 再來 一回 兩回 三回 回合 照樣 照舊 照做 如此 鄉射禮 鄉飲酒禮 大射儀 大射禮 特牲饋食禮
"""  # noqa: E501
