const format = new Intl.NumberFormat('en')

/** Formats a number with thousands separators: "1,204". */
export const count = (value: number) => format.format(value)
