/**
 * A value as JSON, as the database has written it: the API passes it on as it is, everything else parses it. Columns of
 * the type `json` arrive as this; those of the type `jsonb` as values.
 */
export class JsonText<Value> {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  parse(): Value {
    return JSON.parse(this.text)
  }
}

/** Parses JSON text: the function for `map`. */
export const parseJson = <Value>(json: JsonText<Value>): Value => json.parse()

/** A value of which any part may be JSON already. */
export type PartlyJson<Value> =
  | JsonText<Value>
  | (Value extends object ? { [Key in keyof Value]: PartlyJson<Value[Key]> } : Value)
