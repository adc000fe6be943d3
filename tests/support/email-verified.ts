/** Values of the claim `email_verified` that prove an email address; undefined is no claim. */
export const proving: unknown[] = [true, 'true']

/** Values with which Slack's login links an account. */
export const trusted = [...proving, undefined]

/** Values that prove nothing. */
export const untrusted: unknown[] = [
  ...[false, 'false', 'False', 'FALSE', 'True', 'TRUE', ' true', 'true ', '', '0', '1', 0, 1, null],
  ...['yes', 'no', 'verified', [], [true], ['true'], [false], {}, { true: true }, 'true\0'],
]
