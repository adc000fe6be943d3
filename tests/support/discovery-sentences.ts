/** A sentence, and the short and long forms in it. */
export type Sentence = [text: string, pairs: Record<string, string>]

const longFirst: Sentence[] = [
  ['The Service Level Agreement (SLA) ends in May.', { SLA: 'Service Level Agreement' }],
  ['We track monthly recurring revenue (MRR) weekly.', { MRR: 'monthly recurring revenue' }],
  ['All key performance indicators (KPIs) are green.', { KPIs: 'key performance indicators' }],
  ['The total cost of ownership (TCO) went up.', { TCO: 'total cost of ownership' }],
  ['Ask the Center of Excellence [CoE] first.', { CoE: 'Center of Excellence' }],
  ['Research & Development (R&D) moves upstairs.', { 'R&D': 'Research & Development' }],
  ['Two-factor authentication (2FA) is on.', { '2FA': 'Two-factor authentication' }],
  ['Scope it as a minimum viable product (“MVP”).', { MVP: 'minimum viable product' }],
  ['the impact assessment report (IAR; see wiki)', { IAR: 'impact assessment report' }],
  ['our disaster recovery plan (DRP, v2) is stale', { DRP: 'disaster recovery plan' }],
  ['the bill of materials (or BOM) is attached', { BOM: 'bill of materials' }],
  ['our ideal customer profile (aka ICP) changed', { ICP: 'ideal customer profile' }],
  ['net revenue retention(NRR) is at 104 %', { NRR: 'net revenue retention' }],
  ['Extensible Markup Language (XML) again', { XML: 'Extensible Markup Language' }],
  ['business-to-business (B2B) sales', { B2B: 'business-to-business' }],
  ['the Kubernetes (K8S) cluster', { K8S: 'Kubernetes' }],
  ['a non-small business unit (SBU)', { SBU: 'small business unit' }],
  ['the multi-tenant data platform (MTDP)', { MTDP: 'multi-tenant data platform' }],
  ['cost per click (CPC) and per mille (CPM)', { CPC: 'cost per click' }],
  ['DevOps Research and Assessment (DORA)', { DORA: 'DevOps Research and Assessment' }],
  ['(see the Master Service Agreement (MSA))', { MSA: 'Master Service Agreement' }],
  ['Allgemeine Geschäftsbedingungen (AGB)', { AGB: 'Allgemeine Geschäftsbedingungen' }],
  ['Федеральная налоговая служба (ФНС)', { ФНС: 'Федеральная налоговая служба' }],
  ['the continuous integration (CI)/delivery (CD) setup', { CI: 'continuous integration' }],
]

const shortFirst: Sentence[] = [
  ['The SLA (Service Level Agreement) ends in May.', { SLA: 'Service Level Agreement' }],
  ['We report ARR (annual recurring revenue).', { ARR: 'annual recurring revenue' }],
  ['Our OKRs (objectives and key results) are in.', { OKRs: 'objectives and key results' }],
  ['CI/CD (continuous integration and delivery)', {}],
  ['P&L (profit and loss) by region', { 'P&L': 'profit and loss' }],
  [
    'mask non-PII (personally identifiable information)',
    { PII: 'personally identifiable information' },
  ],
  ['the RFC (request for comments, see above)', { RFC: 'request for comments' }],
  ['the DPO (short for data protection officer)', { DPO: 'data protection officer' }],
  ['SSO(single sign-on) is broken', { SSO: 'single sign-on' }],
  ['the SOW (statement of work with all annexes)', { SOW: 'statement of work' }],
  ['CAC [customer acquisition cost] is up', { CAC: 'customer acquisition cost' }],
]

const inWords: Sentence[] = [
  ['SLA = Service Level Agreement', { SLA: 'Service Level Agreement' }],
  ['SLA=Service Level Agreement, right?', { SLA: 'Service Level Agreement' }],
  ['Net promoter score = NPS, we said.', { NPS: 'Net promoter score' }],
  ['QBR stands for quarterly business review.', { QBR: 'quarterly business review' }],
  ['GTM is short for go-to-market', { GTM: 'go-to-market' }],
  ['ETL is an acronym for extract, transform, load', { ETL: 'extract, transform, load' }],
  ['RCA means root cause analysis here', { RCA: 'root cause analysis' }],
  ['the MSP, i.e. the managed service provider', { MSP: 'managed service provider' }],
  ['the POC aka proof of concept', { POC: 'proof of concept' }],
  ['the change advisory board, or CAB, meets', { CAB: 'change advisory board' }],
  ['the data processing agreement, aka DPA', { DPA: 'data processing agreement' }],
  ['• LTV: lifetime value', {}],
  ['• TTV: time to value', { TTV: 'time to value' }],
  ['SRE – site reliability engineering', { SRE: 'site reliability engineering' }],
  ['TAM - total addressable market (2026)', { TAM: 'total addressable market' }],
]

const nothing: Sentence[] = [
  ['I met Bob (he is back) today.', {}],
  ['The meeting (Monday) is off.', {}],
  ['Our SLA (see the wiki page) is strict.', {}],
  ['The API (v2) is live (n = 3).', {}],
  ['Revenue (EUR) and cost (USD)', {}],
  ['Ask Anna (HR) or Ben (IT).', {}],
  ['PR: please have a look at it', {}],
  ['CRM or ERP, that is the question', {}],
  ['QA = 3 days, UAT = 2 days', {}],
  ['The KPI means nothing to me.', {}],
  ['SLA (SLO) and (SLI) without words', {}],
  ['What does SLA stand for?', {}],
  ['It ended. Some Later Agreement. See (SLA).', {}],
  ['f(x) and CB(1) and N(2)O', {}],
  ['open ( bracket (and) so (on', {}],
  ['We said goodbye (BBQ later)!', {}],
]

/** Sentences of our own with every supported pattern, and with text that only looks like one. */
export const sentences: readonly Sentence[] = [...longFirst, ...shortFirst, ...inWords, ...nothing]
