import type { Fault } from '../../problem.ts'
import { formatNumber } from './numbers.ts'

const tooLong = /^must be (?:1 to|at most) ([\d,]+) characters long$/
const noUrl = /^must be a URL like ([^\s,]+)/

/**
 * Says what to do about a fault. The API says what a field must be, which needs the name of the field before it.
 *
 * @param name the field, of which the fault may be an entry
 * @param value what was typed into it, if that is known
 */
export function toAdvice(fault: Fault, name: string, label: string, value?: string): string {
  const { path, message } = fault
  const isEntry = path !== name
  const [, maxLength] = tooLong.exec(message) ?? []
  if (maxLength !== undefined && isEntry) return `Use at most ${maxLength} characters for each`
  if (maxLength !== undefined && value?.trim()) {
    const count = formatNumber([...value.trim()].length)
    return `Use at most ${formatNumber(Number(maxLength.replace(',', '')))} characters (now ${count})`
  }
  if (maxLength !== undefined) return `${label} is required`
  const [, example] = noUrl.exec(message) ?? []
  if (example !== undefined) return `Enter a full URL, such as ${example}`
  return `${isEntry ? `${label}: each entry` : label} ${message}`
}
