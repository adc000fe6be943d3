/** The range of an address in a text, in UTF-16 units; `to` is exclusive. `host` is its part before a path, if that has dots. */
export type Address = { from: number; to: number; text: string; host: string }

/** What addresses consist of; words and sentences, too. */
const stretches = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}._~:/?#@!$&*+%=-]*/gu
/** A full stop at the end belongs to the sentence. */
const upToLastWord = /^.*[\p{L}\p{N}/=]/su

const schemeOrEmail = /^(?:[\p{L}\p{N}+.-]+:\/\/.|[^@/]+@\p{L})/u
const dotted = /^(?:[\p{L}\p{N}_-]+[:=])?(?<host>[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+)/u
/** Where a sentence lacks the space behind its full stop, the next word usually begins with a capital. */
const lowerCaseEnding = /\.\p{Ll}[\p{Ll}\p{N}-]+$/u
const usualHost = /^www\.|\.(?:com|edu|gov|io|net|org)$/i
const localHost = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3})[:/]|^[\p{L}\p{N}_.-]+:\d{2,5}\//u

/**
 * Finds the web and email addresses in a text, with a scheme or without one (`www.example.com`, `example.io/path`,
 * `wiki.internal`, `someone@example`), in time proportional to its length. File names count as well (`plan.pdf`).
 */
export function findAddresses(text: string): Address[] {
  return [...text.matchAll(stretches)].flatMap(({ index, 0: stretch }) => {
    if (!/[.:/@]./.test(stretch)) return []
    const host = dotted.exec(stretch)?.groups?.host ?? ''
    if (!isHost(host) && !schemeOrEmail.test(stretch) && !localHost.test(stretch)) return []
    const [address = ''] = upToLastWord.exec(stretch) ?? []
    const start = isHost(host) ? stretch.indexOf(host) : 0
    return { from: index + start, to: index + address.length, text: address.slice(start), host }
  })
}

const isHost = (host: string) => lowerCaseEnding.test(host) || usualHost.test(host)
