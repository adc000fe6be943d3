import type { Context } from '../../context.ts'
import { countCategories } from '../../lookup/browse.ts'
import type { StartProps } from './home.tsx'

/** The others are on the page Browse. */
const maxCategories = 12

/** Reads what the home page shows without a search. */
export async function readStart(ctx: Pick<Context, 'db'>): Promise<StartProps> {
  return { categories: await countCategories(ctx, maxCategories) }
}
