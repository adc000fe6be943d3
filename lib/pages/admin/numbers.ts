const format = new Intl.NumberFormat('en')

/** A number as people write it: "1,204". */
export const count = (value: number) => format.format(value)
