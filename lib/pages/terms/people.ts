import type { Person } from '../../schemas/user.ts'

export const nameOf = ({ display_name }: Person) => display_name ?? 'Unnamed user'
