/**
 * The most common English words of two to six letters: acronyms are seldom longer. From SCOWL, size 10, with interjections.
 *
 * SCOWL is Copyright 2000-2016 by Kevin Atkinson. Permission to use, copy, modify, distribute and sell these word lists, the
 * associated scripts, the output created from the scripts, and its documentation for any purpose is hereby granted without
 * fee, provided that the above copyright notice appears in all copies and that both that copyright notice and this permission
 * notice appear in supporting documentation. Kevin Atkinson makes no representations about the suitability of this array for
 * any purpose. It is provided "as is" without express or implied warranty.
 */
const words = `
    able about above abuse accept access accord across act acted acting action active acts actual add added adding
    adds adjust admit admits adopt adopts advice advise affair affect afford afraid after again age agency ages ago
    agree agreed agrees ah ahead aid aim aimed aiming aims air alarm album alias alive all allow allows almost alone
    along also alter alters always am amount amuse amused amuses an and angle angry animal annoy annoys annual answer
    any anyone anyway apart appeal appear apple apply are area areas argue argued argues arise arises arm army around
    arrive art artist as aside ask asked asking asks asleep aspect assume assure at ate attach attack attend author
    autumn avoid avoids awake award aware away awful back backed backs bad badly ball ban band bank bar bars base
    based bases basic basing basis be bear bears became become bed been before began begin begins begun behalf behave
    behind being belong below best bet bets better beyond bid bids big bigger bill binary bind binds bit bite bites
    biting bits bitten black blame blank block blow blue board boards boat bodies body book books boot bore borne
    borrow both bother bottle bottom bought bound box boxes boy branch brand breach break breaks bridge brief bright
    bring brings broke broken brown bucket budget buffer bug bugs build builds built bulk buried buries bury bus busy
    but button buy buying buys by byte bytes call called calls came can cannot car card cards care cares carry case
    cases cash catch caught cause caused causes cease cell cent chain chair chance change chaos char charge chars chat
    cheap check checks child chip chips choice choose chose chosen church circle city claim claims class clean clear
    clears clever clock close closed closer closes club clue code coded codes coding coffee cold column come comes
    coming common cool cope copied copies copy core corner cost costs could count counts county couple course court
    cover covers crash crazy create credit crisis crisp crisps cross cry cums cup cure cursor cut cuts cycle cycles
    daily damage danger dare dark data date dated dates dating datum day days dead deal deals dealt dear death debate
    decade decent decide deduce deem deemed deems deep deeply define degree delay delete demand depend depth derive
    design desire desk detail detect device devote did die died dies differ digit digits dinner direct dirty disc
    discs disk ditto divide do doe does dog doing dollar domain done door doors double doubt down dozen dozens draw
    drawn draws dream drew drink drive driven driver drives drop drops drove dry due dumb dump during duty dying each
    early earth ease easier easily east easy eat eaten eating eats edge edit edited editor edits effect effort eh
    eight either elect elects else empty enable end ended ending ends enemy enjoy enough ensure enter enters entire
    entity entry equal eraser error errors escape even evened evens event events ever every exact except excess excuse
    exist exists expand expect expert extend extent extra eye eyes face fact factor facts fail failed fails fair
    fairly faith fall fallen falls false family famous fan fancy far farm fast faster fatal fate father fault faults
    fear fed fee feed feeds feel feels fees feet fell felt few fewer fewest field fields fight figure file filed files
    filing fill filled fills film final find finds fine finger finish finite fire firm firmly first fiscal fish fishes
    fit fits fitted five fix fixed fixes fixing flag flash flat flew flied flies flight float floats floor flow flown
    fly flying folk folks follow food foot for force forced forces forget forgot form formal format formed former
    forms forth found four fourth frame free freely french fresh friend fries from front fry full fully fun fund funds
    funny future gain gained gains game games gap garden gas gather gave get gets girl give given gives giving glad
    glass global go goal goals goes going gone good goods got gotten grand grands grant grants graph grave great green
    grew grind grinds gross ground group groups grow grown grows growth guard guess guide gun guy guys ha habit habits
    hack had hair half hall hand handed handle hands handy hang hanged hangs happen happy hard harder hardly harm has
    hat hate have having he head headed header heads health hear heard hears heart heat heavy held hell hello help
    helped helps hence her here hereby hes hey hi hid hidden hide hides hiding high higher highly hill him hint hints
    his hit hits hmm hold holds hole holes home honest hope hoped hopes hoping horse horses host hot hotel hour hours
    house how huge huh human hung hunt hurry ice idea ideal ideas if ignore ill image images impact imply impose in
    inch inches income indeed index info inform inner input inputs insert inside insist intend into invent invite is
    issue issued issues it item items its itself job jobs join joined joins joint joke joy judge jump jumps junk just
    keen keep keeps kept key keys kid kill killed kills kind kindly kinds king knew knock knocks know known knows
    label labels lack lacked lacks ladies lady lain land landed lands large larger last lasts late later latest latter
    law laws lay layout lazy leach lead leaded leader leads leaf learn learns least leave leaved leaves led left leg
    legal legs lend length less lesser lesson let lets letter level levels liable lie lied lies life lift light lights
    like liked likely likes liking limit limits line linear lines link linked links list listed listen lists little
    live lived lives living load loaded loads loan local lock locked locks log logged logic logs long longer look
    looked looks loop loose lorry lose loses losing loss lost lot lots loudly love low lower lowest luck lucky lunch
    lying mad made magic mail main mainly major make makes making man manage manner manual many map march mark marked
    market marks marry mass master match matter may maybe me mean means meant media medium meet meets member memory
    men mere merely merit merits mess messy met metal method middle might mile miles mind minded minds mine minor
    minute misled miss missed misses misuse mix mixed mixes mixing mod mode model models modern modify moment money
    month months moral more most mostly mother motion mouth move moved moves movie moving much music must my myself
    naive name named namely names naming nasty nation nature near nearby nearer nearly neck need needed needs net
    never new news next nice nicer nicest night nine no nobody noise noisy none nope nor normal north not note noted
    notes notice notify noting novel now numb number obey object obtain occupy occur occurs odd odds of off offer
    offers office often oh oil ok okay old older oldest omit omits on once one ones only onto open opened opens oppose
    option or order orders origin other others ought our ours out outer output over owe owed owes owing own owner
    owners pack packet page pages paid pain pair pairs paper papers parent park part partly parts party pass passed
    passes past patch path pause pay payed paying pays peace peak pen people per period permit person petrol phase
    phone phrase pick picked picks piece pieces pile pint pipe place placed places plain plan plane planet plans plant
    play played plays plea please plenty plot plots plug plus pocket poem poet point points police policy poll pool
    poor pop port post posted posts pound pounds power powers prefer press pretty price prices prime print prints
    prior prompt prone proof proper prove proved proves public pull pulled pulls pure purely push pushed pushes put
    puts putt putted putts queue quick quiet quit quite quits quote quoted quotes race radio rain raise raised raises
    ran random range rapid rare rarely rate rates rather raw reach react read reader reads ready real really reason
    recall recent record red reduce refer refers refuse regard region regret reject relate rely remain remark remind
    remote remove repair repeat reply report resort rest result retain return reveal review rid ride rids right rights
    ring rise risk river road role roll room rooms root rough round route row rubber rule rules run runs rush sad
    sadly safe safely safer safest safety said saint sake sale sales same sample sat save saved saves saving saw say
    saying says scale scan scene scheme school score scores scrap screen script search season second secret secure see
    seeing seek seeks seem seemed seems seen sees select self sell sells send sends senior sense sent serial series
    serve served server serves set sets settle seven severe sex shall shame shape share shared shares sharp she sheet
    shelf shell shift ship shoot shop shops short should show showed shown shows shut shuts side sides sight sign
    signal signed signs silly simple simply since single sit site sites sits six size sizes skill skills sleep slight
    slip slow slower slowly small smile smooth so social soft sold solely solid solve solved solves some son soon
    sooner sorry sort sorted sorts sought sound sounds source south space spaces spare speak speaks speech speed spell
    spells spend spends spent spirit spite split splits spoke spoken spot spots spread spring square stable staff
    stage stages stand stands start starts state stated states status stay stayed stays steal step stick sticks still
    stock stone stones stood stop stops store stored stores story stream street strict strike string strong struck
    stuck study stuff stupid style submit subset subtle such sudden suffer sugar suit suited suits sum summer sun
    supply sure surely survey switch symbol syntax system table tables take taken takes taking talk talked talks tank
    tanks tape tapes target task tasks taste taught tax tea teach team teeth tell tells ten tend tends term terms test
    tested tests text than thank thanks that the their them then theory there these they thin thing things think
    thinks third this those though threat three threw throw thrown throws thus ticket tie tied ties tight till time
    timed times timing tin tip tips title titles to today token told too took tool tools tooth top topic topics total
    touch toward town trace track tracks train trains trap traps trash travel treat treats tree trees trial trick
    tried tries trip truck trucks true truly trunk trust trusts truth try trying tune turn turned turns twelve twenty
    twice two tying type typed types typing ugly um unable under unique unit unite units unless unlike until up update
    upon upper upset upsets us usage use used useful user users uses using usual vague valid value values van vans
    varied varies vary vast vastly vector very via vice video view views virtue vision visit vital voice volume vote
    votes wait waited waits walk walked walks wall walls want wanted wants war warm warn warned warns was wash waste
    wasted wastes watch water way ways we weapon wear wears week weeks weight weird well went were west what wheel
    wheels when where which while whilst white who whole whom whose why wide widely wider widest wife wild will willed
    wills win wind window wine wins winter wire wise wish wished wishes with within woman women won wonder wooden word
    worded words wore work worked worker works world worn worry worse worst worth worthy would wow write writer writes
    wrong wrote yeah year years yellow yep yes yet you young your yours zero`

