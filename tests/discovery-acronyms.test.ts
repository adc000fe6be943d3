import * as assert from 'uvu/assert'
import { findAcronyms, toAcronym } from '../lib/discovery/acronyms.ts'
import { commonWords } from '../lib/discovery/common-words.ts'
import { suite } from './support/suite.ts'

const test = suite('discovery: acronyms')

/** A rule, messages of Slack, and the acronyms in them. */
const readings: Record<string, [message: string, ...acronyms: string[]][]> = {
  'capitals, digits, &, - and /': [
    ['The SLA is met.', 'SLA'],
    ['R&amp;D, P&amp;L and M&amp;A', 'R&D', 'P&L', 'M&A'],
    ['our CI/CD and the PCI-DSS audit', 'CI/CD', 'PCI-DSS'],
    ['EC2, K8S, 2FA, B2B and SOC2', 'EC2', 'K8S', '2FA', 'B2B', 'SOC2'],
  ],
  '2 to 10 of them, at least two letters': [
    ['we use S3, V8 and a T'],
    ['ABCDEFGHIJ is ten long', 'ABCDEFGHIJ'],
    ['ABCDEFGHIJK is eleven long'],
  ],
  'capitals of any script': [
    ['die ÖPNV-Karte und der TÜV', 'ÖPNV', 'TÜV'],
    ['с учётом НДС по ГОСТ', 'НДС', 'ГОСТ'],
    ['a decomposed TU\u0308V is the same', 'TÜV'],
  ],
  'each once, in order': [
    ['SLA, KPI, SLA and then SLA again', 'SLA', 'KPI'],
    ['KPI. SLA! KPI?', 'KPI', 'SLA'],
  ],
  'plurals are singular': [
    ['SLAs and KPIs', 'SLA', 'KPI'],
    ["the SLA's end", 'SLA'],
    ['the SLA’s end, all SLAs’ ends', 'SLA'],
    ['SLAs/SLOs', 'SLA', 'SLO'],
  ],
  'punctuation and formatting around them': [
    ['(SLA), "KPI"; “OKR”: ‘MRR’… [ARR]', 'SLA', 'KPI', 'OKR', 'MRR', 'ARR'],
    ['*SLA* _KPI_ ~OKR~ *_MRR_*', 'SLA', 'KPI', 'OKR', 'MRR'],
    ['-SLA- /KPI', 'SLA'],
    ['ARR—MRR, SLA:99', 'ARR', 'MRR', 'SLA'],
  ],
  'alternatives and compounds': [
    ['SLA/SLO/SLI', 'SLA', 'SLO', 'SLI'],
    ['SLA-based, non-PII data', 'SLA', 'PII'],
    ['T-shirt, e-SIM, X-Forwarded-For'],
  ],
  'not in code': [
    ['run `KPI` now'],
    ['```SLA\nKPI``` OKR', 'OKR'],
    ['```SLA\nKPI never closed'],
    ['a lone ` before the SLA', 'SLA'],
  ],
  'not in links and mentions': [
    ['<https://x.org/SLA|the KPI page> and <https://x.org/OKR>'],
    ['<@U012ABCDEF> <#C012ABCDEF|KPI> <!here> <!subteam^S01|@OKR>'],
    ['<mailto:SLA@x.org|SLA@x.org>'],
    ['a &lt; b, the SLA &gt; 99', 'SLA'],
  ],
  'not in emoji and quotations': [
    [':sla: :KPI: :+1::skin-tone-2:'],
    ['SLA:KPI:OKR, at 10:30:45 the MRR', 'SLA', 'KPI', 'OKR', 'MRR'],
    ['&gt; the SLA\nthe KPI', 'KPI'],
    ['the OKR\n&gt;&gt;&gt; the SLA\nthe KPI', 'OKR'],
  ],
  'no URLs, email addresses, paths and files': [
    ['https://x.org/SLA/KPI www.OKR.org SLA@x.org'],
    ['/opt/SLA src/KPI/index C:\\SLA\\KPI ./OKR ~/MRR'],
    ['README.md SLA.pdf v1.2RC'],
  ],
  'no constants, variables, tags and options': [
    ['MAX_SIZE $KPI %OKR% #MRR @ARR --SLA'],
    ['camelCASE PascalCASE iPHONE'],
  ],
  'no tickets, versions, dates and quantities': [
    ['ABC-123 and SRE-7'],
    ['10GB 500MB 5GB 24X7 12PM'],
    ['2024-Q3, Q3, FY25, 24-DEC, DEC-24'],
    ['ISO27001 RFC7231 SHA256 UTF-8'],
  ],
  'no hashes and identifiers': [['550E8400-E29B-41D4-A716-446655440000'], ['DEADBEEF01 A1B2C3 U0G9QF9C6']],
  'no Roman numerals and exclamations': [['Henry VIII, part II, XXIV'], ['HAHAHA NOOOO AAAA XOXO']],
  'no common words': [
    ['OK, FYI: the CEO is in the USA at 5 PM UTC'],
    ['the PDF is on the HTTP URL, ASAP, LGTM, TL;DR'],
    ['Do NOT ever DELETE this, it is VERY important'],
    ['AND/OR, ON-CALL, N/A, Q&amp;A, I/O, TCP/IP'],
  ],
  'no text in capitals': [
    ['PLEASE CHECK THE SLA TODAY'],
    ['BUILD BROKE'],
    ['JOHN DOEMAN | ACME GMBH'],
    ['URGENT: CALL OPS bob'],
    ['We are late. SHIP THE KPI NOW! See the SLA.', 'SLA'],
    ['THE SLA\nthe KPI is fine', 'KPI'],
  ],
  'a list of acronyms is not text in capitals': [
    ['CAC, LTV and MRR', 'CAC', 'LTV', 'MRR'],
    ['CAC LTV MRR', 'CAC', 'LTV', 'MRR'],
    ['KPI?', 'KPI'],
  ],
}

for (const [rule, messages] of Object.entries(readings)) {
  test(rule, () => {
    for (const [message, ...acronyms] of messages) {
      assert.equal(findAcronyms(message), acronyms, message)
    }
  })
}

test('a short form is an acronym in the singular or not an acronym', () => {
  const shorts = ['SLA', 'SLAs', 'mRNA', 'CoE', 'OK', 'ABC-12']
  assert.equal(shorts.map(toAcronym), ['SLA', 'SLA', null, null, null, null])
})

test('the list of common words has no word that another rule excludes', () => {
  const words = [...commonWords].filter((word) => word !== word.toUpperCase() || /[\s,]/.test(word))
  assert.equal(words, [])
})

test.run()
