/** What an input replaces in a request. */
export type Parts = {
  path?: string
  query?: string
  headers?: Record<string, string>
  body?: string
  /** the media type of the body */
  type?: string
  /** the texts of a term that is stored before */
  term?: Record<string, unknown>
}

/** A place in a request for a text. */
export type Slot = {
  what: string
  /** the longest text that the schema allows, if it says so */
  maxLength?: number
  /** the most bytes that fit into the request, once they are encoded */
  maxBytes: number
  encode(text: string): string
  /** @param encoded what `encode` returns, or anything that is wrong there */
  put(encoded: string): Parts
  /** whether the place is in JSON, where it can hold anything but a text, too */
  isJson?: boolean
}

export const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
/** As short as a server accepts it. */
export const inForm = (text: string) => text.toWellFormed().replace(/[%&+=]/g, encodeURIComponent)

/** Stands for a text until it is known. */
export const mark = 'THE-TEXT'

/** Returns what puts a text into JSON in place of the mark. */
export const jsonWith = (document: object) => {
  const text = JSON.stringify(document)
  return (encoded: string): Parts => ({ body: text.replace(mark, () => encoded) })
}

/** The places in JSON: all its values, one at a time. */
export function jsonSlots(
  what: string,
  document: object,
  maxBytes: number,
  wrap: (json: string) => Parts = (body) => ({ body }),
  encode = inJson,
): Slot[] {
  const slots: Slot[] = []
  const visit = (value: Record<string, unknown>, path: string) => {
    for (const [key, original] of Object.entries(value)) {
      value[key] = mark
      const text = JSON.stringify(document)
      value[key] = original
      const put = (encoded: string) => wrap(text.replace(mark, () => encoded))
      slots.push({ what: `${what} ${path}${key}`, maxBytes, encode, put, isJson: true })
      if (typeof original === 'object' && original) visit(original as never, `${path}${key}.`)
    }
  }
  visit(document as Record<string, unknown>, '')
  return slots
}
