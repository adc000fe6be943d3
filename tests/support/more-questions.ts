/** Further ways to ask for a name, which are about more than what it means, or in other languages. `X` is the name. */
export const moreQuestions: readonly string[] = `
who owns X
who owns X now?
re: X
Re: Fwd: X
where can I read more on X
is there a page about X?
how do I use X
why did we get rid of X
when was X introduced
which team runs X
can I get access to X
X vs. what we had before
X?!
X please
"X"
/X
X/
#X
what's X all about?
anyone here familiar with X?
could you give me the gist of X
short version of X, please
X explained
X for dummies
the X thing
that X report again
our X is late
X numbers for March
an X-like approach
X-based planning
pre-X days
X's owner
X, what's the deal with it
so what exactly is this X
I don't get X
new to X, help!
who do I ask about X
the mail says "X", no idea
FYI: X is due tomorrow
X (again)
X¹
see X.
is it X or not
in the X, we say so
what on earth is X
I was told to look at X first
tell me more about X and how to get it
X means what?
got asked about X in a call
how does X work at our place
`
  .trim()
  .split('\n')

/** Two questions in each of fifteen languages. */
export const foreignQuestions: readonly string[] = `
was heißt X eigentlich
wer kümmert sich bei uns um das X
c'est quoi l'X
que signifie X chez nous ?
¿qué es X?
¿para qué sirve el X?
o que é X
alguém sabe o que quer dizer X?
che cos'è X
a cosa serve l'X in azienda
wat betekent X
weet iemand wat X is?
vad betyder X
vem äger X hos oss
hvad er X for noget
hvad står X for
hva betyr X
hvem eier X
mikä on X
mitä X tarkoittaa
co to jest X
kto odpowiada za X
co znamená X
k čemu je X
X nedir
X ne demek
что такое X
кто отвечает за X
X가 뭐예요
X는 무슨 뜻인가요?
X とは
Xって何ですか
什么是X
X是什么意思
`
  .trim()
  .split('\n')
