/**
 * What agents must know before anything else: they look up what they do not recognise, and believe that they know ordinary words. It
 * stands first wherever clients read, because some drop `instructions`, and some cut texts (contract, section 17). It never depends
 * on what the glossary has.
 */
export const rule =
  'Before you answer about this company or write a text for it, pass the message of the person to explain_text, however ordinary its words look: "account", "active user" or "churn" may have a meaning of their own here.'
