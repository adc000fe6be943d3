import { mergeTarget, wantedName } from './endpoint-objects.ts'

const someItem = 'stale.00000000-0000-4000-8000-000000000000.SLA'

/** The fields of the forms on pages. */
export const forms: Record<string, Record<string, string>> = {
  'POST /tokens': { name: 'a token' },
  'POST /oauth/consent/:uid': { user_id: '00000000-0000-4000-8000-000000000000', answer: 'cancel' },
  'POST /explain': { text: 'Our SLA.' },
  'POST /t': { q: 'SLA' },
  'POST /t/seen': { q: 'SLA' },
  'POST /admin/embed': { name: 'wiki', origins: 'https://wiki.example.com' },
  'POST /wanted/notify': { name: wantedName },
  'POST /wanted/withdraw': { name: wantedName },
  'POST /admin/webhooks': { url: 'https://8.8.8.8/hook', events: 'term.created' },
  'POST /terms': { name: 'SLA', definition: 'A promise.' },
  'POST /terms/bulk': { ids: '00000000-0000-4000-8000-000000000000', set: 'category' },
  'POST /categories/:name/rename': { name: 'Support' },
  'POST /terms/:id/edit': { version: '1', name: 'SLA', definition: 'A promise.' },
  'POST /terms/:id/preview': { version: '1', name: 'SLA', definition: 'A promise.' },
  'POST /terms/:id/dispute': { reason: 'It means something else.' },
  'POST /terms/:id/answer': { answer: 'correct', version: '1', definition: 'A better promise.' },
  'POST /terms/:id/reply': { reply: 'Since May.' },
  'POST /terms/:id/delete': { version: '1' },
  'POST /terms/:id/revert': { version: '2', to_version: '1' },
  'POST /terms/:id/merge': { into: mergeTarget, version: '1', into_version: '1' },
  'POST /terms/:id/translations/:language': { version: '1', definition: 'Ein Versprechen.' },
  'POST /language': { language: 'de' },
  'POST /terms/:id/relate': { kind: 'broader', other_id: mergeTarget },
  'POST /terms/:id/underline': { version: '1', in_texts: 'auto' },
  'POST /terms/:id/unrelate': { kind: 'broader', other_id: mergeTarget },
  'POST /terms/:id/agree': { kind: 'broader', other_id: mergeTarget },
  'POST /terms/:id/refuse': { kind: 'broader', other_id: mergeTarget },
  'POST /disputes/:id/resolve': { resolution: 'withdrawn' },
  'POST /proposals/:id/decline': { note: 'It is right as it is.' },
  'POST /review': { action: 'confirm', item: someItem },
  'POST /review/ask': { item: someItem },
  'POST /review/answer': { item: someItem, answer: 'correct', version: '1', definition: 'Better.' },
  'POST /review/define': { item: someItem, version: '1', definition: 'A promise.' },
  'POST /review/undo': { action: 'confirm', item: someItem },
  'POST /admin/users': { emails: 'new@example.com', role: 'editor' },
  'POST /admin/users/roles': { role: 'viewer' },
  'POST /admin/users/:id/role': { role: 'viewer' },
  'POST /admin/users/:id/active': { is_active: 'true' },
}

/** The files that endpoints take. */
export const files: Record<string, { type: string; body: string; query?: string }> = {
  'POST /import': {
    type: 'multipart/form-data; boundary=part',
    body: '--part\r\ncontent-disposition: form-data; name="text"\r\n\r\nname,definition\r\nSLA,x\r\n--part--\r\n',
  },
  'POST /api/v1/import': { type: 'text/csv', body: 'name,definition\nSLA,A promise.\n', query: '?as=proposals' },
}
