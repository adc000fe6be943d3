/**
 * Paragraphs as handbooks of companies have them. The only names of the test's glossary in them are written in
 * capitals; all other words are ordinary ones, although many of them are spelled like a name or are a full name.
 */
export const handbookParagraphs: readonly string[] = `
Welcome to the team. On your first day, you receive a laptop, a badge and a kit with everything you need to start.
In most cases, a manager answers within a day. If that is not possible, write to the people team directly.
We trust each other with time off. Put it into the calendar, tell your team, and don't read mail while you are away.
Every month, we look at the numbers together. The QZA tells us where quality fell, and the team that owns the area explains why.
Travel is booked by everyone for themselves. Keep the receipts; the system reads them and asks for what is missing.
A good draft is short. Share it early, mark what is open, and ask one person for a real review instead of ten for a look.
The office opens at seven. The front door locks by itself at night, so take your pin and your badge with you.
Support works in three shifts. At the end of a shift, the lead writes down what is still open and hands it over.
When a customer is angry, listen first. Then say what you can do, by when, and who will follow up.
Each release has one owner. They keep the plan current, run the day-to-day sync and decide what is in or out.
Please wear a mask in the lab. The fan in the small room is loud, so use the ear plugs that lie next to the door.
Gifts worth more than thirty euros are declined with a friendly note. Below that, tell your manager about the gift and share it.
We pay salaries on the last working day. Your payslip is in the portal, and you can download all of them as one file.
The GPS holds all spare parts. Before you order, check the stock there; most parts arrive within a day.
Interviews are done in pairs. One person asks, the other takes notes, and both write down their view before they talk.
Security is everyone's job. Lock the screen, use the password app, and report a strange mail with the button.
Learning is part of the job. You can spend ten days a year on courses, and the company pays for the books that you pick.
Sick days need no form for the first three days. After that, send the note of the doctor to the people team.
We write things down. A decision without a page is only a rumor, and nobody can act on it later.
Our offices share one address book. Tag a room with its floor, and pin the map for visitors to the board.
The US replaces the old survey. It runs twice a year, and every team gets its own results within a week.
A team has between four and eight people. It has a lead, a budget, and one list of what comes next.
Meetings have an aim and an end. If you are not needed, leave; if there is no agenda, decline.
The kitchen is cleaned at five. Put your cup into the machine, wipe the table, and take the rest of your food home.
New suppliers are checked by purchasing. It takes two weeks, so start early and attach all the papers.
If something breaks in production, the person on call opens an incident, and the IT team joins within ten minutes.
Bonuses depend on the result of the company and on nothing else. We don't rank people, and we don't pay for hours.
Volunteers get two paid days a year. Tell us what you did; we like to read it in the news of the month.
The brand book has the colors, the type and the tone. Use the template instead of making up your own layout.
Contracts are signed by two people. The legal team keeps the original, and a copy goes to the owner in the business.
We say "we" and "you" in texts for customers. Keep words plain, avoid jargon, and spell out what an acronym means.
Parental leave is paid for sixteen weeks. Talk to your lead early, so that the team can plan the handover well.
Every claim is tested once a year. The ACT covers the claims of the past twelve months and ends with a short report.
Bikes go into the cellar, cars into the garage. There is a pump and a set of tools next to the elevator.
Feedback is given soon and in person. Start with what you saw, say what it did to you, and ask for their side.
Numbers for the board are closed on the fifth. After that, a change needs the consent of both finance and the owner.
Our data lives in two places. The first copy is on our own disks, the second in a cloud in another country.
The AID looks at what was delivered inside the company. It is run by the team of the plant and checked once by finance.
Off-site days help us to think. Pick a place near a train station, keep it simple, and share the plan two weeks ahead.
We answer phones within four rings. If you can't help, say who will, and make sure that they call back the same day.
Expenses of more than two hundred euros need approval before you pay. Ask in the app, not in the hall.
Visitors sign in at the desk, get a badge, and are picked up by their host. They don't walk around alone.
Our goal is to ship small changes every day. Large ones are cut into steps, each of which is useful by itself.
The CARE shows how many customers got an answer on the first call. We want it above ninety percent in every country.
Working from home is fine on any day. Be there for the team meeting, and keep your status up to date.
A post-mortem looks for causes, not for people. It lists what happened, what helped, and what we will change.
All prices are net. Discounts above ten percent are decided by the head of sales, and never by mail alone.
In the first week, you meet your buddy, set up your tools and read the guide from the first to the last page.
Job titles are simple. You are a member of a team, a lead, or the head of an area; anything else is for the card.
Old hardware goes to the box on the third floor. IT wipes the disks and gives what still runs to a school.
We keep a log of every change to a customer's machine. It has the time, the reason, and the initials of who did it.
The canteen takes cards only. There is one dish without meat each day, and a soup if you are late.
An idea needs one page: what, for whom, why now, and what it costs. The rest can wait until somebody said yes.
Please don't feed the cat at the back door. It belongs to a neighbor, and the vet says that it is too fat.
Payment terms are thirty days. After the second reminder, the account goes to the lawyers, unless the lead says stop.
The R&D budget is planned for two years. Teams apply in spring, and the board decides by the end of June.
Names of projects are code words until the launch. Don't use them in mail to people outside, not even in part.
The fire drill is in May. When you hear the horn, leave by the nearest stairs and wait at the tree on the lot.
We measure twice and cut once. Every new part is checked by a second person before the run begins.
Hiring starts with a note on what the person will do in the first half-year. No note, no ad.
Stock options vest over four years. If you leave before the end of the first year, you keep none of them.
The plant stops for two weeks in summer. Use that time for repairs, training and a bit of paint.
Our help pages are written by those who answer the questions. If you explain a thing twice, write it up.
The QZA and the ACT are done in the same month, so that the plant has to prepare its papers only once.
Each team has a budget for fun. Spend it on something that all can join, in working hours if you like.
Don't share customer data in chat. Use a link to the case, which shows it only to those who may see it.
A ticket has one owner. If you hand it on, say so, and stay with it until the other person has said yes.
The spare key is in the safe. Ask the person at the desk, sign the list, and bring it back on the same day.
We speak English in meetings with more than one country, and the local language over lunch.
Make it work, then make it right. But leave no trap for the next person who has to touch it.
Invoices are paid on Tuesdays and Fridays. If it is urgent, call; a mail at night will not be seen.
The pilot ran for three months. It cost less than planned, and most of the users said that they would keep it.
Notes of one-to-ones belong to the two people. They are not put into the file, and nobody else may ask for them.
Tools that you borrow from the shop are listed on the board. Put your name up, and take it off when you are done.
Customers may visit the plant on Thursdays. They need safe shoes, a vest, and a guide who knows the way.
There are no stupid questions. If a word is new to you, look it up, and if it is not there, add it.
The IT desk is open from eight to six. Outside these hours, call the number on the back of your badge.
Our warranty covers two years. It ends early if the seal is broken or if the unit was used at sea.
Lists in our pages have the best item first. The reader should not have to scan to the end to find it.
Half of all faults come from cables. Check the plug at both ends before you swap a board.
The yearly plan is made in the fall. Every area has three goals, each with a number and a date.
Samples are kept for ten years. The label has the lot, the date and the place on the shelf.
Say no to a deal that we can't keep. A lost order hurts less than a late one.
The US asks twelve questions. Eleven of them stay the same, so that the results can be compared over time.
Posts in the open channel are for all. Keep them short, use a thread for the rest, and don't tag everyone.
Trainees change the team every three months. At the end of a stay, they give a talk of ten minutes.
We buy used machines if they have less than five years. A test run of one week is part of each contract.
The press gets its facts from one person. If a reporter calls, take the number and pass it on.
An error budget tells us how much may go wrong. Once it is used up, we stop new work and fix what is there.
Overtime is rare and paid. If it becomes the rule, the plan is wrong, and the lead has to change it.
The GPS counts its stock in January. During these two days, parts are handed out only for repairs that can't wait.
Our buses run from the station every ten minutes. The last one leaves at half past nine.
Take a break after an hour at the screen. Look out of the window, get some air, or act as if the phone rang.
Each page has an owner and a date. If the date is more than a year old, trust it less and ask.
The shop closes its books at noon. Orders that come later are shipped with the next day's run.
We don't sell what we would not use. Every new hire spends a day with the product before anything else.
Speed is not haste. Do the next right thing, at a pace that you can keep up for a year.
If you find a badge, bring it to the desk. If you lost yours, say so at once; it can be blocked in a minute.
A CARE below eighty percent starts a review. The team shows the ten longest cases and what it learned from them.
Thank you for reading this far. The rest of the handbook is there when you need it; you don't have to know it by heart.
`
  .trim()
  .split('\n')
