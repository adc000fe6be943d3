/** Names that are spelled in many ways. */
export const spelledNames = [
  ...['SLA', 'IT', 'US', 'churn', 'Churn rate', 'active users', 'CI/CD', 'R&D', 'C++', 'C#'],
  ...['.NET', 'ASP.NET', 'K8s'],
  ...['day', 'policy', 'in', 'will', 'Team', 'GPS', 'SNS', 'SN', 'API', 'ISO 9001'],
  ...['state-of-the-art', "l'SLA", 'naïve Bayes'],
  ...['東京', '東京都', '서비스', 'Ünïcode', 'Σίσυφος', 'ΑΒΓ', 'QZA™', 'Quality Zone Audit (QZX)'],
  ...['QZC / QZD', 'O’Reilly', 'e-mail', 'of'],
  ...['Statement of Work', 'SoW', 'Iss', 'ROI', 'aid', 'ACE', 'Z', 'x9', 'data lake', 'data'],
  ...['lake house', '契約', 'สัญญา', 'straße'],
]
const glue = [
  ...[' ', ' ', ' ', ' ', '\n', '\n\n', '. ', ', ', '-', '/', ' (', ') ', '’s ', "'s ", 's '],
  ...['es ', ': ', '  ', '\u00a0', '\u200b', '\u00ad', '¹ ', '… ', '_', '가 ', 'は', '“', '” '],
]
const others = [
  ...['a system', 'the', 'NOW', 'we read', 'Please', 'CONTACT', 'https://sla.example.com/SLA'],
  ...['a@SLA.io', 'www.churn.io', 'day-to-day', "I'll", 'QXW', 'HTTPS', 'NASA', 'In', 'Of'],
  ...['Will', 'UND', 'Re: ', '`SLA`', '**churn**', '[SLA](http://x.io/SLA)', '<b>IT</b>', '# US'],
  ...['> API', '```\nSLA\n```\n', '\u0000'],
]

/** A text of names, words and what stands between them, in which names are written in many ways. */
export function createText(random: () => number): string {
  const one = <Each>(of: readonly Each[]) => of[Math.floor(random() * of.length)] as Each
  const ways = [
    ...[(text: string) => text, (text: string) => text, (text: string) => text.toLowerCase()],
    ...[(text: string) => text.toUpperCase(), (text: string) => text.normalize('NFD')],
    ...[
      (text: string) => `${text}s`,
      (text: string) => text.replace(/ /g, '\n'),
      (text: string) => text.replace(/-/g, '‑'),
    ],
    ...[(text: string) => text.replace(/^./u, (letter) => letter.toUpperCase())],
    ...[
      (text: string) => text.replace(/y$/, 'ies'),
      (text: string) => text.replace(/[’']/g, (sign) => (sign === "'" ? '’' : "'")),
    ],
  ]
  const words = Array.from({ length: 3 + Math.floor(random() * 25) }, () =>
    random() < 0.6 ? one(ways)(one(spelledNames)) : one(others),
  )
  return words.map((word) => word + one(glue)).join('')
}
