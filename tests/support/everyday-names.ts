/**
 * Names that are spelled like ordinary words, with their full names, as public lists of acronyms have them by the
 * hundred. Nobody who uses these words means the names.
 */
export const everydayNames: readonly (readonly [name: string, fullName: string])[] = `
GIFT Global Incident Flow Tracker
LAB Liquidity and Balances
APP Annual Purchase Plan
TAG Technical Advisory Group
PIN Partner Identification Number
DRAFT Delivery Route and Freight Table
KIT Key Indicator Table
CAT Customer Acceptance Test
OWN Order Window Notice
MAP Market Action Plan
FAN Fixed Asset Number
LOT Letter of Transfer
LOG Level of Goods
SAFE Sales Area Forecast
BOX Back Office Exchange
RUN Regional Usage Number
CUT Customer Usage Time
PLAN Procurement and Logistics Area Network
VET Vendor Evaluation Team
SEAL Security Evidence and Access List
FACT Forecast Accuracy
ADD Approved Delivery Date
LL Long Lead
VE Value Engineering
RE Renewable Energy
OK Order Key
SYS System
SER Serial
W/ With
TM Team
MGR Manager
CUST Customer
MTG Meeting
QTY Quality
FB Feedback
SUP Support
REL Release
TRN Training
DEP Draft
ACC Account Management Office
In Indium
At Astatine
Of Oxygen Fluoride
As Arsenic
No Nobelium
He Helium
Be Beryllium
On Order Note
Up Unit Price
By Base Yield
`
  .trim()
  .split('\n')
  .map((line) => [line.split(' ')[0] ?? '', line.slice(line.indexOf(' ') + 1)])
