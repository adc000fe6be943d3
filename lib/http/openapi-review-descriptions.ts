/** As `descriptions`: reports, proposals and the review queue. */
export const reviewDescriptions: Record<string, string> = {
  before_dispute: 'Its status and votes before the report; null if no open report took a status.',
  'listReviewItems.category': 'Returns only items about terms in this category.',
  'listReviewItems.name':
    'The name that people looked up before they went on to the term; only if the kind is `alias`.',
  'listReviewItems.people': 'How many people did so in one week; only if the kind is `alias`.',
  'items.language': 'The language, if this is about a translation.',
  'results.language': 'The language, if this was about a translation.',
  'listReviewItems.language': 'The language of the translation; only if the kind is `translation`.',
  learned_id: 'The ID of a name that people use for a term.',
  decided_at: 'When the proposal was decided; null while it is open.',
  decided_by: 'Who decided; null while the proposal is open.',
  decision_note: 'What the person who decided wrote about it.',
  decisions: 'Proposals and disputes.',
  dispute_id: 'The ID of the report.',
  disputes:
    'The reports about the term that are open, or right without a correction so far; null unless the kind is `disputed`.',
  'disputes.id': 'The ID of the report.',
  evidence: 'What discovery saw of the name; null if it did not suggest the term.',
  open_disputes: 'The number of open reports about the term.',
  reasons: 'What is wrong with the term, according to the person who reported it.',
  resolve_disputes:
    'Whether this upholds the open reports about the term. Only its owner and editors may. False by default.',
  sightings: 'How often the name was seen.',
  'resolveDispute.definition': 'The better definition, if the report was right.',
  'resolveDispute.full_name': 'The better full name, if the report was right; null for none.',
  'resolveDispute.version': 'The version that the better text is based on.',
  needs_correction:
    'Set once a report was right, until the name, full name or definition changes: votes do not count towards the next status, and nobody can promote the term. Otherwise null.',
  quote:
    'A sentence with the name from a public channel, without its author, of at most 200 characters; null if none was kept.',
  quote_channel: 'The channel of `quote`; null without one.',
  quoted_at: 'When `quote` was written; null without one.',
}
