/** Sentences as people write them at work, in which no name of the glossary of the test about questions occurs. */
export const plainSentences: readonly string[] = `
can someone tell us where the printer paper is | it is raining again, so bring an umbrella
does anybody care about the old wiki pages? | please act on the feedback from last week
I may be late for the standup | who left the window open in room four | we need to aid the new colleagues a bit more
that is not how it works | is it just me or is the network slow today | let us meet at noon by the coffee machine
they can all go home early on Friday | what time does the kitchen close? | my laptop will not start after the update
how do I book a desk for tomorrow | the invoice from the caterer is still missing
could you send me the slides from the town hall | why is the build so slow since Monday
has anyone seen a blue water bottle | thanks for the quick help this morning | when will the elevator be repaired?
I forgot my badge, who can let me in | this meeting could have been an email | what should I wear to the summer party
lunch is in the garden today | are there any vegetarian options | where do I hand in my travel receipts
nobody answered the phone at the front desk | the customer called twice and sounded angry
we may act faster if it helps them | her train was cancelled so she works from home
it was a good idea to ask us first | take care on the icy stairs | all plants in the lobby need water
what happened to the old chairs | how was your vacation? | the coffee tastes burnt again
please turn off the lights when you leave | which room has the big screen | I cannot hear anyone on this call
your microphone is muted | shall we move the review to Thursday | the contract was signed yesterday evening
he asked for a bigger monitor | there is cake in the kitchen | who wants to join the running group?
our visitors arrive at half past nine | the parking lot is full, use the street
do we have a spare keyboard somewhere | sorry, I pressed the wrong button | what is the weather like over there
it depends on what they decide | tell us if you need a hand | can it wait until next week?
I do not understand the second paragraph | does the gym open before seven
the new intern starts on the first of March | how many people are coming tonight | someone keeps stealing my yoghurt
the door code has changed | this is the best soup I ever had | may I leave a bit earlier today
the heating makes strange noises | what was the name of that restaurant | nobody told me about the deadline
is the archive room locked | they moved the shelf to the second floor | let me know when it is done
we ran out of clean mugs | her birthday is next Wednesday | what do you think about the blue design
the delivery came one day too soon | I have two questions about the plan | please do not feed the pigeons
it is cold in here | which bus stops near the office? | who is taking notes today
my password expired over the weekend | the photographer comes at eleven | we should act as one team
this sentence says nothing at all | where can I find a stapler | would you mind closing the door
the screen flickers when I plug it in | he will be back in ten minutes | how do you pronounce her last name
I lost the link to the survey | can we use the big table on Tuesday | the fire drill is at three
what did they say about the budget | our neighbours complain about the noise | please bring your own cup
the translation sounds a little odd | did you get my message from yesterday? | we are still waiting for the parts
someone parked in front of the gate | it looks better without the border | I would rather walk than drive
the numbers in the third column are wrong | how long does the tour take | is there a doctor in the building
they were happy with the result | what a lovely day to work outside | us two can carry the table
the speaker had to cancel this morning | who ordered all these boxes | I need help with a broken zipper
may the best team win | the minutes of the last session are online | do you want tea or juice
we agreed on a simple solution | when is the next public holiday | it took the courier three attempts
what is wrong with my calendar | the carpet in the hall is new | she speaks four languages
how far is the station from here? | can you hear the music too | the candidate was well prepared
please water my cactus while I am away | nothing works without the adapter | we met him at a conference in spring
is anybody still in the office | the apples are from our own garden | I will call them right after lunch
what makes a good manager | they painted the wall green | who has the key to the cabinet?
the test results were better than expected | let us start with the easy part | my chair squeaks when I lean back
why does nobody use the bicycle stand | the lecture was long but funny | do not forget to stretch
it would be nice to have more light | where did you learn to cook like that | the soap dispenser is empty
I am not sure what they meant | how about a walk after work | the hotel is close to the river
we can care for the dog on Monday | what colour should the logo be | someone should fix the tap
the letter was returned to us | is this seat taken? | he found a typo on the first page
they want an answer by tonight | can anyone recommend a dentist | the lift only goes to the fifth floor
I like the smell of fresh paint | who will replace her in summer | we spent the afternoon sorting cables
what time is it in Tokyo | please sign the birthday card | the window seat is mine | how do I say no politely
it never hurts to ask | the bakery next door closed for good | my phone has no reception in the cellar
does it make sense to wait? | all I want is a quiet room | they act like they know everything
the first snow fell last night | could we try the other approach | I saw a fox behind the building
what would you do in my place | our oldest customer retired | the plates are still dirty
when did you move to this city | she explained it with a drawing | it is better to be safe than sorry
who broke the projector? | the storm knocked over the bins | we have plenty of time left | is breakfast included
the tiles in the bathroom are loose | he forgot to attach the file | what sort of music do you like
please keep this between us | the ferry leaves every hour | I could not find the entrance
how often do you back up your photos | they grow tomatoes on the roof | can I borrow your charger
nobody knows where the stairs lead | what if it rains on Sunday? | the old logo looked friendlier
my train is stuck in a tunnel | we hired two more drivers | the museum is free on Mondays
where are the extra blankets | it was his first day at work | do you take sugar | the mirror in the hall is cracked
who can translate a short letter | let it cool before you touch it | I will bring snacks for everyone
the ladder is too short | how come nobody complained | may we open a window | thank goodness it is almost weekend
`
  .trim()
  .split(/\n| \| /)
