import * as v from 'valibot'
import { category } from './content.ts'
import { whole } from './numbers.ts'

/** The new name of a category. */
export const NewCategoryName = v.object({ name: category })

export const CategoryRename = v.object({ name: v.string(), changed: whole })
export type CategoryRename = v.InferOutput<typeof CategoryRename>
