/** As `descriptions`: explained and corrected texts. */
export const textDescriptions: Record<string, string> = {
  'TextToExplain.category': 'Meanings in this category come first.',
  'TextToExplain.format': '`text` by default. In `markdown`, code, link URLs and HTML are skipped.',
  is_guess:
    'True if a name of capitals is written in lower case, which may be another word, or if it is a verb form of a name.',
  loose:
    'Whether guesses are wanted: names of three or more capitals also match in lower case, and verb forms match names; `unknown` also has code names.',
  matches: 'The names in the text, in its order.',
  'Explanation.terms': 'The terms that the matches mean, each once.',
  'TextToExplain.text': 'The text to explain, up to 50,000 UTF-16 units.',
  unknown: 'What is written like an acronym and has no meaning here.',
  'CorrectedText.text': 'The text as it should be.',
  'CorrectedText.changes': 'What was changed, in the order of the text.',
  'changes.start': 'Where it begins in the text that was sent, in UTF-16 units.',
  'changes.end': 'Where it ends there; exclusive.',
  'changes.from': 'What stands there.',
  'changes.to': 'What stands there now.',
  'changes.term_id': 'The ID of the term that is called so.',
  'TextToCorrect.text': 'The text to correct, up to 50,000 UTF-16 units.',
  'TextToCorrect.format':
    '`text` by default. In `markdown`, code, link URLs and HTML stay; in `vtt` (WebVTT) and `srt` (SubRip) all that is not said.',
  'TextToCorrect.category': 'Terms of other categories do not count; those without one do.',
  'TextToCorrect.status':
    'The lowest status of the terms that count: `community` by default, as anybody may edit those below.',
  'TextToCorrect.kinds':
    'What is replaced: `misspelling` by default; also `discouraged` names, and all names of terms that are `replaced`.',
}
