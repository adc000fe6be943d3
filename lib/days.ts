export const dayMs = 24 * 60 * 60 * 1000

/** Returns the time some days after another one; before it if `days` is negative. */
export const addDays = (time: Date, days: number): Date => new Date(time.getTime() + days * dayMs)