/** The next most common ones of three to five letters, from SCOWL, size 20: acronyms in lower case could be spelled so. */
const furtherWords = `
    abide abort ace acid acorn actor acute adapt adult aged agent agony aided aids akin alas alert alien align alike
    ally aloud alpha amaze amber amend amp ample angel anger apt arc arch arena armed arms arose array arrow arts ash
    ashes ass asset atlas atom atoms audio aunt await axes axiom axis baby badge bag bags bake baked bakes balls banal
    bands bang banks bans bare bark barks bash bass bat batch bath baths baud bay beach beam bean beans beard beast
    beat beats beds beef beer beers beg bell bells belt bench bend bends bent beta bias bible bigot bills bin bird
    birds birth blade blast bless blew blind blink bliss blob blood blown blows blues blurb boats bob bobs bog bogs
    bogus boil boils bold bolt bomb bombs bond bone bones bonus boom boost boots bored bores born boss bout bow bowl
    boys brain brake brass brave bread bred breed brick broad brush buck bucks bulb bulbs bull bump bunch burn burns
    burnt burst buses bush buss bust buyer bye cable cage cake cakes calm cam camp camps cans cant cap caps cared cars
    cased cast casts cat cater cats cave cells chalk chap chaps charm chart chase chats cheat cheek cheer chess chest
    chew chews chief choir chop chops chord chuck chunk cider circa cite cited cites civil clash click cliff climb
    clip clips clog clone cloth cloud clubs clues coach coal coast coat coats coin coins coke colon comic comma con
    cook cooks cools coped copes corn cough cow cows crack craft cramp crap crass crawl cream creed creep crew cried
    cries crime crop crops crowd crown crude cruel crush cube cubic cue cult cups cured cures curly curry curse curve
    cute cynic daft damn damns damp dance dared dares dash dawn deaf debt debug decay deck deed deeds defy deity delta
    dense deny deter devil dial dials diary dice diet dig digs dim dine dined diner dines dip dire dirt disco dish
    ditch dive dived dives dodge dogma dogs dole don dons doom dooms dose doses dot dots draft drag drags drain drama
    drank dread dress dried dries drift drill drip drips drown drug drugs drum drums drunk dual duck ducks duff dug
    dull duly dummy dumps dust dusty eager eagle ear earn earns ears eater echo edges egg eggs ego egos elite embed
    emit envy epic equip era erase ergo err essay ethic evil evils exam exams exit exits faced faces faint fairy fake
    fame fans farce fare fat fears feat fence fetch fever fifth fifty films fined finer fines fired fires firms fiver
    fizzy flags flame flaw flaws fleet flesh flip flips flood flour flows fluid flush flute foam focus fog fold folds
    fond font fonts foods fool fools fork forty forum foul frank fraud freak freed frees fried frog frogs frown froze
    fruit fudge fuel fume fumes fur furry fuse fuss fussy fuzzy gang gaps gasp gate gates gay gear gears gene genes
    genre ghost giant gift gifts gig gin girls glean glory glove glow glows glue gnome goat god gods gold golf goody
    gown grab grabs grace grade grain grasp grass greed grid grief grim grip grips groan guest guilt gulf gum guns gut
    guts hacks hail hairs hairy halls halt halts halve ham hardy harsh hash hasty hated hates hats havoc hay hazy heap
    heats heel heels herd hero hided hills hip hire hired hires hobby hog holy homes honey hook hooks horde horn hosts
    hum hunts hurt hurts hut icon icons idiom idiot idle inane incur infer ink inter ion irate iron irony jack jail
    jam jams jazz jeans jelly jerk jest jet joked jokes jolly juice jury ken keyed kick kicks kids kings kiss kit kits
    knee knees knife lab labs lad lag lager laid lake lamp lane lark laser laugh lawn layer lays leak lean leans leap
    lemon lends lens lent lest libel lid lifts limb limbs lined lion lip lips lisp lit liver loans lobby lodge logo
    loops lord lords loud lousy loved lover loves loyal lump lumps lung lungs lurk lurks lust lyric mails mains maize
    maker male males mania mans maps mask mate mayor maze meal meals meat melt mend mends menu menus mercy merge merry
    meter metro mice mild milk mill mimic mined mines mint minus mist mists moan moans mob mock modes mole mood moon
    moons moron motor motto mount mouse muck mucks mud mug mugs mum mummy myth myths nail nails naked nay neat nerve
    nest nests nets newer newly nick nicks nil noble node nodes noon norm nose noses noun nouns null nun nuns nurse
    nut nuts oar obeys ocean oddly onion onus opera opt opted optic opts opus oral orbit organ owned owns ozone pace
    packs pad pads paged pains paint pale pan panel panic pant pants par parks parse paste pat paths peaks pedal peer
    peers pence pends penny pens pet petty photo piano pie pig pigs piles pill pills pilot pin pinch pink pins pints
    pipes pit pitch pity pizza plate ploy plugs poems poets poke polar pole polls pope pops pork ports pose posed
    poses pot pour pours pray prays pride prize pro prose proud pub pulp pulse pump pumps pun punch puns punt punts
    pupil purge queen query quest quiz quota rabid raced races rack racks radar rag rage raid raids rail rails rains
    ram rang rank ranks rant rants rape rarer rash rat rated ratio rats rave raved raves ray razor realm rear reign
    relax relay rend rends renew rent reset rests reuse rhyme rice rich rides rigid rings riot rip rips risen rises
    risks risky rival roads robot rock rocks rod rode roles rolls roman roof roots rope rose rot rout routs rows royal
    rub rude ruin ruins ruled ruler rung rural rusty sack sacks saga sail sails salt sand sane sang sank sauce scans
    scare scarf scope screw scum sea seal seals seat seats sect sects seed sexes sexy shade shake shaky shed sheds
    sheep sheer shine shiny ships shirt shock shoe shoes shone shook shot shots shout shove shy sic sick sided sigh
    sigma sin sine sing sings sink sinks sins sir sixth sixty sized skin skip skips skirt skull sky slag slang slash
    slave slept slice slid slide slim slips slope slot slots slows smart smash smell smith smoke smug snack snag snail
    sneak sniff snow soap sober sock socks sod soil solar sole soles solo song songs sons sore soul souls soup span
    sped spies spike spill spin spit spits spoil spoof spool sport spout spray spur spy squad stack stair stake stale
    stall stamp star stare stark stars steam steel steep steer stem stems steps stiff stir stirs stole storm straw
    stray strip stun stuns stunt sue sued sues suing suite sums sung sunk sunny super swam swamp swap swaps swear
    sweat sweep sweet swept swim swims swing sword swore sworn swum tab tabs tack tacks tag tail tails taker tale
    tales tall tame tap taxes taxi teams tear tears tempt tens tense tenth terse texts thee theft theme thick thief
    thou thous thumb thy tick tidy tiger tile tiles timer tins tiny tire tired tires toad toast toe toes toll tome ton
    tone tones tons tops tore torn toss tough tour tower towns toy toys trade trail tray tread trek trend tribe trips
    troop tube tubes tuned tunes tutor twin twins twist ugh uncle undid undo unify union unity unset unto ups urban
    urge urged urges utter vain valve vat vein vend vends venue verb verbs verse vet vicar vile vinyl virus vocal void
    vomit voted voter vouch vowel wade waded wades wage wages wake waked wakes ward warms warp warps wars wary wave
    waved waves weak weary wed weds wee weigh wet wets whale whim whoop width winds wines wing wings wipe wiped wipes
    wired wires wiser wit witch witty wive wives woke woken wolf wont wood woods worm worms wound wrap wraps wrath
    wreck wren wrist yard yards yawn yeti yield youth zeros zone zones zoom`

/** Words with which people ask in German, French, Spanish and Italian. */
const foreignWords = `
    aber als auch auf aus bei bitte da das dem den der des die ein eine einen er es für hat ich im in ist kann man mit
    nicht oder sie sind so und uns von war was wer wie wir zu zum
    au aux ce cet dans de du elle en est et il ils je la le les mais ne nous on ou par pas pour que quel qui quoi sa se
    son sur te un une vos
    al como con cual del el ella eso esta este la las lo los me mi no nos para pero por ser si sin su sus una uno y ya
    che chi ci cosa da di dei gli ha ho io ma mia nel per sa sei si sono tu`

const toSet = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))
const commonWords = toSet(`${words} ${foreignWords}`)
const englishWords = toSet(`${words} ${furtherWords} ${foreignWords}`)

const everyWord = (text: string, known: ReadonlySet<string>) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => known.has(word))

/** Whether each word of a text is a common English one, or one of a question in another language, in any case. */
export const isCommon = (text: string): boolean => everyWord(text, commonWords)

/** Whether each word of a text is a word rather than an acronym in lower case: this also counts less common words. */
export const isWord = (text: string): boolean => everyWord(text, englishWords)
