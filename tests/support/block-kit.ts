import { actions } from '../../lib/slack/blocks.ts'

// Slack's rules for messages and forms, as far as the bot's are concerned: what Slack would refuse, show
// in part, or take for something else than the text of people. Limits are in UTF-16 units.

// biome-ignore lint/suspicious/noExplicitAny: it is the shape that is looked at
type Any = any
type Complain = (fault: string) => void

const known = new Set<string>(Object.values(actions))

/** What is wrong with a message. */
export function faultsOfMessage(message: Any): string[] {
  return collect(message, (complain) => {
    checkMrkdwn(message.text, 40_000, 'text', complain)
    const { blocks = [] } = message
    if (blocks.length > 50) complain(`${blocks.length} blocks`)
    // What Slack counts is not documented: here everything counts but escapes.
    const size = JSON.stringify(blocks, asLong).length
    if (size >= 12_000) complain(`${size} characters in all blocks`)
    for (const [i, block] of blocks.entries()) checkBlock(block, `block ${i}`, complain)
  })
}

/** What is wrong with a modal view. */
export function faultsOfView(view: Any): string[] {
  return collect(view, (complain) => {
    if (view.type !== 'modal') complain('it is no modal')
    checkPlain(view.title, 24, 'title', complain)
    checkPlain(view.close, 24, 'close', complain)
    if (view.submit) checkPlain(view.submit, 24, 'submit', complain)
    if (view.blocks.length < 1 || view.blocks.length > 100) complain('a wrong number of blocks')
    const inputs = view.blocks.filter(({ type }: Any) => type === 'input')
    if (inputs.length > 0 && !(view.submit && view.callback_id)) complain('inputs without an end')
    const ids = inputs.map(({ block_id }: Any) => block_id)
    if (new Set(ids).size < ids.length) complain('two inputs with the same block_id')
    for (const [i, block] of view.blocks.entries()) checkBlock(block, `block ${i}`, complain)
  })
}

/** What is wrong with an App Home. */
export function faultsOfHome(view: Any): string[] {
  return collect(view, (complain) => {
    if (view.type !== 'home') complain('it is no home')
    if (view.blocks.length < 1 || view.blocks.length > 100) complain('a wrong number of blocks')
    for (const [i, block] of view.blocks.entries()) checkBlock(block, `block ${i}`, complain)
  })
}

/** What is wrong with the errors that keep a form open. */
export function faultsOfErrors(errors: Record<string, string>): string[] {
  return collect(errors, (complain) => {
    const fields = ['name', 'full_name', 'definition', 'category']
    fields.push('aliases', 'misspellings', 'discouraged')
    if (Object.keys(errors).length === 0) complain('no errors')
    for (const [field, text] of Object.entries(errors)) {
      const [name = ''] = field.split('.')
      if (!fields.includes(name)) complain(`no such field: ${field}`)
      if (!text || /&(amp|lt|gt);/.test(text)) complain(`not plain text: ${text}`)
    }
  })
}

function collect(whole: Any, check: (complain: Complain) => void) {
  const faults: string[] = []
  if (/\\ud[89a-f]/i.test(JSON.stringify(whole))) faults.push('half of a surrogate pair')
  check((fault) => faults.push(fault))
  return faults
}

const asLong = (_: string, value: unknown) => (typeof value === 'string' ? 'x'.repeat(value.length) : value)

function checkBlock(block: Any, at: string, complain: Complain) {
  if (block.type === 'section') return checkMrkdwn(block.text?.text, 3000, at, complain)
  if (block.type === 'context') return checkContext(block.elements, at, complain)
  if (block.type === 'actions') return checkButtons(block.elements, at, complain)
  if (block.type === 'input') return checkInput(block, at, complain)
  complain(`${at}: unknown type ${block.type}`)
}

function checkContext(elements: Any[], at: string, complain: Complain) {
  if (elements.length < 1 || elements.length > 10) complain(`${at}: ${elements.length} elements`)
  for (const { type, text } of elements) {
    if (type !== 'mrkdwn') complain(`${at}: unknown type ${type}`)
    checkMrkdwn(text, 3000, at, complain)
  }
}

function checkButtons(buttons: Any[], at: string, complain: Complain) {
  if (buttons.length < 1 || buttons.length > 25) complain(`${at}: ${buttons.length} buttons`)
  const ids = buttons.map(({ action_id }) => action_id)
  if (new Set(ids).size < ids.length) complain(`${at}: two buttons with the same action_id`)
  for (const { type, text, action_id, value, url, style } of buttons) {
    if (type !== 'button') complain(`${at}: unknown type ${type}`)
    checkPlain(text, 75, at, complain)
    if (!known.has(action_id.split('.')[0])) complain(`${at}: unknown action ${action_id}`)
    if (value !== undefined && (value.length < 1 || value.length > 2000)) complain(`${at}: value`)
    if (url !== undefined && (!URL.canParse(url) || url.length > 3000)) complain(`${at}: url`)
    if (![undefined, 'primary', 'danger'].includes(style)) complain(`${at}: style ${style}`)
  }
}

function checkInput({ block_id, label, hint, element }: Any, at: string, complain: Complain) {
  if (!block_id || block_id.length > 255 || !element.action_id) complain(`${at}: ids`)
  checkPlain(label, 2000, at, complain)
  if (hint) checkPlain(hint, 2000, at, complain)
  const { type, max_length, initial_value = '' } = element
  if (type !== 'plain_text_input') complain(`${at}: unknown type ${type}`)
  if (max_length < 1 || max_length > 3000) complain(`${at}: max_length`)
  if (initial_value.length > max_length) complain(`${at}: initial_value`)
}

function checkPlain(text: Any, most: number, at: string, complain: Complain) {
  if (text?.type !== 'plain_text') complain(`${at}: no plain text`)
  if (!(text?.text.length >= 1 && text.text.length <= most)) complain(`${at}: length`)
}

/** A link to the service, or a mention of a user whose ID came from Slack. */
const ours = /<https?:\/\/[^|<>]+\|[^<>]+>|<@U\w+>/g
/** The start of a quotation. */
const quote = /^> /gm

function checkMrkdwn(text: Any, most: number, at: string, complain: Complain) {
  if (!(text?.length >= 1 && text.length <= most)) complain(`${at}: length ${text?.length}`)
  const rest = String(text).replace(ours, '').replace(quote, '')
  if (/[<>]/.test(rest)) complain(`${at}: unescaped < or >`)
  if (/&(?!(amp|lt|gt);)/.test(rest)) complain(`${at}: unescaped &, or half of an entity`)
}
