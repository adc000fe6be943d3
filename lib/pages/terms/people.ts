import type { Person } from '../../schemas/user.ts'

/** What a person is called. */
export const nameOf = ({ display_name }: Person) => display_name ?? 'A colleague without a name'
