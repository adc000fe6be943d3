import { parse } from 'postgres-array'

/**
 * The types of the arrays in our statements. The driver (3.4.9) can ask each server for them, but if a connection is lost
 * meanwhile, that ends the process.
 */
export const arrays = {
  integers: arrayType(1007, Number),
  texts: arrayType(1009),
  uuids: arrayType(2951),
  documents: arrayType(3807, JSON.parse),
}

/**
 * @param oid the number of the type, which is the same in every PostgreSQL (pg_type.dat)
 * @param read reads the text of an element
 */
function arrayType(oid: number, read: (text: string) => unknown = String) {
  return {
    to: oid,
    from: [oid],
    serialize: (elements: readonly (string | number)[]) => `{${elements.map(quote).join()}}`,
    parse: (text: string) => parse(text, read),
  }
}

const quote = (element: string | number) => `"${String(element).replace(/["\\]/g, '\\$&')}"`
