const hasInterruptBudget = Number.parseInt(process.versions.v8, 10) < 12

/**
 * V8 optimises what has run fifteen times as long as by default. Little of what tests run is hot, and optimising the
 * rest takes a tenth of the processor time. From Node.js 22 on, V8 does not know the option, and would not start.
 */
export const v8OptionsOfTests = hasInterruptBudget ? ['--interrupt-budget=1000000'] : []
