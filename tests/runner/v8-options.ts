/**
 * V8 optimises what has run fifteen times as long as by default. Little of what tests run is hot, and optimising the
 * rest takes a tenth of the processor time.
 */
export const v8OptionsOfTests = ['--interrupt-budget=1000000']
