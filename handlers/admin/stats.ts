import { endpoint } from '../../lib/endpoint.ts'
import { Stats } from '../../lib/schemas/admin.ts'

type Row = Record<
  | 'terms'
  | 'suggested'
  | 'pending'
  | 'community'
  | 'official'
  | 'stale'
  | 'users'
  | 'active'
  | 'viewer'
  | 'editor'
  | 'admin'
  | 'votes',
  number
>

/** Gives the numbers of the glossary. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/admin/stats',
    summary: 'Count terms, users and votes',
    tag: 'admin',
    access: { role: 'admin', scope: 'read' },
    answers: { 200: Stats },
  },
  async ({ ctx, reply }) => {
    const row = await ctx.db.one<Row>('stats/read')
    if (!row) throw new Error('stats/read gave no row')
    const { suggested, pending, community, official, viewer, editor, admin } = row
    return reply(200, {
      terms: {
        total: row.terms,
        by_status: { suggested, pending, community, official },
        stale: row.stale,
      },
      users: { total: row.users, active: row.active, by_role: { viewer, editor, admin } },
      votes: { total: row.votes },
    })
  },
)
