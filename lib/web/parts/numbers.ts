const format = new Intl.NumberFormat('en')

/** Formats a number with thousands separators: "1,204". */
export const formatNumber = (value: number): string => format.format(value)

/** How many of something there are: "1 vote", "1,204 votes". */
export const counted = (value: number, noun: string): string =>
  `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`
