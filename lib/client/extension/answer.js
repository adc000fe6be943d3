// A page that says what a selection means, where no card can be shown beside it.

import { cardStyle } from '../../../assets/embed/styles.js'
import { createAnswer } from './answer-card.js'

const typed = decodeURIComponent(location.hash.slice(1))
const sheet = new CSSStyleSheet()
sheet.replaceSync(cardStyle)
document.adoptedStyleSheets.push(sheet)
createAnswer(typed).then((card) => {
  card.popover = null
  document.body.append(card)
})
