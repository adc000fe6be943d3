/**
 * The words of the closed classes of English: articles, pronouns, determiners, prepositions, conjunctions, auxiliary
 * and modal verbs with their contractions, question words, and the adverbs that no sentence is about.
 */
const english = `
    a an the
    i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it
    its itself they them their theirs themselves one ones oneself this that these those who whom whose which what whatever
    whichever whoever whomever someone somebody something anyone anybody anything everyone everybody everything nobody nothing
    none each other another others such
    some any no every all both half either neither many much more most few fewer fewest little less least several enough own
    same
    about above across after against along alongside amid amidst among amongst around as at atop before behind below beneath
    beside besides between beyond by concerning considering despite down during except excepting excluding for from
    in inside into like minus near nearby next notwithstanding of off on onto opposite out outside over past per plus regarding
    since than through throughout till to toward towards under underneath unlike until unto up upon versus via with
    within without
    and but or nor so yet because although though unless whereas while whilst whether if once lest provided
    am is are was were be been being do does did doing done have has had having can cannot could may might must shall should
    will would ought gonna gotta let lets
    isn aren wasn weren don doesn didn haven hasn hadn couldn mustn shan shouldn won wouldn cant wont dont doesnt didnt isnt
    arent wasnt im ive ill id youre youve youll hes shes thats theres whats
    how when where why however whenever wherever hence thus therefore whence whither
    not never ever always often sometimes seldom already still just only also too even quite rather very really almost nearly
    again away back here there now then soon later ago maybe perhaps otherwise instead else elsewhere anyway indeed thereby
    therein thereof hereby herein somehow somewhere anywhere everywhere nowhere together apart forth aside well yes please`

/**
 * Those of other languages whose letters an acronym can have: they stand in the questions and the talk of people who
 * write in German, Dutch, French, Spanish, Portuguese, Italian, Polish, Czech, Swedish, Danish, Norwegian, Finnish and
 * Turkish.
 */
const foreign = `
    aber alle als also am auch auf aus bei beim bin bis bist bitte da damit dann das dass dem den denn der des die dir doch du
    durch ein eine einem einen einer eines er es euch für gibt habe haben hat hier ich ihm ihn ihr im in ins ist ja kann kein
    keine man mehr mein mir mich mit muss nach nicht noch nun nur ob oder ohne schon sehr sein seit sich sie sind so soll um und
    uns unser unter vom von vor war warum was weil wenn wer werden wie wieso wir wird wo wofür wohl wozu zu zum zur
    aan bij dat de deze die dit door dus een en er geen haar heb heeft het hij hoe hun ik jij jou kan maar met mij moet naar
    niet nog om onze ook op over te uit van veel voor waar wat wel wie wij wordt zal zei zich zijn zo
    alors au aussi aux avec avoir bien ce cela ces cet cette chez comme dans de des dire donc du elle en est et être eux faire
    fait il ils je la le les leur lui ma mais me mes moi mon ne nos notre nous on ont ou où par pas peu plus pour qu quand que
    quel quelle qui quoi sa sans se sera ses si son sont sous sur ta te tes toi ton tous tout très tu un une vos votre vous
    al algo con como cuando cual de del desde donde el ella ellos en era es esa ese eso esta este esto está fue ha hace hay la
    las le les lo los mas me mi muy más nada ni no nos otra otro para pero por porque qué que quien se ser si sin sobre son su
    sus también te tiene todo tu un una uno usted va ya yo
    ao aos com da das dele dos ela ele em essa esse esta este eu foi há isso isto já lhe mais mas meu muito na nas nem no nos
    não num ou pela pelo por qual quando que quem se sem ser seu sua são só também tem um uma você
    ai al alla anche c che chi ci ciò col come con così cosa da dai dal dalla degli dei del della delle di dove e gli ha hai ho il
    io la le lei lo loro lui ma mi mia mio nei nel nella non noi per perché più quale quando quel quello questa questo qui sei
    sia si sono su sua sul suo ti tra tu tua tuo un una uno vi voi
    ale bo być był był była było co czy czyli dla do gdy gdzie ich jak jaka jaki jako jest jestem je już kto która które który ma
    mam na nad nam nas nie niż od on ona oni ono pan po pod przed przez przy są się ta tak tam te tego ten to tu ty tylko tym w
    was we wy z za ze że
    ale asi aby by byl byla co je jak jako jen jsem jsou k kde kdo když ke má mi na ne není nebo o od po pod pro při s se si tak
    ten to tu už v ve z za ze že
    alla att av de dem den det detta din du där efter ej eller en ett för från ha han har hon hur här i icke ingen inte ja jag
    kan man med mig min mot ni nu när och om oss på sig sin ska som till um upp ut vad vara var vem vi vår än är över
    af at da den der det dig dit du efter eller en er et for fra ham han har hos hun hvad hvem hvor hvordan ikke ind jeg kan man
    med mig min mod når nej nu og om op os på sig sin skal som til ud var ved vi vil vor være
    ei en ett hva hvis jeg kva kven med meg noe oss seg
    ei eli en ja jo jos kai kun me mikä minä mitä mutta ne nyt ole on on olen ovat se sen siis sinä tai te tämä vai
    acaba ama ben bir biz bu bunu çok da daha de diye gibi her için ile ise kim ki mi mu mü nasıl ne neden nedir o olan şu
    var ve veya ya yok`

const toSet = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))
const englishWords = toSet(english)
const foreignWords = toSet(foreign)

/** Whether a text is a function word of English, in any case. */
export const isFunctionWord = (text: string): boolean => englishWords.has(text.toLowerCase())

/**
 * Whether a name is a function word, in any case; with a small letter also one of another language, unless English has
 * it, too: *Est*, *Que*, but not *Pod*.
 *
 * @param isEnglish whether a text is English
 */
export const isFunctionName = (name: string, isEnglish: (text: string) => boolean): boolean =>
  isFunctionWord(name) || (/\p{Ll}/u.test(name) && foreignWords.has(name.toLowerCase()) && !isEnglish(name))

/** Whether a word, in lower case, is a function word of another language. */
export const isForeignWord = (word: string): boolean => foreignWords.has(word)
