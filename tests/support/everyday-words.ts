/** Words of ordinary talk. Many of them are acronyms somewhere, which nobody means who writes them in lower case. */
export const everydayWords: readonly string[] = `
gift lab app tag pin draft kit cat map fan lot log safe box run cut plan vet seal fact bag bar bat bed bid bit boat book
bus cab cake camp can cap car card care case cash chair clip clock coat code coffee cord cost cup dad date desk dish dog
door dot ear edge egg face fast film fire fish fit flag food form fun gap gem goal guest hat hint home hook host ice
idea jet joke key lamp lane law leaf lens lid life list mail mat meal mint name nest net news night nod oil pad page
pair pan park path pen pet phone pie pig pit pool post pot press race ramp rest ring room rose salt scan smart soap sofa
soup spa spot star step storm swap tap
`
  .trim()
  .split(/\s+/)

const sentences = [
  'did anybody see the X that was here',
  'we will talk about the X tomorrow',
  'thanks for the X!',
  'is there still a X left?',
  'my X is not that good',
]

/** A sentence of ordinary talk with each of these words. */
export const talkWith = (words: readonly string[]): string[] =>
  words.map((word, i) => (sentences[i % sentences.length] ?? '').replace('X', word))
