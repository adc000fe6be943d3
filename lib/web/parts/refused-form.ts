import type { Problem } from '../../problem.ts'

/** A form of the page that was refused: the path that it was sent to, what it held, and why. */
export type RefusedForm = { path: string; values: URLSearchParams; problem: Problem }

/** What a form of the page that is folded away shows: if it was refused, it is open with its errors and what it held. */
export function shownAgain(refused: RefusedForm | undefined, path: string) {
  const own = refused?.path === path ? refused : undefined
  return {
    isOpen: own !== undefined,
    errors: own?.problem.members.errors,
    value: (name: string) => own?.values.get(name) ?? '',
  }
}
